import { expect, it } from 'vitest';
import { runningLoan, statementOf } from './bank-statements.ts';
import { onDesk } from './desk.ts';
import { imported } from './payment-files.ts';

// A balance led to by the statement's opening is another one where the rows of the day stand in another order.
for (const references of [
  ['NONREF', 'NONREF'],
  ['R1', 'R2'],
  ['BULK', 'BULK'],
] as const) {
  it(
    `a day told with more, in another order, books nothing on another loan (${references.join(', ')})`,
    onDesk(async (desk) => {
      const [one, two] = [(await runningLoan(desk)).loanId, (await runningLoan(desk, 'M-2')).loanId];
      const first = { amount: '100.00', text: one, reference: references[0] };
      const second = { amount: '100.00', text: two, reference: references[1] };
      await imported(desk, statementOf('10', '1000.00', [first]));
      const day = statementOf('10', '1000.00', [second, first]);
      const told = await imported(desk, day);
      const payments = async (loan_id: string) => (await desk.done('loans.payments', { loan_id })).length;
      expect(await payments(one)).toBe(1);
      // A reference of several payers tells nothing, nor does the other text beside it: a person has to look.
      const isTold = references[0] !== 'BULK';
      expect(told.verdict).toBe(isTold ? 'done' : 'waiting');
      expect(await payments(two)).toBe(isTold ? 1 : 0);
      expect(await imported(desk, day)).toMatchObject({ new_rows: 0 });
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );
}

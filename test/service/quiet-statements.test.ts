import { describe, expect, it } from 'vitest';
import { BANK_ACCOUNT, runningLoan, statementOf } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { paymentInput } from './desk-loans.ts';
import { imported, planned } from './payment-files.ts';

/** The chain of statements of April, as reconciliation sees it. */
async function chain(desk: Desk) {
  const asked = { account: BANK_ACCOUNT, from: '2026-04-01', to: '2026-04-30' };
  const { currencies, reconciled } = await desk.done('reports.reconciliation', asked);
  const { statements, opening, closing, gaps } = currencies[0] as (typeof currencies)[number];
  return { statements, opening, closing, gaps: gaps.length, reconciled };
}

const batches = async (desk: Desk) =>
  (await desk.done('payment_batches.list', {})).map(({ batch_id }) => batch_id);

describe('a quiet statement', () => {
  it(
    'is a batch of no rows, once, and the next one follows it',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const paid = { amount: '900.00', reference: 'FT1', text: loanId };
      await imported(desk, statementOf('10', '1000.00', [paid]));
      const quiet = statementOf('11', '1900.00', []);
      const [before] = await desk.done('audit.list', {});
      expect(await planned(desk, quiet)).toMatchObject({ batch_id: null, new_rows: 0, quiet_statements: 1 });
      expect((await desk.done('audit.list', {}))[0]).toEqual(before);
      const kept = await imported(desk, quiet);
      const batchId = kept.batch_id as string;
      expect(kept).toMatchObject({
        new_rows: 0,
        quiet_statements: 1,
        verdict: 'done',
        rows: [],
        warnings: [],
      });
      expect(await desk.done('payment_batches.get', { batch_id: batchId })).toMatchObject({
        status: 'posted',
        statements: [{ account: BANK_ACCOUNT, opening: '1900.00', closing: '1900.00' }],
      });
      expect(await chain(desk)).toEqual({
        ...{ statements: 2, opening: '1000.00', closing: '1900.00' },
        ...{ gaps: 0, reconciled: true },
      });
      // The same again, and a day within what is known already, are nothing new.
      for (const again of [quiet, statementOf('10', '1000.00', [paid])]) {
        expect(await imported(desk, again)).toMatchObject({ batch_id: null, quiet_statements: 0 });
      }
      const [next] = (await imported(desk, statementOf('12', '1800.00', [{ ...paid, reference: 'FT2' }])))
        .warnings;
      expect(next).toMatchObject({ code: 'statement_gap' });
      expect(next?.message).toContain('the last one closed with 1900.00 on 2026-04-11');
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );

  it(
    'is undone like any batch, and may be imported again',
    onDesk(async (desk) => {
      const quiet = statementOf('11', '1900.00', []);
      const { batch_id: batchId } = await imported(desk, quiet);
      const undo = { batch_id: batchId as string, reason: 'wrong account' };
      expect(await desk.done('payment_batches.undo', undo)).toMatchObject({ freed_rows: 0 });
      expect((await imported(desk, quiet)).batch_id).not.toBeNull();
      expect(await batches(desk)).toHaveLength(2);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true });
    }),
  );

  it(
    'may have rows that are all known, from payments booked by hand',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const typed = { payment_date: '2026-04-10', payment_reference: 'FT1' };
      await desk.done('payments.create', paymentInput(desk, loanId, 900, typed));
      const told = statementOf('10', '1000.00', [{ amount: '900.00', reference: 'FT1', text: loanId }]);
      const first = await imported(desk, told);
      expect(first.outcomes.already_imported).toMatchObject([{ count: 1, sum: '900.00' }]);
      const again = await imported(desk, told);
      expect(again).toMatchObject({ batch_id: null, new_rows: 0, quiet_statements: 0 });
      expect(await chain(desk)).toMatchObject({ statements: 1, closing: '1900.00' });
    }),
  );

  it(
    'is not kept of a file that posts nothing, nor without an account',
    onDesk(async (desk) => {
      const wrong = { expect_count: 3 };
      const refused = await imported(desk, statementOf('11', '1900.00', []), wrong);
      expect(refused).toMatchObject({ verdict: 'nothing_posted', batch_id: null, quiet_statements: 0 });
      const own = await imported(desk, 'loan_id,payment_amount,payment_date\n');
      expect(own).toMatchObject({ batch_id: null, quiet_statements: 0 });
      expect(await batches(desk)).toEqual([]);
    }),
  );
});

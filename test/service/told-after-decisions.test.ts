import { describe, expect, it } from 'vitest';
import { runningLoan, statementOf } from './bank-statements.ts';
import { onDesk } from './desk.ts';
import { paymentInput } from './desk-loans.ts';
import { type BatchPlan, imported, ownCsv } from './payment-files.ts';

const DAY = '2026-04-10';
const outcomesOf = ({ rows }: BatchPlan) => rows.map(({ outcome, code }) => code ?? outcome);

/** A report of the day that says neither how it begins nor a reference. */
function toldBare(...texts: readonly string[]): string {
  const moved = texts.map((text) => ({ amount: '100.00', text, reference: 'NONREF' }));
  return statementOf('10', '0.00', moved)
    .split('\n')
    .filter((line) => !line.startsWith(':62F:'))
    .map((line) => (line.startsWith(':60F:') ? ':34F:EGP0,' : line))
    .join('\n');
}

describe('a row told again after people decided', () => {
  it(
    'may be a payment that was taken back, where a file had told it and neither has a reference',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const [first] = (await imported(desk, toldBare(loanId))).rows;
      const payment_id = first?.payment_id as string;
      await desk.done('payments.reverse', { payment_id, reason: 'not theirs' });
      const again = await imported(desk, ownCsv([loanId, '100.00', DAY, '']));
      expect(outcomesOf(again)).toEqual(['may_be_known']);
      expect(again.rows[0]?.reason).toContain(payment_id);
    }),
  );

  it(
    'may be what staff had typed without a reference and took back',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const { payment_id } = await desk.done(
        'payments.create',
        paymentInput(desk, loanId, 100, { payment_date: DAY }),
      );
      await desk.done('payments.reverse', { payment_id: payment_id as string, reason: 'typed too early' });
      expect(outcomesOf(await imported(desk, toldBare(loanId)))).toEqual(['may_be_known']);
    }),
  );

  it(
    'is new in the very file that only knew it of another one, which was undone',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const { batch_id } = await imported(desk, ownCsv([loanId, '100.00', DAY, 'FT1']));
      const bank = statementOf('10', '1000.00', [{ amount: '100.00', text: loanId, reference: 'FT1' }]);
      expect(outcomesOf(await imported(desk, bank))).toEqual(['already_imported']);
      await desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'the wrong file' });
      const again = await imported(desk, bank);
      expect(again.file_faults).toEqual([]);
      expect(outcomesOf(again)).toEqual(['post']);
      expect(outcomesOf(await imported(desk, bank))).toEqual(['already_imported']);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );

  it(
    'is itself where it was dismissed as one of several, and none of these by name',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const both = await imported(desk, toldBare(`IPN ${loanId}`, 'InstaPay 1'));
      expect(outcomesOf(both)).toEqual(['post', 'no_match']);
      const stated = (text: string) =>
        statementOf('10', '5000.00', [{ amount: '100.00', text, reference: 'NONREF' }]);
      const [unsure] = (await imported(desk, stated('INSTAPAY ONE'))).rows;
      expect(unsure?.code).toBe('may_be_known');
      const held_id = unsure?.held_id as string;
      await desk.done('held_rows.dismiss', { held_id, reason: 'told twice' });
      const [again] = (await imported(desk, stated('InstaPay  one, again'))).rows;
      expect(again).toMatchObject({ outcome: 'already_imported', held_id, payment_id: null });
    }),
  );

  it(
    'is held once beside an equal one, when its payment was taken back and the same file comes again',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const text = `InstaPay ${loanId}`;
      await imported(
        desk,
        statementOf('10', '1000.00', [{ amount: '100.00', text: `FROM ${text}`, reference: 'NONREF' }]),
      );
      const [second] = (
        await imported(desk, statementOf('10', '1100.00', [{ amount: '100.00', text, reference: 'NONREF' }]))
      ).rows;
      await desk.done('payments.reverse', { payment_id: second?.payment_id as string, reason: 'not theirs' });
      const day = statementOf('10', '1000.00', [
        { amount: '100.00', text, reference: 'NONREF' },
        { amount: '100.00', text, reference: 'NONREF' },
      ]);
      const held = await imported(desk, day);
      expect(outcomesOf(held)).toEqual(['already_imported', 'reversed_before']);
      const again = await imported(desk, day);
      expect(outcomesOf(again)).toEqual(['already_imported', 'already_imported']);
      expect(again.rows.map(({ held_id }) => held_id)).toEqual([null, held.rows[1]?.held_id]);
    }),
  );
});

describe('a statement that comes back to where it began', () => {
  it(
    'may tell of a row that ended there before, and of an equal one',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const row = { amount: '100.00', text: loanId, reference: 'NONREF' };
      const taken = { amount: '-100.00', text: `RETURN ${loanId}`, reference: 'NONREF', returned: true };
      expect(outcomesOf(await imported(desk, statementOf('10', '1000.00', [row])))).toEqual(['post']);
      const later = await imported(desk, statementOf('10', '1100.00', [row, taken]));
      expect(outcomesOf(later)).toEqual(['may_be_known', 'returned_payment']);
    }),
  );
});

describe('statements of no account without a common balance', () => {
  it(
    'may tell of two rows that look equal',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const day = (opening: string, closing: string) =>
        [
          `Opening balance,,,${opening}`,
          'Date,Description,Debit,Credit',
          `2026-04-10,IPN ${loanId},,100.00`,
          `Closing balance,,,${closing}`,
        ].join('\n');
      expect(outcomesOf(await imported(desk, day('1200.00', '1300.00')))).toEqual(['post']);
      expect(outcomesOf(await imported(desk, day('1000.00', '1100.00')))).toEqual(['may_be_known']);
      expect(outcomesOf(await imported(desk, day('1200.00', '1300.00')))).toEqual(['already_imported']);
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { runningLoan } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { paymentInput } from './desk-loans.ts';
import { type BatchPlan, counted, imported, ownCsv } from './payment-files.ts';

type Row = readonly [loan: string, amount: string, date: string, reference?: string];

/** The reject file of some rows, corrected. */
function corrected(...rows: readonly Row[]): string {
  const [headings, ...lines] = ownCsv(...rows)
    .trimEnd()
    .split('\n');
  const added = lines.map((line, at) => `${line},${at + 2},invalid_date,corrected`);
  return [`${headings},line,code,reason`, ...added, ''].join('\n');
}

/** Amounts of the payments of a loan that stand, by value date. */
async function paid(desk: Desk, loanId: string): Promise<number[]> {
  const payments = await desk.done('loans.payments', { loan_id: loanId });
  return payments.flatMap(({ status, payment_amount }) => (status === 'posted' ? [payment_amount] : []));
}

async function verified(desk: Desk): Promise<void> {
  expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
}

const onlyRow = ({ rows }: BatchPlan) => rows[0] as BatchPlan['rows'][number];
const wrong = (loanId: string): Row => [loanId, '500', '2026-04-32'];
const right = (loanId: string, reference = ''): Row => [loanId, '500', '2026-04-10', reference];

describe('a row that was refused and is corrected', () => {
  it(
    'is held when it equals one posted with its file, and once; matched, it is a payment of its own',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const first = await imported(desk, ownCsv(right(loanId), wrong(loanId)), { on_error: 'reject' });
      expect(counted(first)).toEqual({ post: 1, refused: 1 });
      expect(first.of_rejected).toBe(false);

      const rejects = corrected(right(loanId));
      const held = await imported(desk, rejects);
      expect(held).toMatchObject({ of_rejected: true, verdict: 'waiting', new_rows: 1, warnings: [] });
      expect(onlyRow(held)).toMatchObject({
        outcome: 'held',
        code: 'equals_imported_row',
        reason: expect.stringContaining(`${onlyRow(first).payment_id} of batch ${first.batch_id}`),
      });
      expect(await paid(desk, loanId)).toEqual([500]);
      const [waiting] = await desk.done('held_rows.list', {});
      expect(waiting).toMatchObject({
        code: 'equals_imported_row',
        suggestions: [loanId],
        waiting_amount: 500,
      });
      expect(await desk.done('payment_batches.get', { batch_id: held.batch_id as string })).toMatchObject({
        of_rejected: true,
        data: [{ outcome: 'held', reason: expect.stringContaining('equals PAY-') }],
      });

      const again = await imported(desk, rejects);
      expect(again).toMatchObject({ batch_id: null, verdict: 'done', new_rows: 0, warnings: [] });

      await desk.done('held_rows.match', {
        held_id: waiting?.held_id as string,
        allocations: [{ loan_id: loanId }],
      });
      expect(await paid(desk, loanId)).toEqual([500, 500]);
      expect(counted(await imported(desk, rejects))).toEqual({ already_imported: 1 });
      // The file corrected as a whole has both of them, and no third.
      const whole = await imported(desk, ownCsv(right(loanId), right(loanId)));
      expect(counted(whole)).toEqual({ already_imported: 2 });
      await verified(desk);
    }),
  );

  it(
    'is posted when it equals none, and known again in its file and in its own',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await imported(desk, ownCsv([loanId, '250', '2026-04-09'], wrong(loanId)), { on_error: 'reject' });
      expect(counted(await imported(desk, corrected(right(loanId))))).toEqual({ post: 1 });
      const again = await imported(desk, corrected(right(loanId)).replaceAll('\n', '\r\n'));
      expect(counted(again)).toEqual({ already_imported: 1 });
      // The same row in another file of refused ones: told, as nothing else is seen of it.
      expect(again.warnings).toEqual([
        {
          code: 'equals_imported_row',
          message: expect.stringMatching(/^line 2 was refused and, corrected, /),
        },
      ]);
      const whole = await imported(desk, ownCsv([loanId, '250', '2026-04-09'], right(loanId)));
      expect(counted(whole)).toEqual({ already_imported: 2 });
      expect(await paid(desk, loanId)).toEqual([250, 500]);
      await verified(desk);
    }),
  );

  it(
    'is held when it was refused a second time and equals one posted then, which its whole file knows',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await imported(desk, ownCsv(wrong(loanId), wrong(loanId)), { on_error: 'reject' });
      const half = corrected(right(loanId), wrong(loanId));
      expect(counted(await imported(desk, half, { on_error: 'reject' }))).toEqual({ post: 1, refused: 1 });
      // Imported again as it is, or further corrected, the same file knows what was posted.
      expect(counted(await imported(desk, half, { on_error: 'reject' }))).toEqual({
        already_imported: 1,
        refused: 1,
      });
      const rest = corrected(right(loanId));
      const held = await imported(desk, rest);
      expect(onlyRow(held)).toMatchObject({ outcome: 'held', code: 'equals_imported_row' });
      expect(counted(await imported(desk, rest))).toEqual({ already_imported: 1 });
      const waiting = onlyRow(held).held_id as string;
      await desk.done('held_rows.match', { held_id: waiting, allocations: [{ loan_id: loanId }] });
      expect(await paid(desk, loanId)).toEqual([500, 500]);
      const whole = await imported(desk, corrected(right(loanId), right(loanId)));
      expect(counted(whole)).toEqual({ already_imported: 2 });
      await verified(desk);
    }),
  );

  it(
    'is held too when its file was corrected and imported as a whole before, whatever its reference',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await imported(desk, ownCsv(right(loanId, 'cash')));
      const held = await imported(desk, corrected(right(loanId, 'cash')));
      expect(onlyRow(held)).toMatchObject({ outcome: 'held', code: 'equals_imported_row' });
      await desk.done('held_rows.dismiss', { held_id: onlyRow(held).held_id as string, reason: 'the same' });
      expect(counted(await imported(desk, corrected(right(loanId, 'cash'))))).toEqual({
        already_imported: 1,
      });
      expect(await paid(desk, loanId)).toEqual([500]);
      await verified(desk);
    }),
  );

  it(
    'is posted after the batch it equals was undone, and the file of its own undone is imported anew',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const first = await imported(desk, ownCsv(right(loanId)));
      const held = await imported(desk, corrected(right(loanId)));
      for (const { batch_id } of [first, held]) {
        await desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'wrong file' });
      }
      expect(counted(await imported(desk, corrected(right(loanId))))).toEqual({ post: 1 });
      expect(await paid(desk, loanId)).toEqual([500]);
      await verified(desk);
    }),
  );

  it(
    'is known when its payment was booked by hand, and that is told',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const by = { payment_date: '2026-04-10', payment_reference: 'R7' };
      const { payment_id } = await desk.done('payments.create', paymentInput(desk, loanId, 500, by));
      const known = await imported(desk, corrected(right(loanId, 'R7')));
      expect(counted(known)).toEqual({ already_imported: 1 });
      expect(known.warnings).toEqual([
        { code: 'equals_booked_payment', message: expect.stringContaining(`${payment_id}, booked by hand`) },
      ]);
      expect(await paid(desk, loanId)).toEqual([500]);
    }),
  );

  it(
    'whose payment was taken back by itself is held as such',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const first = await imported(desk, corrected(right(loanId)));
      const payment_id = onlyRow(first).payment_id as string;
      await desk.done('payments.reverse', { payment_id, reason: 'not theirs' });
      expect(onlyRow(await imported(desk, corrected(right(loanId))))).toMatchObject({
        outcome: 'held',
        code: 'reversed_before',
      });
      expect(counted(await imported(desk, corrected(right(loanId))))).toEqual({ already_imported: 1 });
      await verified(desk);
    }),
  );

  it(
    'of a reference on several loans is told by its loan, and held on another than before',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const other = await runningLoan(desk, 'M-2');
      const csv = (credit: string) =>
        [
          'Date,Description,Reference,Credit,Debit',
          `2026-04-10,${other.loanId},BULK,${credit},`,
          `2026-04-10,${loanId},BULK,100.00,`,
          '',
        ].join('\n');
      const told = { of_rejected: true, on_error: 'reject' } as const;
      expect(counted(await imported(desk, csv('1x0.00'), told))).toEqual({ refused: 1, post: 1 });
      const whole = await imported(desk, csv('100.00'), told);
      expect(whole.rows.map(({ outcome }) => outcome)).toEqual(['held', 'already_imported']);
      expect(counted(await imported(desk, csv('100.00'), told))).toEqual({ already_imported: 2 });
      expect(await paid(desk, loanId)).toEqual([100]);
      await verified(desk);
    }),
  );
});

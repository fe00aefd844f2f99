import { describe, expect, it } from 'vitest';
import { runningLoan } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { paymentInput } from './desk-loans.ts';
import { type BatchPlan, counted, imported, ownCsv, planned } from './payment-files.ts';

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

/** The name a reject file has beside `file.txt`, whose refused rows it has; those of that one in turn. */
const REJECTS = { file_name: 'file.rejects.csv', on_error: 'reject' } as const;
const REJECTS_AGAIN = { file_name: 'file.rejects.rejects.csv' };

describe('a row that was refused and is corrected', () => {
  it(
    'is new though it equals one posted with its file, and known the next time, also in its file as a whole',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const first = await imported(desk, ownCsv(right(loanId), wrong(loanId)), { on_error: 'reject' });
      expect(counted(first)).toEqual({ post: 1, refused: 1 });
      expect(first.of_rejected).toBe(false);

      const rejects = corrected(right(loanId));
      const told = await imported(desk, rejects, REJECTS);
      expect(told).toMatchObject({ of_rejected: true, verdict: 'done', new_rows: 1 });
      expect(counted(told)).toEqual({ post: 1 });
      expect(await paid(desk, loanId)).toEqual([500, 500]);
      for (const again of [rejects, rejects.replaceAll('\n', '\r\n')]) {
        expect(await imported(desk, again, REJECTS)).toMatchObject({ batch_id: null, new_rows: 0 });
      }
      const whole = await imported(desk, ownCsv(right(loanId), right(loanId)));
      expect(counted(whole)).toEqual({ already_imported: 2 });
      await verified(desk);
    }),
  );

  it(
    'is held where nothing says of which file it is and it equals a row posted; accepted, it is a payment',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const first = await imported(desk, ownCsv(right(loanId), wrong(loanId)), { on_error: 'reject' });
      const rejects = corrected(right(loanId));
      const renamed = { file_name: 'mended.csv' };
      const held = await imported(desk, rejects, renamed);
      expect(held).toMatchObject({ verdict: 'waiting', new_rows: 1 });
      expect(onlyRow(held)).toMatchObject({
        outcome: 'held',
        code: 'may_be_known',
        reason: expect.stringContaining(`${onlyRow(first).payment_id} of batch ${first.batch_id}`),
      });
      expect(counted(await imported(desk, rejects, renamed))).toEqual({ already_imported: 1 });
      await desk.done('held_rows.accept', { held_id: onlyRow(held).held_id as string });
      expect(await paid(desk, loanId)).toEqual([500, 500]);
      expect(counted(await imported(desk, rejects, renamed))).toEqual({ already_imported: 1 });
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
      const whole = await imported(desk, ownCsv([loanId, '250', '2026-04-09'], right(loanId)));
      expect(counted(whole)).toEqual({ already_imported: 2 });
      expect(await paid(desk, loanId)).toEqual([250, 500]);
      await verified(desk);
    }),
  );

  it(
    'is new when it was refused a second time, beside one posted then',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await imported(desk, ownCsv(wrong(loanId), wrong(loanId), [loanId, '1', '2026-04-10']), {
        on_error: 'reject',
      });
      const half = corrected(right(loanId), wrong(loanId));
      expect(counted(await imported(desk, half, REJECTS))).toEqual({ post: 1, refused: 1 });
      expect(counted(await imported(desk, half, REJECTS))).toEqual({ already_imported: 1, refused: 1 });
      // A part of the same file: nothing says which of its rows it is.
      const part = { ...REJECTS, file_name: 'file.rejects-2.csv' };
      expect(onlyRow(await planned(desk, corrected(right(loanId)), part)).code).toBe('may_be_known');
      expect(onlyRow(await planned(desk, corrected(right(loanId)), REJECTS)).code).toBe('may_be_known');
      const rest = await imported(desk, corrected(right(loanId)), REJECTS_AGAIN);
      expect(counted(rest)).toEqual({ post: 1 });
      expect(await paid(desk, loanId)).toEqual([1, 500, 500]);
      const all = ownCsv(right(loanId), right(loanId), [loanId, '1', '2026-04-10']);
      expect(counted(await imported(desk, all))).toEqual({ already_imported: 3 });
      await verified(desk);
    }),
  );

  it(
    'is held when its file was corrected and imported as a whole before, whatever its reference',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const cash = right(loanId, 'cash');
      await imported(desk, ownCsv([loanId, '1', '2026-04-10'], wrong(loanId)), { on_error: 'reject' });
      expect(counted(await imported(desk, ownCsv([loanId, '1', '2026-04-10'], cash)))).toEqual({
        already_imported: 1,
        post: 1,
      });
      const held = await imported(desk, corrected(cash), REJECTS);
      expect(onlyRow(held)).toMatchObject({ outcome: 'held', code: 'may_be_known' });
      await desk.done('held_rows.dismiss', { held_id: onlyRow(held).held_id as string, reason: 'the same' });
      expect(counted(await imported(desk, corrected(cash), REJECTS))).toEqual({ already_imported: 1 });
      expect(await paid(desk, loanId)).toEqual([1, 500]);
      await verified(desk);
    }),
  );

  it(
    'is refused when it has the reference of one posted with its file',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const wrongDay: Row = [loanId, '500', '2026-04-32', 'R7'];
      await imported(desk, ownCsv(right(loanId, 'R7'), wrongDay), { on_error: 'reject' });
      const told = await imported(desk, corrected(right(loanId, 'r7')), { file_name: 'file.rejects.csv' });
      expect(told).toMatchObject({ verdict: 'nothing_posted' });
      expect(onlyRow(told)).toMatchObject({ outcome: 'refused', code: 'reference_conflict' });
      expect(await paid(desk, loanId)).toEqual([500]);
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
    'is known when its payment was booked by hand',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const by = { payment_date: '2026-04-10', payment_reference: 'R7' };
      const { payment_id } = await desk.done('payments.create', paymentInput(desk, loanId, 500, by));
      const known = await imported(desk, corrected(right(loanId, 'R7')));
      expect(counted(known)).toEqual({ already_imported: 1 });
      expect(onlyRow(known)).toMatchObject({
        payment_id,
        reason: expect.stringContaining('booked by hand'),
      });
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
    'of a bank is new though it equals one posted with its file, and known in its whole file',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const csv = (...credits: readonly string[]) =>
        [
          'Date,Description,Reference,Credit,Debit',
          ...credits.map((credit) => `2026-04-10,${loanId},,${credit},`),
          '',
        ].join('\n');
      const whole = await imported(desk, csv('100.00', '1x0.00'), { on_error: 'reject' });
      expect(counted(whole)).toEqual({ refused: 1, post: 1 });
      const renamed = { of_rejected: true, file_name: 'mended.csv' };
      expect(onlyRow(await planned(desk, csv('100.00'), renamed)).code).toBe('may_be_known');
      const told = { of_rejected: true, file_name: 'file.rejects.csv' };
      expect(counted(await imported(desk, csv('100.00'), told))).toEqual({ post: 1 });
      expect(counted(await imported(desk, csv('100.00'), told))).toEqual({ already_imported: 1 });
      expect(counted(await imported(desk, csv('100.00', '100.00')))).toEqual({ already_imported: 2 });
      expect(await paid(desk, loanId)).toEqual([100, 100]);
      await verified(desk);
    }),
  );
});

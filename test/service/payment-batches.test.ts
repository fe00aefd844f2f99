import { describe, expect, it } from 'vitest';
import { runningLoan, statementOf } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { paymentInput } from './desk-loans.ts';
import { type BatchPlan, counted, imported, ownCsv, planned } from './payment-files.ts';

/** Amounts of the payments of a loan that stand, by value date. */
async function paid(desk: Desk, loanId: string): Promise<number[]> {
  const payments = await desk.done('loans.payments', { loan_id: loanId });
  return payments
    .filter(({ status }) => status === 'posted')
    .map(({ payment_amount }) => payment_amount)
    .sort((a, b) => a - b);
}

async function verified(desk: Desk): Promise<void> {
  expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
}

const row = ({ rows }: BatchPlan, at: number) => rows[at] as BatchPlan['rows'][number];

describe('a file of our own columns', () => {
  it(
    'is posted with its splits, once; the same file again posts nothing and names the first batch',
    onDesk(async (desk) => {
      const { loanId, applicationId } = await runningLoan(desk);
      const file = ownCsv([loanId, '1000', '2026-03-31', 'R1'], [applicationId, '500.5', '2026-04-30', 'R2']);
      const dry = await planned(desk, file);
      expect(dry).toMatchObject({ dry_run: true, batch_id: null, new_rows: 2 });
      expect(await paid(desk, loanId)).toEqual([]);

      const done = await imported(desk, file);
      expect(done).toMatchObject({
        batch_id: expect.stringMatching(/^BAT-/),
        verdict: 'done',
        outcomes: { post: [{ currency: 'EGP', count: 2, sum: '1500.50' }] },
        // 12,000.00 × 24 % ÷ 12 × 30/31 = 232.26; then 11,232.26 × 2 % × (1/31 + 29/30) = 224.40.
        totals: { principal: '1043.84', interest: '456.66', fees: '0.00', credit: '0.00' },
      });
      expect({ ...done, batch_id: null, dry_run: true, rows: [] }).toEqual({ ...dry, rows: [] });
      expect(await paid(desk, loanId)).toEqual([500.5, 1000]);
      const { payments } = { payments: await desk.done('loans.payments', { loan_id: loanId }) };
      expect(payments.map(({ batch_id }) => batch_id)).toEqual([done.batch_id, done.batch_id]);

      const again = await imported(desk, file, { file_name: 'renamed.csv' });
      expect(again).toMatchObject({ batch_id: null, verdict: 'done', new_rows: 0, known_rows: 2 });
      expect(again.already_posted_batch).toBe(done.batch_id);
      expect(again.rows.map(({ payment_id, batch_id }) => [payment_id, batch_id])).toEqual(
        done.rows.map(({ payment_id }) => [payment_id, done.batch_id]),
      );
      expect((await desk.audit()).filter(({ action }) => action.startsWith('payment_batches'))).toHaveLength(
        1,
      );
      await verified(desk);
    }),
  );

  it(
    'has every equal payment, and a third one is one new payment (B28)',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const equal = [loanId, '500', '2026-04-02'] as const;
      expect(counted(await imported(desk, ownCsv(equal, equal)))).toEqual({ post: 2 });
      expect(counted(await imported(desk, ownCsv(equal, equal)))).toEqual({ already_imported: 2 });
      expect(counted(await imported(desk, ownCsv(equal, equal, equal)))).toEqual({
        post: 1,
        already_imported: 2,
      });
      expect(await paid(desk, loanId)).toEqual([500, 500, 500]);
    }),
  );

  it(
    'has one reference for one payment: another amount is refused until that one is reversed (B13)',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const [first = '', second = ''] = ['400', '600'].map((amount) =>
        ownCsv([loanId, amount, '2026-04-02', 'INST-04']),
      );
      const posted = await imported(desk, first);
      expect(counted(posted)).toEqual({ post: 1 });
      const payment_id = row(posted, 0).payment_id as string;
      const refused = await imported(desk, second);
      expect(refused).toMatchObject({ verdict: 'nothing_posted', batch_id: null });
      expect(row(refused, 0)).toMatchObject({
        code: 'reference_conflict',
        reason: expect.stringContaining(`loandesk pay reverse ${payment_id}`),
      });
      const third = await imported(desk, first, { file_name: 'third.csv' });
      expect(counted(third)).toEqual({ already_imported: 1 });
      expect(await paid(desk, loanId)).toEqual([400]);
      await desk.done('payments.reverse', { payment_id, reason: 'wrong amount' });
      expect(counted(await imported(desk, second))).toEqual({ post: 1 });
      await verified(desk);
    }),
  );

  it(
    'is refused where one reference stands twice in it, on all its lines',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const pasted = [loanId, '400', '2026-04-02', 'INST-04'] as const;
      const refused = await imported(desk, ownCsv(pasted, pasted, [loanId, '1', '2026-04-02', 'R2']));
      expect(counted(refused)).toEqual({ refused: 2, post: 1 });
      expect(refused.verdict).toBe('nothing_posted');
      expect([0, 1].map((at) => row(refused, at).code)).toEqual(['reference_conflict', 'reference_conflict']);
      expect(await paid(desk, loanId)).toEqual([]);
    }),
  );

  it(
    'posts nothing when a row is refused, and says every row with its column, value, code and reason (B38)',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const mistyped = `${loanId.slice(0, -1)}${loanId.endsWith('0') ? '1' : '0'}`;
      const file = ownCsv(
        [loanId, '100', '2026-04-02', 'GOOD'],
        [loanId, 'abc', '2026-02-30', 'BAD'],
        [mistyped, '100', '2026-04-02'],
        ['no loan', '100', '2026-04-02'],
        [loanId, '99999', '2026-04-02'],
        [loanId, '100', '2026-05-02'],
        [loanId, '100', '2026-02-01'],
      );
      const plan = await imported(desk, file);
      expect(plan).toMatchObject({ verdict: 'nothing_posted', batch_id: null });
      expect(counted(plan)).toEqual({ post: 1, refused: 6 });
      expect(plan.rows.map(({ line, code, column, value }) => [line, code, column, value])).toEqual([
        [2, null, null, null],
        [3, 'invalid_amount', 'payment_amount', 'abc'],
        [4, 'id_mistyped', 'loan_id', mistyped],
        [5, 'unknown_loan', 'loan_id', 'no loan'],
        [6, 'overpayment', 'payment_amount', '99999.00'],
        [7, 'date_in_future', 'payment_date', '2026-05-02'],
        [8, 'date_before_disbursement', 'payment_date', '2026-02-01'],
      ]);
      expect(row(plan, 1).faults).toMatchObject([{ column: 'payment_amount' }, { column: 'payment_date' }]);
      expect(row(plan, 2).reason).toContain(`Did you mean ${loanId}?`);
      expect(await paid(desk, loanId)).toEqual([]);

      const rest = await imported(desk, file, { on_error: 'reject' });
      expect(rest).toMatchObject({ verdict: 'waiting', batch_id: expect.stringMatching(/^BAT-/) });
      expect(await paid(desk, loanId)).toEqual([100]);
      const corrected = ownCsv([loanId, '200', '2026-04-03', 'BAD'], [loanId, '100', '2026-04-04']);
      expect(counted(await imported(desk, corrected))).toEqual({ post: 2 });
      expect(await paid(desk, loanId)).toEqual([100, 100, 200]);
    }),
  );

  it(
    'divides its rows in date order, each on top of those before it, whatever their order in the file',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const rows = [
        [loanId, '300', '2026-04-30', 'C'],
        [loanId, '100', '2026-03-31', 'A'],
        [loanId, '200', '2026-04-15', 'B'],
      ] as const;
      const plan = await planned(desk, ownCsv(...rows));
      const balances = [1, 2, 0].map((at) => Number(row(plan, at).remaining_balance));
      expect(balances).toEqual([...balances].sort((a, b) => b - a));
      const done = await imported(desk, ownCsv(...rows));
      const booked = await desk.done('loans.payments', { loan_id: loanId });
      for (const { payment_id, remaining_balance } of done.rows) {
        const payment = booked.find((one) => one.payment_id === payment_id);
        expect(payment?.remaining_balance).toBe(Number(remaining_balance));
      }
      await verified(desk);
    }),
  );

  it(
    'says which earlier payments it divides otherwise, and corrects their entries',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const later = await desk.done('payments.create', paymentInput(desk, loanId, 600));
      const file = ownCsv([loanId, '1000', '2026-03-31', 'LATE']);
      const plan = await planned(desk, file);
      expect(plan.corrections).toMatchObject([
        {
          loan_id: loanId,
          payment_id: later.payment_id,
          payment_date: '2026-04-30',
          before: {
            principal_amount: later.principal_amount.toFixed(2),
            remaining_balance: later.remaining_balance.toFixed(2),
          },
        },
      ]);
      const { after } = plan.corrections[0] as BatchPlan['corrections'][number];
      await imported(desk, file);
      const [now] = (await desk.done('loans.payments', { loan_id: loanId })).filter(
        ({ payment_id }) => payment_id === later.payment_id,
      );
      expect(now?.remaining_balance.toFixed(2)).toBe(after.remaining_balance);
      await verified(desk);
    }),
  );

  it(
    'holds a row in another currency, and posts the one in EGP (B22)',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const line = (currency: string) =>
        JSON.stringify({ loan_id: loanId, payment_amount: 500, payment_date: '2026-04-02', currency });
      const done = await imported(desk, `${line('EGP')}\n${line('USD')}\n`);
      expect(done).toMatchObject({
        verdict: 'waiting',
        outcomes: { post: [{ currency: 'EGP', sum: '500.00' }], held: [{ currency: 'USD', sum: '500.00' }] },
      });
      expect(row(done, 1).reason).toBe('loans are kept in EGP, not in USD');
      await verified(desk);
    }),
  );
});

describe('a row whose payment is there already', () => {
  it(
    'is imported when somebody booked it by hand under its reference, once',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const by = { payment_reference: 'FT7', payment_date: '2026-04-10' };
      const { payment_id } = await desk.done('payments.create', paymentInput(desk, loanId, 250, by));
      const other = { amount: '250.00', text: loanId, reference: 'FT8' };
      const file = statementOf('10', '1000.00', [
        { amount: '250.00', text: loanId, reference: 'FT7' },
        other,
      ]);
      const done = await imported(desk, file);
      expect(counted(done)).toEqual({ already_imported: 1, post: 1 });
      expect(row(done, 0)).toMatchObject({
        payment_id,
        batch_id: null,
        reason: expect.stringContaining('by hand'),
      });
      expect(await paid(desk, loanId)).toEqual([250, 250]);
      expect(counted(await imported(desk, file))).toEqual({ already_imported: 2 });
      await verified(desk);
      // It was not this file that booked it, so taking the file back leaves it.
      await desk.done('payment_batches.undo', { batch_id: done.batch_id as string, reason: 'wrong file' });
      expect(await paid(desk, loanId)).toEqual([250]);
      await verified(desk);
    }),
  );

  it.each([
    ['of our own columns', (loan: string) => ownCsv([loan, '250', '2026-04-10', 'FT7'])],
    [
      'of a bank',
      (loan: string) => statementOf('10', '0.00', [{ amount: '250.00', text: loan, reference: 'FT7' }]),
    ],
  ])('and was reversed by itself is held, in a file %s', async (_whose, fileOf) =>
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const first = await imported(desk, fileOf(loanId));
      const paymentId = row(first, 0).payment_id as string;
      await desk.done('payments.reverse', { payment_id: paymentId, reason: 'not theirs' });
      const again = await imported(desk, fileOf(loanId));
      expect(again).toMatchObject({ verdict: 'waiting', batch_id: expect.stringMatching(/^BAT-/) });
      expect(row(again, 0)).toMatchObject({
        outcome: 'held',
        code: 'reversed_before',
        reason: expect.stringContaining(paymentId),
        held_id: expect.stringMatching(/^HLD-/),
      });
      expect(await paid(desk, loanId)).toEqual([]);
      expect(counted(await imported(desk, fileOf(loanId)))).toEqual({ already_imported: 1 });
      await verified(desk);
    })(),
  );

  it(
    'and booked by hand without a reference may be any equal row of its day: a person says which',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const by = { payment_reference: null, payment_date: '2026-04-10' };
      const { payment_id } = await desk.done('payments.create', paymentInput(desk, loanId, 250, by));
      const file = ownCsv(
        [loanId, '250', '2026-04-10', 'FT7'],
        [loanId, '250', '2026-04-10'],
        [loanId, '250', '2026-04-11'],
      );
      const done = await imported(desk, file);
      expect(counted(done)).toEqual({ held: 2, post: 1 });
      for (const at of [0, 1]) {
        expect(row(done, at)).toMatchObject({
          code: 'may_be_known',
          reason: expect.stringContaining(`${payment_id}, booked by hand`),
        });
      }
      expect(await imported(desk, file)).toMatchObject({ new_rows: 0, known_rows: 3 });
      const [one, other] = [0, 1].map((at) => row(done, at).held_id as string);
      await desk.done('held_rows.dismiss', { held_id: one as string, reason: 'booked by hand' });
      await desk.done('held_rows.accept', { held_id: other as string });
      expect(await imported(desk, file)).toMatchObject({ new_rows: 0, known_rows: 3 });
      expect(await paid(desk, loanId)).toEqual([250, 250, 250]);
      await verified(desk);
    }),
  );

  it(
    'and was booked by hand and reversed is held too',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const by = { payment_reference: 'FT7', payment_date: '2026-04-10' };
      const { payment_id } = await desk.done('payments.create', paymentInput(desk, loanId, 250, by));
      await desk.done('payments.reverse', { payment_id: payment_id as string, reason: 'wrong loan' });
      const held = await imported(desk, ownCsv([loanId, '250', '2026-04-10', 'FT7']));
      expect(row(held, 0)).toMatchObject({ outcome: 'held', code: 'reversed_before' });
      await verified(desk);
    }),
  );

  it(
    'is free again when its batch was undone',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = ownCsv([loanId, '250', '2026-04-10', 'FT7']);
      const { batch_id } = await imported(desk, file);
      await desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'wrong file' });
      expect(counted(await imported(desk, file))).toEqual({ post: 1 });
      await verified(desk);
    }),
  );
});

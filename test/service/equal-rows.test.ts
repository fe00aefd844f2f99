import { describe, expect, it } from 'vitest';
import { SHIPPED_DOCUMENTS } from '../../src/ingest/statements/shipped-sources.ts';
import { BANK_ACCOUNT, runningLoan, statementOf } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { type BatchPlan, imported, planned } from './payment-files.ts';

const ENGLISH = SHIPPED_DOCUMENTS.get('bank-english');
const outcomesOf = ({ rows }: BatchPlan) => rows.map(({ outcome, code }) => code ?? outcome);

async function reconciled(desk: Desk): Promise<void> {
  const about = { account: BANK_ACCOUNT, from: '2026-04-01', to: '2026-04-30' };
  const report = await desk.done('reports.reconciliation', about);
  expect(report.reconciled, JSON.stringify(report.currencies)).toBe(true);
}

async function verified(desk: Desk): Promise<void> {
  expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
}

describe('equal rows without a reference', () => {
  const NONREF = 'NONREF';
  const rowsOf = (loanId: string) =>
    [
      { amount: '100.00', text: loanId, reference: NONREF },
      { amount: '-1.00', text: 'fee', reference: NONREF },
    ] as const;
  const statements = (loanId: string, from: string) => statementOf('10', from, rowsOf(loanId));

  it(
    'in a statement that goes on where the last one ends are new, and known again',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const first = statements(loanId, '1000.00');
      const second = statements(loanId, '1099.00');
      expect(outcomesOf(await imported(desk, first))).toEqual(['post', 'not_a_repayment']);
      const told = await imported(desk, second);
      expect(told).toMatchObject({ new_rows: 2, known_rows: 0 });
      expect(outcomesOf(told)).toEqual(['post', 'not_a_repayment']);
      for (const again of [first, second])
        expect(await imported(desk, again)).toMatchObject({ new_rows: 0, known_rows: 2 });
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );

  it(
    'in one that overlaps are the rows known before, in whatever order the days are told',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const [credit, fee] = rowsOf(loanId);
      const other = { amount: '7.00', text: 'nobody', reference: NONREF };
      await imported(desk, statementOf('10', '1000.00', [credit, fee]));
      for (const rows of [
        [other, credit, fee],
        [credit, fee, other],
        [other, fee, credit],
      ]) {
        const told = await planned(desk, statementOf('10', rows[0] === other ? '993.00' : '1000.00', rows));
        expect(told).toMatchObject({ new_rows: 1, known_rows: 2 });
      }
    }),
  );

  it(
    'in a statement before the one imported are new too, and held where it touches not all others',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const [credit] = rowsOf(loanId);
      const at = (opening: string) => statementOf('10', opening, [credit]);
      expect(outcomesOf(await imported(desk, at('1100.00')))).toEqual(['post']);
      // The one it goes on from; one with another between, one behind a gap, and one that fits nowhere.
      for (const [opening, outcome] of [
        ['1000.00', 'post'],
        ['1200.00', 'may_be_known'],
        ['5000.00', 'may_be_known'],
        ['1150.00', 'may_be_known'],
      ] as const) {
        expect(outcomesOf(await imported(desk, at(opening)))).toEqual([outcome]);
        expect(outcomesOf(await imported(desk, at(opening)))).toEqual(['already_imported']);
      }
      expect(await desk.done('loans.payments', { loan_id: loanId })).toHaveLength(2);
      await verified(desk);
    }),
  );

  it(
    'of two statements are known in a file of both, and in one of the whole day',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const first = statements(loanId, '1000.00');
      const second = statements(loanId, '1099.00');
      await imported(desk, first);
      await imported(desk, second);
      const day = statementOf('10', '1000.00', [...rowsOf(loanId), ...rowsOf(loanId)]);
      for (const whole of [first + second, second + first, day]) {
        expect(await imported(desk, whole)).toMatchObject({ new_rows: 0, known_rows: 4 });
      }
      expect(await desk.done('loans.payments', { loan_id: loanId })).toHaveLength(2);
      await reconciled(desk);
      await verified(desk);
    }),
  );

  it(
    'come again after each of their statements was undone',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const [credit] = rowsOf(loanId);
      const first = statementOf('10', '1000.00', [credit]);
      const second = statementOf('10', '1100.00', [credit]);
      const undo = async ({ batch_id }: BatchPlan) =>
        desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'wrong file' });
      const one = await imported(desk, first);
      const two = await imported(desk, second);
      await undo(two);
      expect(outcomesOf(await imported(desk, second))).toEqual(['post']);
      await undo(one);
      expect(outcomesOf(await imported(desk, second))).toEqual(['already_imported']);
      expect(outcomesOf(await imported(desk, first))).toEqual(['post']);
      expect(outcomesOf(await imported(desk, first + second))).toEqual([
        'already_imported',
        'already_imported',
      ]);
      await verified(desk);
    }),
  );

  it(
    'in a statement behind one with a corrected row are new by their balance, and the account is reconciled',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const read = { profile: { name: 'bank', document: { ...ENGLISH, account: BANK_ACCOUNT } } };
      const sent = (rows: readonly string[], more: object = {}) =>
        imported(desk, ['Date,Description,Reference,Credit,Debit,Balance', ...rows, ''].join('\n'), {
          read,
          ...more,
        });
      const equal = (balance: string) => `2026-04-10,${loanId},,100.00,,${balance}`;
      const last = `2026-04-10,${loanId},R3,300.00,,1600.00`;
      const wrong = `2026-04-10,${loanId},R2,2x0.00,,1300.00`;
      await sent([equal('1100.00'), wrong, last], { on_error: 'reject' });
      await sent([wrong.replace('x', '0')], { of_rejected: true });
      const next = await sent([equal('1700.00')]);
      expect(next.warnings).toEqual([]);
      expect(outcomesOf(next)).toEqual(['post']);
      await reconciled(desk);
    }),
  );

  it(
    'with one are known, though the account was empty at the end of each day',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const swept = (...references: readonly string[]) =>
        statementOf(
          '10',
          '0.00',
          references.flatMap((reference) => [
            { amount: '100.00', text: loanId, reference },
            { amount: '-100.00', text: 'sweep', reference: `S${reference}` },
          ]),
        );
      await imported(desk, swept('R1'));
      const told = await imported(desk, swept('R1', 'R2'));
      expect(told).toMatchObject({ new_rows: 2, known_rows: 2 });
      expect(outcomesOf(told).slice(2)).toEqual(['post', 'not_a_repayment']);
    }),
  );

  it(
    'are those posted by a part of their day, after all of it was undone, and however often it comes',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const [credit] = rowsOf(loanId);
      const fee = { amount: '-70.00', text: 'fee', reference: NONREF };
      const day = statementOf('10', '1000.00', [credit, fee, credit]);
      const evening = statementOf('10', '1030.00', [credit]);
      const { batch_id } = await imported(desk, day);
      await desk.done('payment_batches.undo', { batch_id: batch_id as string, reason: 'wrong file' });
      expect(outcomesOf(await imported(desk, evening))).toEqual(['post']);
      const again = outcomesOf(await imported(desk, day));
      expect(again).toEqual(['post', 'not_a_repayment', 'already_imported']);
      expect(await imported(desk, day)).toMatchObject({ new_rows: 0, known_rows: 3 });
      expect(await desk.done('loans.payments', { loan_id: loanId })).toHaveLength(4);
      await verified(desk);
    }),
  );

  it(
    'are known where what came in went out again, by a day or by a week',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const swept = (day: string) => [
        { amount: '100.00', text: loanId, reference: NONREF, day },
        { amount: '-100.00', text: 'sweep', reference: NONREF, day },
      ];
      for (const day of ['08', '09', '10']) await imported(desk, statementOf(day, '0.00', swept(day)));
      const week = statementOf('10', '0.00', ['08', '09', '10'].flatMap(swept));
      expect(await imported(desk, week)).toMatchObject({ new_rows: 0, known_rows: 6 });
    }),
  );
});

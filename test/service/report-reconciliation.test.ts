import { describe, expect, it } from 'vitest';
import type { OperationOutput } from '../../src/contract/operation-types.ts';
import { BANK_ACCOUNT, importedDay, runningLoan } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { imported } from './payment-files.ts';

type Currency = OperationOutput<'reports.reconciliation'>['currencies'][number];

async function april(desk: Desk, from = '2026-04-01', to = '2026-04-30', account = BANK_ACCOUNT) {
  return desk.done('reports.reconciliation', { account, from, to });
}

function sums(currency: Currency | undefined) {
  const { opening, credits, debits, closing, posted, held, dismissed, not_a_repayment, difference } =
    currency as Currency;
  const parts = { posted, held, dismissed, not_a_repayment };
  const said = Object.entries({ credits, debits, ...parts }).map(([name, { sum }]) => [name, sum]);
  return { opening, closing, difference, ...Object.fromEntries(said) };
}

describe('the reconciliation of a bank account', () => {
  it(
    'holds opening, credits, debits and closing against what became of each credit',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const other = await runningLoan(desk, 'M-2');
      const { heldIds } = await importedDay(desk, '10', '1000.00', [
        { amount: '900.00', reference: 'FT1', text: loanId },
        { amount: '700.00', reference: 'FT2', text: 'for two loans' },
        { amount: '50.00', reference: 'FT3', text: 'rent' },
        { amount: '30.00', reference: 'FT4', text: 'who knows' },
        { amount: '-20.00', reference: 'CH1', text: 'charges' },
      ]);
      expect(sums((await april(desk)).currencies[0])).toEqual({
        opening: '1000.00',
        credits: '1680.00',
        debits: '20.00',
        closing: '2660.00',
        posted: '900.00',
        held: '780.00',
        dismissed: '0.00',
        not_a_repayment: '0.00',
        difference: '0.00',
      });
      // One transfer for two loans, in review.
      const allocations = [{ loan_id: loanId, amount: 300 }, { loan_id: other.loanId }];
      await desk.done('held_rows.match', { held_id: heldIds[0] as string, allocations });
      await desk.done('held_rows.dismiss', { held_id: heldIds[1] as string, reason: 'rent' });
      const report = await april(desk);
      expect(report).toMatchObject({ reconciled: true, account: BANK_ACCOUNT, undone_batches: [] });
      expect(report.currencies).toHaveLength(1);
      expect(sums(report.currencies[0])).toMatchObject({
        posted: '1600.00',
        held: '30.00',
        dismissed: '50.00',
        difference: '0.00',
      });
      expect(report.currencies[0]).toMatchObject({ statements: 1, gaps: [], reversed: { count: 0 } });
    }, '2026-04-30'),
  );

  it(
    'is zero again after the wrong file is undone and the right one imported',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const wrong = await importedDay(desk, '10', '1000.00', [
        { amount: '900.00', reference: 'FT9', text: loanId },
      ]);
      await desk.done('payment_batches.undo', { batch_id: wrong.batchId, reason: 'yesterday’s draft' });
      const nothing = await april(desk);
      expect(nothing).toMatchObject({ reconciled: false, currencies: [] });
      expect(nothing.undone_batches).toMatchObject([
        { batch_id: wrong.batchId, reason: 'yesterday’s draft' },
      ]);
      await importedDay(desk, '10', '1000.00', [{ amount: '800.00', reference: 'FT1', text: loanId }]);
      const report = await april(desk);
      expect(report).toMatchObject({ reconciled: true, undone_batches: [{ batch_id: wrong.batchId }] });
      expect(sums(report.currencies[0])).toMatchObject({ posted: '800.00', closing: '1800.00' });
    }, '2026-04-30'),
  );

  it(
    'names what is missing between statements, whatever order they were imported in',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const third = () =>
        importedDay(desk, '12', '160.00', [{ amount: '10.00', reference: 'C', text: loanId }]);
      await third();
      await importedDay(desk, '10', '0.00', [{ amount: '100.00', reference: 'A', text: loanId }]);
      const gapped = await april(desk);
      expect(gapped.reconciled).toBe(false);
      expect(gapped.currencies[0]).toMatchObject({
        difference: '60.00',
        gaps: [
          {
            after: '2026-04-10',
            before: '2026-04-12',
            closing: '100.00',
            opening: '160.00',
            missing: '60.00',
          },
        ],
      });
      // Also where the window begins behind it.
      expect((await april(desk, '2026-04-11')).currencies[0]?.gaps).toHaveLength(1);
      await importedDay(desk, '11', '100.00', [{ amount: '60.00', reference: 'B', text: loanId }]);
      expect(await april(desk)).toMatchObject({ reconciled: true });
      expect(await april(desk, '2026-04-11', '2026-04-11')).toMatchObject({
        reconciled: true,
        currencies: [{ opening: '100.00', closing: '160.00' }],
      });
    }, '2026-04-30'),
  );

  it(
    'cuts a statement that reaches out of the time by its rows',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await importedDay(desk, '20', '0.00', [
        { amount: '100.00', reference: 'A', text: loanId, day: '10' },
        { amount: '60.00', reference: 'B', text: loanId, day: '15' },
        { amount: '7.00', reference: 'C', text: loanId, day: '20' },
      ]);
      expect(sums((await april(desk, '2026-04-12', '2026-04-18')).currencies[0])).toMatchObject({
        opening: '100.00',
        credits: '60.00',
        closing: '160.00',
        difference: '0.00',
      });
    }, '2026-04-30'),
  );

  it(
    'shows apart what was reversed singly, and counts a row that came again once',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const movements = [{ amount: '100.00', reference: 'A', text: loanId }];
      const { batch } = await importedDay(desk, '10', '0.00', movements);
      const payment_id = batch.rows[0]?.payment_id as string;
      await desk.done('payments.reverse', { payment_id, reason: 'wrong loan' });
      expect((await april(desk)).currencies[0]).toMatchObject({
        posted: { sum: '100.00' },
        reversed: { count: 1, sum: '100.00' },
        difference: '0.00',
      });
      // The same file again holds it as reversed before; the money came once all the same.
      const again = await importedDay(desk, '10', '0.00', movements);
      expect(again.heldIds).toHaveLength(1);
      const [held_id = ''] = again.heldIds;
      await desk.done('held_rows.match', { held_id, allocations: [{ loan_id: loanId }] });
      const report = await april(desk);
      expect(report.reconciled).toBe(true);
      expect(sums(report.currencies[0])).toMatchObject({ credits: '100.00', posted: '100.00', held: '0.00' });
      expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    }, '2026-04-30'),
  );

  it(
    'takes any spelling of the account, and says when it knows of none',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await importedDay(desk, '10', '0.00', [{ amount: '100.00', reference: 'A', text: loanId }]);
      const spelt = BANK_ACCOUNT.toLowerCase().replace(/(.{4})/g, '$1 ');
      expect(await april(desk, '2026-04-01', '2026-04-30', spelt)).toMatchObject({ reconciled: true });
      expect(await april(desk, '2026-04-01', '2026-04-30', 'EG00')).toMatchObject({
        reconciled: false,
        currencies: [],
      });
    }, '2026-04-30'),
  );

  it(
    'holds rows of a CSV in other currencies against what it said of them',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const rows = [
        `2026-04-10,${loanId},R1,EGP,100.00,`,
        '2026-04-11,x,R2,KWD,100.014,',
        '2026-04-12,y,R3,KWD,,7.000',
      ];
      const csv = ['Date,Details,Reference,Currency,Credit,Debit', ...rows, ''].join('\n');
      const profile = {
        name: 'two-currencies',
        document: {
          columns: {
            payment_date: 'Date',
            details: 'Details',
            reference: 'Reference',
            currency: 'Currency',
            credit: 'Credit',
            debit: 'Debit',
          },
          account: BANK_ACCOUNT,
          decimal: 'point',
          sign: 'columns',
        },
      };
      await imported(desk, csv, { read: { profile } });
      const { reconciled, currencies } = await april(desk);
      expect(currencies).toMatchObject([
        { currency: 'EGP', statements: 1, difference: '0.00' },
        {
          currency: 'KWD',
          statements: 1,
          difference: '0.00',
          credits: { sum: '100.014' },
          debits: { sum: '7.00' },
        },
      ]);
      expect(reconciled).toBe(true);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );
});

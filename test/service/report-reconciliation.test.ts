import { describe, expect, it } from 'vitest';
import type { OperationOutput } from '../../src/contract/operation-types.ts';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { makeId } from '../../src/domain/identifiers.ts';
import { auditRecord } from '../store/ledger-fixtures.ts';
import { bankStatement, batchRow, importBatch, rowKey } from '../store/receipt-fixtures.ts';
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

  it(
    'ties a morning and an evening of payers who give a dash for a reference, and shows the one that is lost',
    onDesk(async (desk) => {
      const told = (name: string, balance: string) =>
        [
          `Account No,${BANK_ACCOUNT},,,,`,
          'Date,Description,Reference,Debit,Credit,Balance',
          `2026-04-02,Transfer of ${name},-,,500.00,${balance}`,
          '',
        ].join('\n');
      await imported(desk, told('Mona', '1500.00'));
      await imported(desk, told('Salma', '2000.00'));
      const report = await april(desk);
      expect(report).toMatchObject({ reconciled: true, currencies: [{ differences: [] }] });
      expect(sums(report.currencies[0])).toMatchObject({
        ...{ opening: '1000.00', closing: '2000.00', held: '1000.00', difference: '0.00' },
      });
    }, '2026-04-30'),
  );

  it(
    'names the days of a lost row and of one kept twice, which together come to nothing',
    onDesk(async (desk) => {
      const kept = async (
        day: string,
        balances: readonly [string, string],
        credits: number,
        rows: number,
      ) => {
        const batchId = makeId('batch', desk.randomBytes(5));
        const date = `2026-04-${day}` as CalendarDate;
        const [opening, closing] = balances;
        const sides = {
          creditCount: credits,
          creditSum: `${credits * 500}.00`,
          debitCount: 0,
          debitSum: '0.00',
        };
        const dated = { firstDate: date, lastDate: date };
        const own = Array.from({ length: rows }, (_, at) =>
          batchRow(batchId, at + 1, {
            ...{ amount: '500.00', date, account: BANK_ACCOUNT },
            rowKey: rowKey(Number(day) * 10 + at),
          }),
        );
        await desk.store.write(async (tx) => {
          const statement = { account: BANK_ACCOUNT, opening, closing, ...sides, ...dated };
          await importBatch(tx, own, [], [bankStatement(batchId, statement)]);
          await tx.insert.audit(auditRecord('payment_batches.post', batchId));
        });
        return batchId;
      };
      const lost = await kept('10', ['0.00', '1000.00'], 2, 1);
      const twice = await kept('11', ['1000.00', '1500.00'], 1, 2);
      const report = await april(desk);
      expect(report).toMatchObject({ reconciled: false, currencies: [{ difference: '0.00', gaps: [] }] });
      expect(report.currencies[0]?.differences).toMatchObject([
        { first_date: '2026-04-10', difference: '500.00', batch_ids: [lost], statements: 1 },
        {
          first_date: '2026-04-11',
          difference: '-500.00',
          batch_ids: [twice],
          kept: { credits: { count: 2 } },
        },
      ]);
    }, '2026-04-30'),
  );

  it(
    'misses a row that was refused until it comes corrected',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const heading = 'Account No,Date,Description,Reference,Credit,Debit,Balance';
      const row = (day: string, reference: string, credit: string, balance: string) =>
        `${BANK_ACCOUNT},2026-04-${day},${loanId},${reference},${credit},,${balance}`;
      const rows = [row('10', 'A', '100.00', '100.00'), row('10', 'B', '2x0.00', '300.00')];
      const whole = [heading, ...rows, row('11', 'C', '50.00', '350.00'), ''].join('\n');
      await imported(desk, whole, { on_error: 'reject' });
      const missing = await april(desk);
      expect(missing.reconciled).toBe(false);
      expect(missing.currencies[0]?.differences).toMatchObject([
        { first_date: '2026-04-10', last_date: '2026-04-11', difference: '200.00' },
      ]);
      const corrected = [heading, row('10', 'B', '200.00', '300.00'), ''].join('\n');
      await imported(desk, corrected, { of_rejected: true, file_name: 'file.rejects.csv' });
      expect(await april(desk)).toMatchObject({ reconciled: true, currencies: [{ differences: [] }] });
    }, '2026-04-30'),
  );

  it(
    'counts once what overlaps and days that grow tell again, and misses what an undone file had alone',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const row = (day: string, amount: string) => ({
        amount,
        reference: `R${day}${amount}`,
        text: loanId,
        day,
      });
      const [first, second, third] = [row('10', '100.00'), row('11', '20.00'), row('12', '3.00')];
      const week = await importedDay(desk, '11', '0.00', [first, second]);
      await importedDay(desk, '12', '100.00', [second, third]);
      await importedDay(desk, '12', '100.00', [second, third, row('12', '4.00')]);
      expect(await april(desk)).toMatchObject({
        reconciled: true,
        currencies: [{ closing: '127.00', credits: { count: 4 }, differences: [] }],
      });
      await desk.done('payment_batches.undo', { batch_id: week.batchId, reason: 'of another account' });
      const report = await april(desk);
      expect(report.reconciled).toBe(false);
      expect(report.currencies[0]?.differences).toMatchObject([{ difference: '20.00', statements: 2 }]);
    }, '2026-04-30'),
  );

  it(
    'counts a row that may be known apart until it is settled as known',
    onDesk(async (desk) => {
      const csv = (...rows: readonly string[]) =>
        ['Date,Description,Reference,Credit,Debit', ...rows, ''].join('\n');
      const profile = {
        name: 'plain',
        document: {
          columns: {
            ...{ payment_date: 'Date', details: 'Description', reference: 'Reference' },
            ...{ credit: 'Credit', debit: 'Debit' },
          },
          ...{ account: BANK_ACCOUNT, decimal: 'point', sign: 'columns' },
        },
      };
      await imported(desk, csv('2026-04-10,rent,,100.00,', '2026-04-10,fees,,70.00,'), { read: { profile } });
      expect((await april(desk)).reconciled).toBe(true);
      const again = await imported(desk, csv('2026-04-10,rent,,100.00,', '2026-04-10,water,,5.00,'), {
        read: { profile },
      });
      const [held_id = ''] = again.rows.flatMap((one) =>
        one.code === 'may_be_known' ? [one.held_id ?? ''] : [],
      );
      const open = await april(desk);
      expect(open).toMatchObject({
        reconciled: false,
        currencies: [
          { credits: { count: 4 }, unsure: { count: 1, sum: '100.00' }, told_again: { count: 0 } },
        ],
      });
      await desk.done('held_rows.dismiss', { held_id, reason: 'the same money' });
      expect((await april(desk)).currencies[0]).toMatchObject({
        credits: { count: 3, sum: '175.00' },
        dismissed: { count: 0 },
        unsure: { count: 0 },
        told_again: { count: 1, sum: '100.00' },
        differences: [],
      });
    }, '2026-04-30'),
  );

  it(
    'misses a refused row behind the last balance, until the file comes whole',
    onDesk(async (desk) => {
      const csv = (credit: string) =>
        [
          'Account No,Date,Description,Reference,Credit,Debit,Balance',
          `${BANK_ACCOUNT},2026-04-10,one,A,100.00,,100.00`,
          `${BANK_ACCOUNT},2026-04-10,two,B,${credit},,300.00`,
          '',
        ].join('\n');
      const { batch_id } = await imported(desk, csv('2x0.00'), { on_error: 'reject' });
      expect(await april(desk)).toMatchObject({ reconciled: false, refused: [{ batch_id, count: 1 }] });
      await imported(desk, csv('200.00'));
      expect(await april(desk)).toMatchObject({ reconciled: true, refused: [] });
    }, '2026-04-30'),
  );
});

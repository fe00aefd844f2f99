import { describe, expect, it } from 'vitest';
import { detail, entry, message, statement } from '../ingest/statements/camt-messages.ts';
import { type Movement, runningLoan, statementOf } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { IBAN } from './desk-loans.ts';
import { type BatchPlan, counted, imported, planned } from './payment-files.ts';

async function verified(desk: Desk): Promise<void> {
  expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
}

const outcomesOf = ({ rows }: BatchPlan) => rows.map(({ outcome, code }) => code ?? outcome);
const inOf = (text: string, reference: string, amount = '100.00'): Movement => ({ amount, text, reference });

/** A statement of one day of camt.053 in April 2026. */
function camt(...entries: readonly Parameters<typeof entry>[0][]): string {
  const dates = '<BookgDt><Dt>2026-04-10</Dt></BookgDt><ValDt><Dt>2026-04-12</Dt></ValDt>';
  return message(statement(entries.map((one) => entry({ dates, ...one })).join('')));
}

const named = (text: string) => `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`;

describe('a statement of a bank', () => {
  it(
    'is sorted: posted, held, no repayment; what is held is booked to unallocated receipts',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const done = await imported(
        desk,
        statementOf('10', '1000.00', [
          inOf(`repayment ${loanId.toLowerCase()} thank you`, 'FT1'),
          inOf('repayment 1814 June', 'FT2', '200.00'),
          { amount: '-50.00', text: 'charges', reference: 'FT3' },
          { amount: '-30.00', text: loanId, reference: 'FT4', returned: true },
        ]),
      );
      expect(outcomesOf(done)).toEqual(['post', 'no_match', 'not_a_repayment', 'returned_payment']);
      expect(done).toMatchObject({
        verdict: 'waiting',
        new_rows: 4,
        outcomes: {
          post: [{ currency: 'EGP', count: 1, sum: '100.00' }],
          held: [{ currency: 'EGP', count: 2, sum: '230.00' }],
          not_a_repayment: [{ currency: 'EGP', count: 1, sum: '50.00' }],
        },
        statements: [
          {
            opening: '1000.00',
            closing: '1220.00',
            ties: true,
            credits: { sum: '300.00' },
            debits: { sum: '80.00' },
          },
        ],
      });
      const { accounts } = await desk.done('reports.trial_balance', {});
      const unallocated = accounts.find(({ account }) => account === 'unallocated receipts');
      expect(unallocated).toMatchObject({ debit: '0.00', credit: '170.00' });
      await verified(desk);

      const again = await imported(
        desk,
        statementOf('10', '1000.00', [inOf('repayment 1814 June', 'FT2', '200.00')]),
      );
      expect(again).toMatchObject({
        batch_id: null,
        verdict: 'done',
        rows: [{ outcome: 'already_imported' }],
      });
      expect(again.rows[0]?.held_id).toBe(done.rows[1]?.held_id);
    }),
  );

  it(
    'of debits alone makes a batch, which is known the next time',
    onDesk(async (desk) => {
      const file = statementOf('10', '1000.00', [{ amount: '-50.00', text: 'charges', reference: 'FT3' }]);
      expect(await imported(desk, file)).toMatchObject({
        verdict: 'done',
        batch_id: expect.stringMatching(/^BAT-/),
      });
      expect(await imported(desk, file)).toMatchObject({
        verdict: 'done',
        batch_id: null,
        new_rows: 0,
        known_rows: 1,
      });
    }),
  );

  it(
    'has every one of three details that share one reference (B21)',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const details = ['100.00', '100.00', '250.00'].map((amount) => detail(amount, named(loanId))).join('');
      const file = camt({ amount: '450.00', details });
      expect(counted(await imported(desk, file))).toEqual({ post: 3 });
      expect(counted(await imported(desk, file))).toEqual({ already_imported: 3 });
      const payments = await desk.done('loans.payments', { loan_id: loanId });
      expect(payments.map(({ payment_amount }) => payment_amount).sort()).toEqual([100, 100, 250]);
      await verified(desk);
    }),
  );

  it(
    'is held when its details do not add up to it, though one of them names a loan',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const details = detail('60.00', named(loanId)) + detail('30.00');
      const done = await imported(desk, camt({ amount: '100.00', details }));
      expect(outcomesOf(done)).toEqual(['ambiguous']);
      expect(done.rows[0]?.reason).toContain('add up to 90.00, the entry is 100.00');
    }),
  );

  it(
    'is posted by what the account received; what was instructed in another currency is told (B22)',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const details = `<TxDtls><Refs><EndToEndId>${loanId}</EndToEndId></Refs><AmtDtls><InstdAmt><Amt Ccy="USD">1000.00</Amt></InstdAmt></AmtDtls></TxDtls>`;
      const [row] = (await planned(desk, camt({ amount: '4925.00', details }))).rows;
      expect(row).toMatchObject({ outcome: 'post', amount: '4925.00', currency: 'EGP' });
      expect(row?.reason).toContain('1000.00 USD instructed');
    }),
  );

  it(
    'is dated by booking, or by value when that is wanted, and known either way',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = camt({ details: detail('100.00', named(loanId)) });
      const byValue = await imported(desk, file, { use_value_date: true });
      expect(byValue.rows).toMatchObject([{ outcome: 'post', date: '2026-04-12' }]);
      expect((await imported(desk, file)).rows).toMatchObject([
        { outcome: 'already_imported', date: '2026-04-10' },
      ]);
    }),
  );

  it(
    'posts no payment the bank only announces, and one when it books it',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const one = (status: string) =>
        camt({ status: `<Sts>${status}</Sts>`, details: detail('250.00', named(loanId)) });
      const announced = await imported(desk, one('PDNG'));
      expect(announced).toMatchObject({
        batch_id: null,
        verdict: 'done',
        rows: [{ outcome: 'not_a_repayment' }],
      });
      expect(counted(await imported(desk, one('INFO')))).toEqual({ not_a_repayment: 1 });
      expect(counted(await imported(desk, one('BOOK')))).toEqual({ post: 1 });
      expect(counted(await imported(desk, one('BOOK')))).toEqual({ already_imported: 1 });
    }),
  );

  it(
    'cut anew and overlapping the one before posts what is new of it, and nothing is missing',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const rows = ['A', 'B', 'C', 'D'].map((reference) => inOf(loanId, reference));
      expect(counted(await imported(desk, statementOf('10', '0.00', rows.slice(0, 3))))).toEqual({ post: 3 });
      const recut = await imported(desk, statementOf('10', '100.00', rows.slice(1)));
      expect(counted(recut)).toEqual({ post: 1, already_imported: 2 });
      expect(recut.warnings).toMatchObject([{ code: 'statement_overlap' }]);
      await verified(desk);
    }),
  );

  it(
    'may have a late row and one of a day seen before, in either order of the files (B27)',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const [first, late, second] = [
        { ...inOf(loanId, 'A'), day: '03' },
        { ...inOf(loanId, 'B'), day: '01' },
        { ...inOf(loanId, 'C'), day: '03' },
      ];
      const [one, other] = [
        statementOf('03', '0.00', [first as Movement]),
        statementOf('04', '100.00', [first, late, second] as Movement[]),
      ];
      expect(counted(await imported(desk, one))).toEqual({ post: 1 });
      expect(counted(await imported(desk, other))).toEqual({ post: 2, already_imported: 1 });
      expect((await imported(desk, one)).new_rows + (await imported(desk, other)).new_rows).toBe(0);
    }),
  );
});

describe('the loan of a transfer', () => {
  it(
    'is found by an alias, and never by a bare number; two loans are for a person to choose from (B46)',
    onDesk(async (desk) => {
      const [one, two] = [await runningLoan(desk, 'M-1'), await runningLoan(desk, 'M-2')];
      await desk.done('loans.add_alias', { loan_id: one.loanId, alias: 'Shop 12' });
      const plan = await planned(
        desk,
        statementOf('10', '0.00', [
          inOf('rent of SHOP-12 april', 'A'),
          inOf('12', 'B'),
          inOf(`${one.loanId}/${two.loanId}`, 'C'),
          inOf('inv 2026-0014', 'D'),
        ]),
      );
      expect(outcomesOf(plan)).toEqual(['post', 'no_match', 'ambiguous', 'no_match']);
      expect(plan.rows[0]).toMatchObject({ loan_id: one.loanId, reason: 'its text names it: shop12' });
    }),
  );

  it(
    'is found by the account the merchant was paid to, when it has one active loan',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk, 'M-1');
      const payer = `<RltdPties><DbtrAcct><Id><IBAN>${IBAN}</IBAN></Id></DbtrAcct></RltdPties>`;
      const file = camt({ details: detail('100.00', payer) });
      const plan = await planned(desk, file);
      expect(plan.rows).toMatchObject([
        { outcome: 'post', loan_id: loanId, reason: expect.stringContaining('its payer') },
      ]);
      await runningLoan(desk, 'M-1');
      expect(outcomesOf(await planned(desk, file))).toEqual(['ambiguous']);
    }),
  );

  it(
    'is suggested by the name of the payer, never taken',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const payer = '<RltdPties><Dbtr><Nm>NILE textiles</Nm></Dbtr></RltdPties>';
      const done = await imported(desk, camt({ details: detail('100.00', payer) }));
      expect(outcomesOf(done)).toEqual(['no_match']);
      const held = await desk.done('held_rows.get', { held_id: done.rows[0]?.held_id as string });
      expect(held.suggestions).toEqual([loanId]);
    }),
  );

  it(
    'is looked up for thousands of rows as for one',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const rows = Array.from({ length: 2_100 }, (_, n) =>
        inOf(n === 2_050 ? loanId : `word${n}`, `R${n}`, '1.00'),
      );
      const done = await imported(desk, statementOf('10', '0.00', rows));
      expect(counted(done)).toEqual({ post: 1, held: 2_099 });
    }),
  );
});

describe('a transfer that no rule of lending lets in', () => {
  it(
    'is held with the rule and the loan, and the money is there',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      const done = await imported(
        desk,
        statementOf('10', '0.00', [inOf(loanId, 'A', '20000.00'), inOf(loanId, 'B')]),
      );
      expect(outcomesOf(done)).toEqual(['overpayment', 'post']);
      const held = await desk.done('held_rows.get', { held_id: done.rows[0]?.held_id as string });
      expect(held).toMatchObject({ suggestions: [loanId], amount: 20_000, waiting_amount: 20_000 });
      await verified(desk);
    }),
  );

  it(
    'is posted with its surplus as credit where the bank accepts that',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await desk.done('policy.set', { key: 'accept_overpayment', value: 'true' });
      const done = await imported(desk, statementOf('10', '0.00', [inOf(loanId, 'A', '20000.00')]));
      expect(outcomesOf(done)).toEqual(['post']);
      expect(Number(done.rows[0]?.credit_amount)).toBeGreaterThan(7_000);
      expect(done.totals.credit).toBe(done.rows[0]?.credit_amount);
      await verified(desk);
    }),
  );

  it(
    'is held as of the day after a period that is closed',
    onDesk(async (desk) => {
      const { loanId } = await runningLoan(desk);
      await desk.done('policy.set', { key: 'books_closed_through', value: '2026-04-15' });
      const done = await imported(desk, statementOf('10', '0.00', [inOf(loanId, 'A')]));
      expect(outcomesOf(done)).toEqual(['period_closed']);
      const held = await desk.done('held_rows.get', { held_id: done.rows[0]?.held_id as string });
      expect(held.date).toBe('2026-04-16');
      await verified(desk);
    }),
  );
});

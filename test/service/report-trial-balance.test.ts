import { describe, expect, it } from 'vitest';
import type { OperationOutput } from '../../src/contract/operation-types.ts';
import type { Desk } from './desk.ts';
import { onDesk } from './desk.ts';
import { disbursed, disbursementInput, halfDrawn, paymentInput, payOn } from './desk-loans.ts';

type TrialBalance = OperationOutput<'reports.trial_balance'>;

function balances({ accounts }: Pick<TrialBalance, 'accounts'>): Record<string, string> {
  const used = accounts.filter(({ debit, credit }) => debit !== '0.00' || credit !== '0.00');
  return Object.fromEntries(
    used.map(({ account, debit, credit }) => [account, credit === '0.00' ? debit : `-${credit}`]),
  );
}

/** January's loan of 12,000.00 with one payment of 1,000.00 on 1 February; interest for a month at 24 % is 240.00. */
async function februaryBook(desk: Desk): Promise<string> {
  const { loanId } = await disbursed(desk);
  await payOn(desk, '2026-02-01', loanId, 1000);
  return loanId;
}

describe('report trial-balance', () => {
  it(
    'has every account, in two equal columns',
    onDesk(async (desk) => {
      await februaryBook(desk);
      const report = await desk.done('reports.trial_balance', {});
      expect(report.accounts.map(({ account }) => account)).toEqual([
        'loan principal',
        'interest income',
        'fee income',
        'disbursement clearing',
        'collection clearing',
        'customer credit',
        'unallocated receipts',
        'write-off',
        'small balances',
        'recovered interest',
      ]);
      expect(balances(report)).toEqual({
        'loan principal': '11240.00',
        'interest income': '-240.00',
        'disbursement clearing': '-12000.00',
        'collection clearing': '1000.00',
      });
      expect(report).toMatchObject({ total_debit: '12240.00', total_credit: '12240.00', known_at: null });
      expect(report).not.toHaveProperty('compared');
    }, '2026-01-01'),
  );

  it(
    'counts by value date, a scheduled payout from its day on',
    onDesk(async (desk) => {
      const { loanId } = await halfDrawn(desk);
      await desk.done('disbursements.create', {
        ...disbursementInput(desk, loanId),
        disbursement_amount: 6000,
        disbursement_date: '2026-01-20',
      });
      desk.today = '2026-02-01';
      const principal = async (as_of: string) =>
        balances(await desk.done('reports.trial_balance', { as_of }))['loan principal'];
      expect(await principal('2025-12-31')).toBeUndefined();
      expect(await principal('2026-01-19')).toBe('6000.00');
      expect(await principal('2026-01-20')).toBe('12000.00');
      for (const as_of of ['2026-01-19', '2026-01-20']) {
        expect(await desk.done('reports.portfolio', { as_of })).toMatchObject({ reconciled: true });
      }
    }, '2026-01-01'),
  );

  it(
    "gives a month's end as it was known then, and lists what was booked into it since",
    onDesk(async (desk) => {
      const loanId = await februaryBook(desk);
      desk.today = '2026-02-28';
      const asReported = await desk.done('reports.trial_balance', {});
      const portfolio = await desk.done('reports.portfolio', {});
      // In March a payment of January comes to light; February's is split anew.
      desk.today = '2026-03-05';
      await desk.done(
        'payments.create',
        paymentInput(desk, loanId, 2000, { payment_date: '2026-01-16', payment_reference: 'LATE' }),
      );
      const monthEnd = { as_of: '2026-02-28' };
      const known = await desk.done('reports.trial_balance', { ...monthEnd, known_at: '2026-02-28' });
      expect({ ...known, known_at: null }).toEqual(asReported);
      expect(known.known_at).toBe('2026-02-28T21:59:59.999Z');
      const oldPortfolio = await desk.done('reports.portfolio', { ...monthEnd, known_at: '2026-02-28' });
      expect({ ...oldPortfolio, known_at: null }).toEqual(portfolio);

      const now = await desk.done('reports.trial_balance', { ...monthEnd, compare: '2026-02-28' });
      expect(balances(now)).not.toEqual(balances(asReported));
      expect(now.compared).toMatchObject({
        known_at: '2026-02-28T21:59:59.999Z',
        accounts: asReported.accounts,
        total_debit: asReported.total_debit,
      });
      // What was booked since makes up the difference, account by account.
      const moved = new Map<string, number>();
      for (const line of now.booked_since ?? []) {
        expect(line.booked_at > '2026-02-28T21:59:59.999Z').toBe(true);
        expect(line.value_date <= '2026-02-28').toBe(true);
        moved.set(line.account, (moved.get(line.account) ?? 0) + line.debit - line.credit);
      }
      for (const [index, { account, debit, credit }] of now.accounts.entries()) {
        const before = asReported.accounts[index];
        const difference = Number(debit) - Number(credit) - (Number(before?.debit) - Number(before?.credit));
        expect(moved.get(account) ?? 0, account).toBeCloseTo(difference, 6);
      }
      // The new payment, and the February one taken back and booked again.
      expect(new Set(now.booked_since?.map((line) => line.entry_number)).size).toBe(3);
      expect(await desk.done('reports.portfolio', monthEnd)).toMatchObject({ reconciled: true });
      expect(await desk.done('reports.portfolio', {})).toMatchObject({ reconciled: true });
    }, '2026-01-01'),
  );

  it(
    'keeps what was known when a payment was reversed later',
    onDesk(async (desk) => {
      const loanId = await februaryBook(desk);
      const [payment] = await desk.done('loans.payments', { loan_id: loanId });
      desk.today = '2026-03-05';
      await desk.done('payments.reverse', { payment_id: payment?.payment_id ?? '', reason: 'bounced' });
      const asked = { as_of: '2026-02-28', known_at: '2026-03-04' };
      expect(await desk.done('reports.portfolio', asked)).toMatchObject({
        outstanding_balance: '11240.00',
        reconciled: true,
      });
      expect(await desk.done('reports.portfolio', { as_of: '2026-02-28' })).toMatchObject({
        outstanding_balance: '12000.00',
        reconciled: true,
      });
      expect(balances(await desk.done('reports.trial_balance', { as_of: '2026-02-28' }))).toEqual({
        'loan principal': '12000.00',
        'disbursement clearing': '-12000.00',
      });
    }, '2026-01-01'),
  );

  it(
    'refuses a time to compare with that is later than what is known',
    onDesk(async (desk) => {
      for (const input of [
        { compare: '2026-01-02' },
        { compare: '2026-01-01', known_at: '2025-12-31' },
        { compare: 'yesterday' },
        { compare: '2026-01-01T10:00:00' },
      ]) {
        expect(await desk.refused('reports.trial_balance', input)).toMatchObject({ code: 'invalid_query' });
      }
    }, '2026-01-01'),
  );
});

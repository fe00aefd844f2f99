import { describe, expect, it } from 'vitest';
import type { Desk } from './desk.ts';
import { onDesk } from './desk.ts';
import { disbursed, payOffOn, payOn, setPolicy } from './desk-loans.ts';

/** Loans of 12,000.00 at 24 % over 12 months, paid out on 1 January. */
async function threeLoans(desk: Desk) {
  const ids = [];
  for (const merchant of ['M-1', 'M-2', 'M-3']) {
    const loan = await disbursed(desk, {}, {}, { merchant_id: merchant, business_name: `Shop ${merchant}` });
    ids.push(loan.loanId);
  }
  return ids as [string, string, string];
}

describe('report portfolio', () => {
  it(
    'adds up what loan show says of each loan in the book',
    onDesk(async (desk) => {
      const [first, second, third] = await threeLoans(desk);
      await payOn(desk, '2026-02-01', first, 1134.72);
      await payOffOn(desk, '2026-02-10', third);
      desk.today = '2026-03-03';
      const report = await desk.done('reports.portfolio', {});
      const accounts = await Promise.all(
        [first, second].map((loan_id) => desk.done('loans.get', { loan_id })),
      );
      const sum = (key: 'outstanding_balance' | 'accrued_interest' | 'arrears_amount') =>
        accounts.reduce((total, account) => total + account[key], 0).toFixed(2);
      expect(report).toMatchObject({
        as_of: '2026-03-03',
        policy_version: 1,
        loans: 2,
        outstanding_balance: sum('outstanding_balance'),
        accrued_interest: sum('accrued_interest'),
        arrears_amount: sum('arrears_amount'),
        reconciled: true,
        known_at: null,
        discrepancies: [],
      });
      // 1 March missed by both: two days; the second missed 1 February too: 30 days, which is not more than 30.
      expect(report.par.map(({ days, loans }) => [days, loans])).toEqual([
        [0, 2],
        [30, 0],
        [60, 0],
        [90, 0],
      ]);
      expect(report.par.map(({ ratio }) => ratio)).toEqual([1, 0, 0, 0]);
      expect(report.statuses.map(({ status, loans }) => [status, loans])).toEqual([
        ['current', 0],
        ['overdue', 2],
        ['defaulted', 0],
      ]);
      desk.today = '2026-03-04';
      const dayLater = await desk.done('reports.portfolio', {});
      expect(dayLater.par[1]).toMatchObject({ days: 30, loans: 1, outstanding_balance: '12000.00' });
      expect(dayLater.par[1]?.ratio).toBeCloseTo(12_000 / Number(dayLater.outstanding_balance), 4);
    }, '2026-01-01'),
  );

  it(
    'is empty before anything is paid out, and looks at any date',
    onDesk(async (desk) => {
      await threeLoans(desk);
      desk.today = '2026-02-15';
      const before = await desk.done('reports.portfolio', { as_of: '2025-12-31' });
      expect(before).toMatchObject({ loans: 0, outstanding_balance: '0.00', reconciled: true });
      expect(before.par.map(({ ratio }) => ratio)).toEqual([0, 0, 0, 0]);
      expect(await desk.done('reports.portfolio', { as_of: '2026-01-31' })).toMatchObject({
        loans: 3,
        outstanding_balance: '36000.00',
        arrears_amount: '0.00',
      });
      expect(await desk.refused('reports.portfolio', { as_of: '2026-02-16' })).toMatchObject({
        code: 'invalid_query',
      });
      expect(await desk.refused('reports.portfolio', { known_at: '2026-02-30' })).toMatchObject({
        code: 'invalid_query',
      });
    }, '2026-01-01'),
  );

  it(
    'uses the policy in force on the date asked',
    onDesk(async (desk) => {
      await threeLoans(desk);
      desk.today = '2026-02-20';
      await setPolicy(desk, 'default_days', '10', '2026-02-16');
      const statuses = async (as_of: string) =>
        (await desk.done('reports.portfolio', { as_of })).statuses.map(({ loans }) => loans);
      expect(await statuses('2026-02-15')).toEqual([0, 3, 0]);
      expect(await statuses('2026-02-16')).toEqual([0, 0, 3]);
    }, '2026-01-01'),
  );
});

describe('report ageing', () => {
  it(
    'sorts the book into buckets and lists the longest past due first',
    onDesk(async (desk) => {
      const [first, second, third] = await threeLoans(desk);
      await payOn(desk, '2026-02-01', first, 1134.72);
      await payOn(desk, '2026-02-01', third, 3404.16);
      desk.today = '2026-03-04';
      const report = await desk.done('reports.ageing', { detail: true });
      expect(report.buckets.map(({ from_days, to_days, loans }) => [from_days, to_days, loans])).toEqual([
        [0, 0, 1],
        [1, 30, 1],
        [31, 60, 1],
        [61, 90, 0],
        [91, null, 0],
      ]);
      expect(report.buckets[2]).toMatchObject({ outstanding_balance: '12000.00', arrears_amount: '2269.44' });
      expect(report.loans?.map((loan) => [loan.loan_id, loan.days_past_due])).toEqual([
        [second, 31],
        [first, 3],
        [third, 0],
      ]);
      expect(await desk.done('reports.ageing', {})).not.toHaveProperty('loans');
    }, '2026-01-01'),
  );
});

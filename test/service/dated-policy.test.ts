import { describe, expect, it } from 'vitest';
import { type Desk, onDesk } from './desk.ts';
import { disbursed, payOn, setPolicy } from './desk-loans.ts';

/** 12,000.00 at 24 % over 12 schedule months: 12 installments of 1,134.72, the first on 1 April. */
const INSTALLMENT = 1_134.72;

function at(desk: Desk, loanId: string, asOf: string) {
  return desk.done('loans.get', { loan_id: loanId, as_of: asOf });
}

describe('dated policy', () => {
  it(
    'decides a status by the days that held on the date asked',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      await setPolicy(desk, 'default_days', '60', '2026-06-01');
      // 60 days past due while 90 held, 61 once 60 hold.
      expect(await at(desk, loanId, '2026-05-31')).toMatchObject({
        days_past_due: 60,
        payment_status: 'overdue',
      });
      expect(await at(desk, loanId, '2026-06-01')).toMatchObject({
        days_past_due: 61,
        payment_status: 'defaulted',
      });
      desk.today = '2026-06-01';
      const listed = (asOf: string) => desk.done('loans.list', { status: 'defaulted', as_of: asOf });
      expect((await listed('2026-05-31')).total_count).toBe(0);
      expect((await listed('2026-06-01')).total_count).toBe(1);
    }),
  );

  it(
    'makes no version of a value that holds on the day already',
    onDesk(async (desk) => {
      await setPolicy(desk, 'default_days', '60', '2026-06-01');
      const versions = async () => (await desk.done('policy.history', {})).length;
      const before = await versions();
      const again = await desk.done('policy.set', { key: 'default_days', value: '60', from: '2026-07-01' });
      expect(again).toMatchObject({ version: before, value: 60, changed: false });
      expect(await versions()).toBe(before);
      // Before that day another value holds.
      const earlier = await desk.done('policy.set', { key: 'default_days', value: '60', from: '2026-05-31' });
      expect(earlier).toMatchObject({ version: before + 1, changed: true });
    }),
  );

  it(
    'gives grace from a date on, without changing days past due or arrears',
    onDesk(async (desk) => {
      await setPolicy(desk, 'grace_days', '10', '2026-05-01');
      const { loanId } = await disbursed(desk);
      expect(await at(desk, loanId, '2026-04-05')).toMatchObject({ payment_status: 'overdue' });
      desk.today = '2026-04-05';
      await payOn(desk, '2026-04-05', loanId, INSTALLMENT);
      expect(await at(desk, loanId, '2026-05-11')).toMatchObject({
        days_past_due: 10,
        arrears_amount: INSTALLMENT,
        payment_status: 'current',
      });
      expect(await at(desk, loanId, '2026-05-12')).toMatchObject({ payment_status: 'overdue' });
    }),
  );

  it(
    'covers an installment that lacks no more than the tolerance',
    onDesk(async (desk) => {
      await setPolicy(desk, 'arrears_tolerance', '5.00', '2026-04-10');
      const { loanId } = await disbursed(desk);
      await payOn(desk, '2026-04-01', loanId, 1_130);
      desk.today = '2026-04-20';
      expect(await at(desk, loanId, '2026-04-09')).toMatchObject({
        days_past_due: 8,
        arrears_amount: 4.72,
      });
      expect(await at(desk, loanId, '2026-04-10')).toMatchObject({
        days_past_due: 0,
        next_payment_due_date: '2026-05-01',
        payment_status: 'current',
      });
    }),
  );

  it(
    'does not touch the terms a decision fixed',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const before = await desk.done('loans.schedule', { loan_id: loanId });
      for (const [key, value] of [
        ['day_count', 'actual/360'],
        ['repayment_style', 'bullet'],
        ['installment_rounding', 'up'],
      ] as const) {
        await setPolicy(desk, key, value);
      }
      expect(await desk.done('loans.schedule', { loan_id: loanId })).toEqual(before);
      const quote = await desk.done('quotes.get', { amount: 12_000, interest_rate: 24, term_months: 12 });
      expect(quote).toMatchObject({ day_count: 'actual/360', repayment_style: 'bullet' });
      const history = await desk.done('policy.history', {});
      expect(history.map((one) => [one.version, one.key, one.value, one.from])).toEqual([
        [1, null, null, null],
        [2, 'day_count', 'actual/360', '2026-03-01'],
        [3, 'repayment_style', 'bullet', '2026-03-01'],
        [4, 'installment_rounding', 'up', '2026-03-01'],
      ]);
    }),
  );

  it(
    'holds a check to the values in force when the command is given',
    onDesk(async (desk) => {
      await setPolicy(desk, 'min_requested_amount', '500.00', '2026-04-01');
      const small = {
        merchant_id: 'M-1',
        business_name: 'Nile Textiles',
        requested_amount: 500,
        loan_purpose: 'inventory',
        monthly_sales_volume: 1_000,
        platform_type: 'platform_a',
        requested_term_months: 6,
      };
      expect((await desk.refused('applications.create', small)).code).toBe('validation_failed');
      desk.today = '2026-04-01';
      expect(await desk.done('applications.create', small)).toMatchObject({ status: 'submitted' });
      const shown = await desk.done('policy.show', { as_of: '2026-03-31' });
      expect(shown.values.find((one) => one.key === 'min_requested_amount')).toEqual({
        key: 'min_requested_amount',
        value: '1000.00',
        from: null,
      });
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { type Desk, onDesk } from './desk.ts';
import { disbursed, disbursementInput, halfDrawn, payOffOn, payOn, setPolicy } from './desk-loans.ts';

/** 12,000.00 at 24 % over 12 schedule months: 12 installments of 1,134.72, the first on 1 April. */
const INSTALLMENT = 1_134.72;

function at(desk: Desk, loanId: string, asOf: string) {
  return desk.done('loans.get', { loan_id: loanId, as_of: asOf });
}

describe('a loan at a date', () => {
  it(
    'is current, overdue and defaulted by the days past due',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      for (const [date, days, status] of [
        ['2026-03-31', 0, 'current'],
        ['2026-04-01', 0, 'current'],
        ['2026-04-02', 1, 'overdue'],
        ['2026-06-29', 89, 'overdue'],
        ['2026-06-30', 90, 'defaulted'],
      ] as const) {
        expect(await at(desk, loanId, date)).toMatchObject({
          as_of: date,
          days_past_due: days,
          payment_status: status,
          next_payment_due_date: '2026-04-01',
          installment_amount: INSTALLMENT,
        });
      }
    }),
  );

  it(
    'owes in arrears what is due and not paid, from maturity on everything',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      expect(await at(desk, loanId, '2026-03-31')).toMatchObject({ arrears_amount: 0 });
      expect(await at(desk, loanId, '2026-04-01')).toMatchObject({ arrears_amount: INSTALLMENT });
      expect(await at(desk, loanId, '2026-05-01')).toMatchObject({ arrears_amount: 2_269.44 });
      for (const date of ['2027-03-01', '2028-03-01']) {
        const loan = await at(desk, loanId, date);
        expect(loan.maturity_date).toBe('2027-03-01');
        expect(loan.arrears_amount).toBe(loan.payoff_amount);
        expect(loan.payoff_amount).toBeGreaterThan(12_000);
      }
      await payOn(desk, '2026-05-01', loanId, 1_500);
      expect(await at(desk, loanId, '2026-05-01')).toMatchObject({
        arrears_amount: 769.44,
        next_payment_due_date: '2026-05-01',
        days_past_due: 0,
      });
      // As it stood before the payment, whenever it is asked.
      expect(await at(desk, loanId, '2026-04-30')).toMatchObject({
        total_payments_made: 0,
        days_past_due: 29,
        arrears_amount: INSTALLMENT,
      });
    }),
  );

  it(
    'counts paying ahead',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      await payOn(desk, '2026-03-10', loanId, 2_269.44);
      expect(await at(desk, loanId, '2026-05-31')).toMatchObject({
        payment_status: 'current',
        next_payment_due_date: '2026-06-01',
        arrears_amount: 0,
        total_payments_made: 1,
      });
      const schedule = await desk.done('loans.schedule', { loan_id: loanId, as_of: '2026-05-31' });
      expect(schedule.installments.map((row) => row.status).slice(0, 4)).toEqual([
        'paid',
        'paid',
        'upcoming',
        'upcoming',
      ]);
      expect(schedule.installments.map((row) => row.paid_amount).slice(0, 3)).toEqual([
        INSTALLMENT,
        INSTALLMENT,
        0,
      ]);
    }),
  );

  it(
    'is paid off from the day nothing is owed, and was not before',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      await payOn(desk, '2026-04-01', loanId, INSTALLMENT);
      await payOffOn(desk, '2026-04-20', loanId);
      expect(await at(desk, loanId, '2026-04-20')).toMatchObject({
        payment_status: 'paid_off',
        outstanding_balance: 0,
        accrued_interest: 0,
        payoff_amount: 0,
        arrears_amount: 0,
        next_payment_due_date: null,
        installment_amount: null,
        maturity_date: '2027-03-01',
        total_payments_made: 2,
      });
      expect(await at(desk, loanId, '2026-04-19')).toMatchObject({
        payment_status: 'current',
        outstanding_balance: 11_105.28,
        total_payments_made: 1,
      });
      const payoff = await desk.done('loans.payoff', { loan_id: loanId });
      expect(payoff).toMatchObject({ payoff_amount: 0, per_day_amount: 0 });
      const payments = await desk.done('loans.payments', { loan_id: loanId, as_of: '2026-04-19' });
      expect(payments.map((one) => [one.interest_amount, one.principal_amount])).toEqual([[240, 894.72]]);
    }),
  );

  it(
    'stays active while a tranche is still to come',
    onDesk(async (desk) => {
      const { loanId } = await halfDrawn(desk);
      const tranche = { disbursement_amount: 1_000, disbursement_date: '2026-04-10' };
      await desk.done('disbursements.create', disbursementInput(desk, loanId, tranche));
      await payOffOn(desk, '2026-03-20', loanId);
      expect(await at(desk, loanId, '2026-03-20')).toMatchObject({
        payment_status: 'current',
        payoff_amount: 0,
        disbursement_status: 'pending',
        undisbursed_amount: 5_000,
      });
      expect(await at(desk, loanId, '2026-04-10')).toMatchObject({
        payment_status: 'current',
        outstanding_balance: 1_000,
        disbursement_status: 'completed',
      });
      desk.today = '2026-04-10';
      await payOffOn(desk, '2026-04-10', loanId);
      expect(await at(desk, loanId, '2026-04-10')).toMatchObject({ payment_status: 'paid_off' });
    }),
  );

  it(
    'starts when its scheduled payout is reached, with nothing to run for it',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk, {}, { disbursement_date: '2026-03-10' });
      const before = {
        disbursement_status: 'pending',
        outstanding_balance: 0,
        payment_status: 'current',
        days_past_due: 0,
        next_payment_due_date: null,
        maturity_date: null,
        installment_amount: null,
        undisbursed_amount: 0,
      };
      const started = {
        disbursement_status: 'completed',
        outstanding_balance: 12_000,
        next_payment_due_date: '2026-04-10',
        maturity_date: '2027-03-10',
        installment_amount: INSTALLMENT,
      };
      expect(await at(desk, loanId, '2026-03-09')).toMatchObject(before);
      // Asked ahead of time and in time.
      expect(await at(desk, loanId, '2026-03-10')).toMatchObject(started);
      desk.today = '2026-03-10';
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject(started);
      const [row] = await desk.done('disbursements.list', { loan_id: loanId });
      expect(row).toMatchObject({ status: 'completed', disbursement_date: '2026-03-10' });
      expect(await at(desk, loanId, '2026-03-09')).toMatchObject(before);
    }),
  );

  it(
    'shows the state of the disbursement registered last',
    onDesk(async (desk) => {
      const { loanId } = await halfDrawn(desk);
      const tranche = { disbursement_amount: 1_000, disbursement_date: '2026-03-20' };
      const second = await desk.done('disbursements.create', disbursementInput(desk, loanId, tranche));
      expect(await at(desk, loanId, '2026-03-19')).toMatchObject({ disbursement_status: 'pending' });
      expect(await at(desk, loanId, '2026-03-20')).toMatchObject({ disbursement_status: 'completed' });
      const reference = second.disbursement_reference as string;
      await desk.done('disbursements.fail', { disbursement_reference: reference, reason: 'returned' });
      expect(await at(desk, loanId, '2026-03-20')).toMatchObject({
        disbursement_status: 'failed',
        outstanding_balance: 6_000,
        undisbursed_amount: 6_000,
      });
      const failed = await desk.done('disbursements.list', { loan_id: loanId, status: 'failed' });
      expect(failed).toMatchObject([{ disbursement_reference: reference, status: 'failed' }]);
    }),
  );
});

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

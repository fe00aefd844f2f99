import { describe, expect, it } from 'vitest';
import { type Desk, onDesk } from './desk.ts';
import { disbursed, disbursementInput, halfDrawn, payOffOn, payOn } from './desk-loans.ts';

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

import { describe, expect, it } from 'vitest';
import { type Desk, onDesk } from './desk.ts';
import {
  approved,
  type DisbursedLoan,
  disbursed,
  disbursementInput,
  paymentInput,
  payOn,
  setPolicy,
} from './desk-loans.ts';

const TWELVE = { approved_amount: 12_000, interest_rate: 24, term_months: 12 };

/** A loan paid out on 10 January. */
async function paidOut(
  desk: Desk,
  terms: { readonly approved_amount: number; readonly interest_rate: number; readonly term_months: number },
): Promise<DisbursedLoan> {
  desk.today = '2026-01-10';
  return disbursed(desk, terms, { disbursement_amount: terms.approved_amount });
}

async function sound(desk: Desk): Promise<void> {
  expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
  expect((await desk.done('reports.portfolio', {})).reconciled).toBe(true);
}

async function payLate(desk: Desk, loanId: string, date: string, amount: number): Promise<string> {
  desk.today = '2026-06-09';
  const input = { ...paymentInput(desk, loanId, amount), payment_date: date };
  return (await desk.done('payments.create', input)).payment_id as string;
}

describe('a write-off', () => {
  it(
    'leaves nothing due, keeps interest as a memorandum, and recoveries reach both',
    onDesk(async (desk) => {
      const { loanId } = await paidOut(desk, TWELVE);
      const loan = { loan_id: loanId };
      desk.today = '2026-06-01';
      await desk.done('loans.write_off', { ...loan, reason: 'insolvent', date: '2026-05-20' });
      expect(await desk.done('loans.get', loan)).toMatchObject({
        written_off_on: '2026-05-20',
        written_off_amount: 12_000,
        written_off_interest: 1_037.42,
        written_off_days_past_due: 99,
        days_past_due: 99,
        arrears_amount: 0,
        next_payment_due_date: null,
        payment_status: 'defaulted',
        payoff_amount: 13_037.42,
      });
      expect(await payOn(desk, '2026-06-20', loanId, 12_500)).toMatchObject({
        principal_amount: 12_000,
        interest_amount: 500,
        recovered_amount: 12_000,
      });
      desk.today = '2026-11-01';
      expect(await desk.done('loans.get', loan)).toMatchObject({
        recovered_amount: 12_000,
        recovered_interest: 500,
        payoff_amount: 537.42,
        arrears_amount: 0,
        days_past_due: 99,
        payment_status: 'defaulted',
      });
      expect((await desk.done('reports.due', {})).installments).toEqual([]);
      expect((await desk.done('loans.list', { past_due: true })).data).toEqual([]);
      const { accounts } = await desk.done('reports.trial_balance', {});
      expect(accounts.find(({ account }) => account === 'recovered interest')).toMatchObject({
        credit: '500.00',
      });
      expect(await desk.done('reports.portfolio', {})).toMatchObject({
        loans: 0,
        written_off: { loans: 1, principal: '12000.00', recovered: '12500.00', interest_given_up: '1037.42' },
      });
      const { installments, due_amount } = await desk.done('loans.schedule', loan);
      expect(due_amount).toBe(0);
      expect(installments.map(({ status }) => status)).toEqual([
        ...Array<string>(4).fill('overdue'),
        ...Array<string>(8).fill('written_off'),
      ]);
      await sound(desk);
      await payOn(desk, '2026-11-02', loanId, 537.42);
      expect((await desk.done('loans.get', loan)).payment_status).toBe('paid_off');
      await sound(desk);
    }),
  );

  it(
    'changes its memorandum with a payment dated before it',
    onDesk(async (desk) => {
      const { loanId } = await paidOut(desk, TWELVE);
      const loan = { loan_id: loanId };
      desk.today = '2026-06-01';
      await desk.done('loans.write_off', { ...loan, reason: 'insolvent', date: '2026-05-20' });
      await payOn(desk, '2026-06-20', loanId, 12_500);
      const early = await payLate(desk, loanId, '2026-02-10', 240);
      expect(await desk.done('loans.get', { ...loan, as_of: '2026-06-09' })).toMatchObject({
        written_off_interest: 797.42,
      });
      await sound(desk);
      await desk.done('payments.reverse', { payment_id: early, reason: 'returned' });
      desk.today = '2026-06-20';
      expect(await desk.done('loans.get', loan)).toMatchObject({
        written_off_interest: 1_037.42,
        recovered_interest: 500,
      });
      await sound(desk);
    }),
  );
});

describe('penalty interest', () => {
  it(
    'runs by days on what is overdue, and is income when it is paid',
    onDesk(async (desk) => {
      await setPolicy(desk, 'penalty_rate', '36.5', '2026-01-01');
      const { loanId } = await paidOut(desk, { approved_amount: 3_000, interest_rate: 0, term_months: 3 });
      const loan = { loan_id: loanId };
      desk.today = '2026-02-20';
      // 1,000.00 × 36.5 % × 10 ÷ 365.
      expect(await desk.done('loans.get', loan)).toMatchObject({ fees_due: 10, arrears_amount: 1_010 });
      const lines = await desk.done('loans.explain', loan);
      expect(lines.find(({ note }) => note.startsWith('penalty interest'))).toMatchObject({
        from: '2026-02-10',
        to: '2026-02-20',
        balance: 1_000,
        rate: 36.5,
        days: 10,
        basis: 365,
        interest: 10,
      });
      expect(await payOn(desk, '2026-02-20', loanId, 510)).toMatchObject({
        fee_amount: 10,
        principal_amount: 500,
      });
      desk.today = '2026-03-20';
      // 500.00 for 18 days, then 1,500.00 for 10.
      expect(await desk.done('loans.get', loan)).toMatchObject({ fees_due: 24 });
      await sound(desk);
    }),
  );
});

describe('rates and terms beyond the usual', () => {
  it(
    'are approved where the policy allows them',
    onDesk(async (desk) => {
      expect(
        (await desk.refused('quotes.get', { amount: 1_000, interest_rate: 150, term_months: 12 })).code,
      ).toBe('validation_failed');
      desk.today = '2026-01-10';
      await setPolicy(desk, 'max_interest_rate', '150');
      await setPolicy(desk, 'max_term_months', '180');
      desk.today = '2026-03-01';
      const { loanId } = await approved(
        desk,
        { interest_rate: 150, term_months: 180 },
        { requested_term_months: 180 },
      );
      await desk.done('disbursements.create', disbursementInput(desk, loanId, {}));
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({
        interest_rate: 150,
        term_months: 180,
      });
      await sound(desk);
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { openDesk } from './desk.ts';
import { approved, disbursed, disbursementInput, paymentInput, payOn, setPolicy } from './desk-loans.ts';

const TERMS = { approved_amount: 12_000, interest_rate: 24, term_months: 12 };

async function verified(desk: Awaited<ReturnType<typeof openDesk>>): Promise<void> {
  expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
  const { total_debit, total_credit } = await desk.done('reports.trial_balance', {});
  expect(total_debit).toBe(total_credit);
  expect((await desk.done('reports.portfolio', {})).reconciled).toBe(true);
  await desk.close();
}

describe('credit of a customer', () => {
  it('is what a payment has above the payoff; a payment on a paid-off loan is all of it', async () => {
    const desk = await openDesk();
    await setPolicy(desk, 'accept_overpayment', 'true');
    const { loanId } = await disbursed(desk, TERMS);
    const first = await payOn(desk, '2026-04-01', loanId, 12_300);
    expect(first).toMatchObject({ principal_amount: 12_000, interest_amount: 240, credit_amount: 60 });
    const second = await payOn(desk, '2026-04-02', loanId, 40);
    expect(second).toMatchObject({ principal_amount: 0, credit_amount: 40, remaining_balance: 0 });
    const loan = { loan_id: loanId };
    expect(await desk.done('loans.get', loan)).toMatchObject({
      payment_status: 'paid_off',
      credit_balance: 100,
      total_payments_made: 2,
    });
    expect(await desk.done('loans.refund', { ...loan, amount: 30 })).toMatchObject({
      amount: 30,
      date: '2026-04-02',
      credit_balance: 70,
    });
    // A correction may not leave less credit than was paid out.
    const reverse = { payment_id: first.payment_id as string, reason: 'returned' };
    expect(await desk.refused('payments.reverse', reverse)).toMatchObject({
      code: 'credit_short',
      detail: expect.stringContaining('30.00'),
    });
    expect((await desk.refused('loans.refund', { ...loan, amount: 70.01 })).code).toBe('credit_short');
    expect((await desk.refused('loans.refund', { ...loan, date: '2026-03-31' })).code).toBe('no_credit');
    expect(await desk.done('loans.refund', loan)).toMatchObject({ amount: 70, credit_balance: 0 });
    expect((await desk.refused('loans.refund', loan)).code).toBe('no_credit');
    const lines = await desk.done('loans.explain', loan);
    expect(lines.map(({ note }) => note).join('\n')).toContain('credit 0.00');
    await verified(desk);
  });

  it('shrinks when something entered later makes more owed', async () => {
    const desk = await openDesk();
    await setPolicy(desk, 'accept_overpayment', 'true');
    const { loanId } = await disbursed(desk, TERMS);
    const early = await payOn(desk, '2026-03-15', loanId, 1_000);
    await payOn(desk, '2026-04-01', loanId, 12_000);
    const before = await desk.done('loans.get', { loan_id: loanId });
    expect(before.payment_status).toBe('paid_off');
    expect(before.credit_balance).toBeGreaterThan(0);
    const answer = await desk.done('payments.reverse', {
      payment_id: early.payment_id as string,
      reason: 'returned',
    });
    expect(answer.corrections[0]?.after).toMatchObject({ credit_amount: 0, interest_amount: 240 });
    expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({
      credit_balance: 0,
      outstanding_balance: 240,
    });
    await verified(desk);
  });
});

describe('a write-off', () => {
  it('gives the principal up; what comes in later is recovered, and the rest is surplus', async () => {
    const desk = await openDesk();
    const { loanId } = await disbursed(desk, TERMS);
    const loan = { loan_id: loanId };
    await payOn(desk, '2026-04-01', loanId, 2_240);
    desk.today = '2026-09-01';
    const written = await desk.done('loans.write_off', { ...loan, reason: 'insolvent' });
    expect(written).toMatchObject({
      outstanding_balance: 0,
      accrued_interest: 0,
      fees_due: 0,
      // Five months of interest on 10,000.00 may still be recovered, though none of it is due.
      payoff_amount: 11_000,
      payment_status: 'defaulted',
      written_off_interest: 1_000,
      written_off_on: '2026-09-01',
      written_off_amount: 10_000,
      recovered_amount: 0,
    });
    expect((await desk.refused('loans.write_off', { ...loan, reason: 'again' })).code).toBe(
      'loan_written_off',
    );
    expect((await desk.refused('disbursements.create', disbursementInput(desk, loanId))).code).toBe(
      'loan_written_off',
    );
    expect(await payOn(desk, '2026-10-01', loanId, 4_000)).toMatchObject({
      principal_amount: 4_000,
      interest_amount: 0,
      recovered_amount: 4_000,
      remaining_balance: 0,
    });
    expect(await desk.done('loans.payoff', loan)).toMatchObject({ payoff_amount: 7_000, per_day_amount: 0 });
    expect((await desk.refused('payments.create', paymentInput(desk, loanId, 7_000.01))).code).toBe(
      'overpayment',
    );
    expect(await desk.done('loans.get', { ...loan, as_of: '2026-08-31' })).toMatchObject({
      outstanding_balance: 10_000,
      written_off_on: null,
    });
    await payOn(desk, '2026-10-02', loanId, 6_000);
    expect((await desk.done('loans.get', loan)).payment_status).toBe('defaulted');
    await payOn(desk, '2026-10-03', loanId, 1_000);
    expect((await desk.done('loans.get', loan)).payment_status).toBe('paid_off');
    await verified(desk);
  });

  it('changes with a payment dated before it, and is taken back to the figures there would be', async () => {
    const desk = await openDesk();
    const { loanId } = await disbursed(desk, TERMS);
    const loan = { loan_id: loanId };
    desk.today = '2026-09-01';
    await desk.done('loans.write_off', { ...loan, reason: 'insolvent' });
    await payOn(desk, '2026-09-10', loanId, 500);
    await desk.done('payments.create', {
      ...paymentInput(desk, loanId, 1_240),
      payment_date: '2026-04-01',
    });
    expect(await desk.done('loans.get', loan)).toMatchObject({
      written_off_amount: 11_000,
      recovered_amount: 500,
      payoff_amount: 11_600,
      written_off_interest: 1_100,
    });
    expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    const back = await desk.done('loans.reverse_write_off', { ...loan, reason: 'wrong loan' });
    expect(back).toMatchObject({
      written_off_on: null,
      written_off_amount: null,
      outstanding_balance: 11_000,
    });
    expect(back.corrections[0]).toMatchObject({
      before: { principal_amount: 500, recovered_amount: 500 },
      after: { principal_amount: 0, interest_amount: 500, recovered_amount: 0 },
    });
    expect((await desk.refused('loans.reverse_write_off', { ...loan, reason: 'again' })).code).toBe(
      'already_reversed',
    );
    await desk.done('loans.write_off', { ...loan, reason: 'after all' });
    const lines = await desk.done('loans.explain', loan);
    expect(lines.map(({ note }) => note).join('\n')).toContain('interest stops');
    await verified(desk);
  });

  it('is refused where no principal is out, or money would still go out', async () => {
    const desk = await openDesk();
    const { loanId } = await approved(desk, TERMS);
    const input = { loan_id: loanId, reason: 'insolvent' };
    expect((await desk.refused('loans.write_off', input)).code).toBe('nothing_disbursed');
    expect((await desk.refused('loans.reverse_write_off', input)).code).toBe('not_written_off');
    await desk.done('disbursements.create', disbursementInput(desk, loanId, { disbursement_amount: 5_000 }));
    const tranche = disbursementInput(desk, loanId, {
      disbursement_amount: 1_000,
      disbursement_date: '2026-03-20',
    });
    await desk.done('disbursements.create', tranche);
    expect((await desk.refused('loans.write_off', input)).code).toBe('disbursement_pending');
    await desk.close();
  });
});

describe('a cancellation after a disbursement', () => {
  it('gives up what is undrawn', async () => {
    const desk = await openDesk();
    const { loanId } = await disbursed(desk, TERMS, { disbursement_amount: 5_000 });
    const loan = { loan_id: loanId };
    expect(await desk.done('loans.cancel', { ...loan, reason: 'needs no more' })).toMatchObject({
      undisbursed_amount: 0,
      outstanding_balance: 5_000,
      closed: null,
    });
    const more = disbursementInput(desk, loanId, { disbursement_amount: 1 });
    expect((await desk.refused('disbursements.create', more)).code).toBe('over_disbursement');
    expect((await desk.refused('loans.cancel', { ...loan, reason: 'again' })).code).toBe('loan_disbursed');
    await payOn(desk, '2026-03-01', loanId, 5_000);
    expect((await desk.done('loans.get', loan)).payment_status).toBe('paid_off');
    await verified(desk);
  });
});

describe('a late fee', () => {
  const FEE = '{"amount": 50, "after_days": 5}';

  it('is due once for an installment not covered in time, is paid first, and goes when it was covered', async () => {
    const desk = await openDesk();
    await setPolicy(desk, 'late_fee', FEE);
    const { loanId } = await disbursed(desk, TERMS);
    const loan = { loan_id: loanId };
    const { installments } = await desk.done('loans.schedule', loan);
    const installment = installments[0]?.installment_amount ?? 0;
    desk.today = '2026-04-06';
    expect((await desk.done('loans.get', { ...loan, as_of: '2026-04-05' })).fees_due).toBe(0);
    const late = await desk.done('loans.get', loan);
    expect(late).toMatchObject({ fees_due: 50, days_past_due: 5, arrears_amount: installment + 50 });
    const paid = await payOn(desk, '2026-04-20', loanId, 500);
    expect(paid).toMatchObject({ fee_amount: 50 });
    expect(paid.interest_amount + paid.principal_amount).toBe(450);
    expect((await desk.done('loans.get', loan)).fees_due).toBe(0);
    const told = await desk.done('loans.explain', loan);
    expect(told.map(({ note }) => note).join('\n')).toContain('late fee 50.00: installment 1 of 2026-04-01');
    const covering = await desk.done('payments.create', {
      ...paymentInput(desk, loanId, installment),
      payment_date: '2026-04-01',
    });
    expect(covering.corrections[0]).toMatchObject({
      payment_id: paid.payment_id,
      before: { fee_amount: 50 },
      after: { fee_amount: 0 },
    });
    expect(await desk.done('loans.get', { ...loan, as_of: '2026-04-10' })).toMatchObject({ fees_due: 0 });
    await verified(desk);
  });

  it('comes into force where it changes nothing that is posted', async () => {
    const desk = await openDesk();
    const { loanId } = await disbursed(desk, TERMS);
    await payOn(desk, '2026-04-20', loanId, 500);
    const set = { key: 'late_fee', value: FEE };
    const problem = await desk.refused('policy.set', { ...set, from: '2026-04-01' });
    expect(problem).toMatchObject({ code: 'invalid_policy_value' });
    expect(problem.detail).toContain('2026-04-20');
    for (const value of ['{"amount": 0, "after_days": 5}', '{"amount": 5, "after_days": 0}', '5']) {
      expect((await desk.refused('policy.set', { key: 'late_fee', value })).code).toBe(
        'invalid_policy_value',
      );
    }
    await desk.done('policy.set', set);
    expect((await desk.done('loans.get', { loan_id: loanId, as_of: '2026-05-06' })).fees_due).toBe(50);
    expect((await desk.done('loans.get', { loan_id: loanId, as_of: '2026-05-05' })).fees_due).toBe(0);
    await verified(desk);
  });
});

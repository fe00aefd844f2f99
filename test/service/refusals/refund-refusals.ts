import type { Desk } from '../desk.ts';
import { disbursed, disbursementInput, halfDrawn, payOn, setPolicy } from '../desk-loans.ts';
import { type RefusalCase, refusal } from './refusal-case.ts';

/** A loan of 12,000.00 that got 12,300.00 on 1 April, when it owed 12,240.00: its credit is 60.00. */
async function overpaid(desk: Desk) {
  await setPolicy(desk, 'accept_overpayment', 'true');
  const loan = await disbursed(desk);
  const { payment_id } = await payOn(desk, '2026-04-01', loan.loanId, 12_300);
  return { ...loan, paymentId: payment_id as string };
}

/** Half a loan overpaid and its credit of 880.00 paid out again on 1 April, while another payout is to come. */
async function refundedWithMoreToCome(desk: Desk) {
  await setPolicy(desk, 'accept_overpayment', 'true');
  const { loanId } = await halfDrawn(desk);
  await setPolicy(desk, 'settlement', 'manual');
  const { disbursement_reference } = await desk.done(
    'disbursements.create',
    disbursementInput(desk, loanId, { disbursement_amount: 1_000 }),
  );
  await payOn(desk, '2026-04-01', loanId, 7_000);
  const { refund_id } = await desk.done('loans.refund', { loan_id: loanId });
  return { loanId, waiting: disbursement_reference as string, refundId: refund_id as string };
}

const refunding: readonly RefusalCase[] = [
  refusal('loans.refund', 'validation_failed', 'the date does not exist', async (desk) => ({
    input: { loan_id: (await overpaid(desk)).loanId, date: '2026-13-01' },
    says: ['2026-13-01'],
    faults: ['/date invalid_date'],
  })),
  refusal('loans.refund', 'validation_failed', 'the amount is nothing', async (desk) => ({
    input: { loan_id: (await overpaid(desk)).loanId, amount: 0 },
    says: ['0.00'],
    faults: ['/amount invalid_amount'],
  })),
  refusal('loans.refund', 'validation_failed', 'no account of that method is known', async (desk) => ({
    input: { loan_id: (await overpaid(desk)).loanId, method: 'wallet' },
    says: ['account', 'wallet'],
    faults: ['/account required'],
  })),
  refusal('loans.refund', 'period_closed', 'the books of the day are closed', async (desk) => {
    const { loanId } = await overpaid(desk);
    desk.today = '2026-05-10';
    await setPolicy(desk, 'books_closed_through', '2026-04-30');
    return { input: { loan_id: loanId, date: '2026-04-02' }, says: ['2026-04-02', '2026-04-30'] };
  }),
  refusal('loans.refund', 'second_person_needed', 'the same person again', async (desk) => {
    const input = { loan_id: (await overpaid(desk)).loanId };
    await setPolicy(desk, 'four_eyes', 'refund');
    await desk.done('loans.refund', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
  refusal('loans.refund', 'date_in_future', 'tomorrow', async (desk) => ({
    input: { loan_id: (await overpaid(desk)).loanId, date: '2026-04-02' },
    says: ['2026-04-02', '2026-04-01'],
  })),
  refusal('loans.refund', 'no_credit', 'nothing was paid too much', async (desk) => ({
    input: { loan_id: (await disbursed(desk)).loanId },
    says: ['2026-03-01'],
  })),
  refusal('loans.refund', 'credit_short', 'it is more than the credit', async (desk) => ({
    input: { loan_id: (await overpaid(desk)).loanId, amount: 60.01 },
    says: ['60.01', '60.00', '0.01', '2026-04-01'],
    hints: '60.00',
  })),
];

const afterRefund: readonly RefusalCase[] = [
  refusal('payments.reverse', 'credit_short', 'what it had too much was refunded', async (desk) => {
    const { loanId, paymentId } = await overpaid(desk);
    const { refund_id } = await desk.done('loans.refund', { loan_id: loanId, amount: 30 });
    return {
      input: { payment_id: paymentId, reason: 'returned by the bank' },
      says: [refund_id as string, '30.00', '2026-04-01'],
    };
  }),
  refusal('disbursements.create', 'credit_short', 'dated before the refund', async (desk) => {
    const { loanId, refundId } = await refundedWithMoreToCome(desk);
    await setPolicy(desk, 'settlement', 'automatic');
    const backdated = { disbursement_amount: 500, disbursement_date: '2026-03-20' };
    return {
      input: disbursementInput(desk, loanId, backdated),
      says: [refundId, '880.00', '2026-04-01'],
    };
  }),
  refusal('disbursements.complete', 'credit_short', 'dated before the refund', async (desk) => {
    const { waiting, refundId } = await refundedWithMoreToCome(desk);
    return {
      input: { disbursement_reference: waiting, date: '2026-03-20' },
      says: [refundId, '880.00', '2026-04-01'],
    };
  }),
];

/** Paying credit out, and what would leave less of it than was paid out. */
export const REFUND_REFUSALS: readonly RefusalCase[] = [...refunding, ...afterRefund];

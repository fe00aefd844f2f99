import type { Desk } from '../desk.ts';
import { disbursed, disbursementInput, halfDrawn, paymentInput, payOn, setPolicy } from '../desk-loans.ts';
import { type RefusalCase, refusal } from './refusal-case.ts';

const LATE_FEE = '{"amount": 50, "after_days": 5}';
const reason = 'returned by the bank';

/**
 * A loan paid off early and overpaid, then drawn once more, on which an installment brings a fee. Without the early
 * payment more interest and fees are paid of the overpayment, which covers that installment: so the fee goes, and
 * less is owed in the end than with it.
 */
export async function feeForWantOfInterest(desk: Desk, payEarly = payOn) {
  await setPolicy(desk, 'accept_overpayment', 'true');
  await setPolicy(desk, 'late_fee', LATE_FEE);
  const { loanId } = await halfDrawn(desk);
  const tranche = { disbursement_amount: 4_700, disbursement_date: '2026-06-10' };
  await desk.done('disbursements.create', disbursementInput(desk, loanId, tranche));
  const { payment_id } = await payEarly(desk, '2026-03-02', loanId, 3_000);
  await payOn(desk, '2026-05-31', loanId, 10_000);
  desk.today = '2026-10-10';
  await setPolicy(desk, 'accept_overpayment', 'false');
  const { payoff_amount } = await desk.done('loans.payoff', { loan_id: loanId });
  return { loanId, early: payment_id as string, payoff: payoff_amount };
}

/** What only late fees bring about: with less booked, more may be owed, or with less paid, less. */
export const LATE_FEE_REFUSALS: readonly RefusalCase[] = [
  refusal('disbursements.fail', 'credit_short', 'later due dates bring a fee', async (desk) => {
    await setPolicy(desk, 'accept_overpayment', 'true');
    await setPolicy(desk, 'late_fee', LATE_FEE, '2026-04-10');
    const { loanId, reference } = await disbursed(desk, {}, { disbursement_amount: 1 });
    desk.today = '2026-03-20';
    await desk.done('disbursements.create', disbursementInput(desk, loanId, { disbursement_amount: 11_000 }));
    await payOn(desk, '2026-05-02', loanId, 11_500);
    const { refund_id } = await desk.done('loans.refund', { loan_id: loanId });
    return {
      input: { disbursement_reference: reference, reason: 'account closed' },
      says: [refund_id as string, '2026-05-02'],
    };
  }),
  refusal('payments.reverse', 'would_break_later_payment', 'a fee paid later would go', async (desk) => {
    const { loanId, early, payoff } = await feeForWantOfInterest(desk);
    const last = await payOn(desk, '2026-10-10', loanId, payoff);
    return {
      input: { payment_id: early, reason },
      says: [last.payment_id as string, '2026-10-10'],
      hints: `pay reverse ${last.payment_id}`,
    };
  }),
  refusal('payments.reverse', 'would_break_write_off', 'a fee paid before it would go', async (desk) => {
    const { loanId, early, payoff } = await feeForWantOfInterest(desk);
    await payOn(desk, '2026-10-10', loanId, payoff - 20);
    await desk.done('loans.write_off', { loan_id: loanId, reason: 'insolvent' });
    return { input: { payment_id: early, reason }, says: ['2026-10-10'], hints: '--reverse' };
  }),
  refusal('disbursements.create', 'would_break_later_payment', 'a fee paid later would go', async (desk) => {
    const { loanId, payoff } = await feeForWantOfInterest(desk);
    const last = await payOn(desk, '2026-10-10', loanId, payoff - 10);
    const backdated = { disbursement_amount: 600, disbursement_date: '2026-03-03' };
    return {
      input: disbursementInput(desk, loanId, backdated),
      says: [last.payment_id as string, '2026-10-10'],
    };
  }),
  refusal(
    'disbursements.complete',
    'would_break_later_payment',
    'a fee paid later would go',
    async (desk) => {
      const { loanId, payoff } = await feeForWantOfInterest(desk);
      const last = await payOn(desk, '2026-10-10', loanId, payoff - 10);
      await setPolicy(desk, 'settlement', 'manual');
      const { disbursement_reference } = await desk.done(
        'disbursements.create',
        disbursementInput(desk, loanId, { disbursement_amount: 600 }),
      );
      return {
        input: { disbursement_reference: disbursement_reference as string, date: '2026-03-03' },
        says: [last.payment_id as string, '2026-10-10'],
      };
    },
  ),
  refusal(
    'payments.create',
    'credit_short',
    'it saves the interest that covered an installment',
    async (desk) => {
      await setPolicy(desk, 'accept_overpayment', 'true');
      await setPolicy(desk, 'late_fee', '{"amount": 5000, "after_days": 5}', '2026-06-20');
      const { loanId } = await halfDrawn(desk);
      const tranche = { disbursement_amount: 4_700, disbursement_date: '2026-06-10' };
      await desk.done('disbursements.create', disbursementInput(desk, loanId, tranche));
      await payOn(desk, '2026-05-31', loanId, 10_000);
      await payOn(desk, '2026-10-10', loanId, 10_000);
      const { refund_id } = await desk.done('loans.refund', { loan_id: loanId });
      return {
        input: paymentInput(desk, loanId, 3_000, { payment_date: '2026-03-02' }),
        says: [refund_id as string, '2026-10-10'],
      };
    },
  ),
];

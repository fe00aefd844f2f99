import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { amountToNumber } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { PaymentRecord } from '../../store/records.ts';
import type { ReadHandler } from '../call.ts';
import { loanAt } from './loan-at.ts';

type Payment = OperationOutput<'loans.payments'>[number];

/** A loan's payments with their splits, in the order of their dates. */
export const handle: ReadHandler<
  OperationInput<'loans.payments'>,
  OperationOutput<'loans.payments'>
> = async (tx, input, call) => {
  const found = await loanAt(tx, input, call, { mayBeLater: false });
  if (isRefusal(found)) return found;
  const records = new Map(found.dossier.payments.map((payment) => [payment.paymentId, payment]));
  return found.account.state.splits.map((split) => {
    const payment = records.get(split.paymentId);
    if (payment === undefined) throw new Error(`a split without its payment: ${split.paymentId}`);
    // In date order: a payout registered later for the same day stands before the payment.
    return paymentResponse({ ...payment, remainingPiastres: split.remainingPiastres });
  });
};

function paymentResponse(payment: PaymentRecord): Payment {
  return {
    payment_id: payment.paymentId,
    loan_id: payment.loanId,
    payment_date: payment.paymentDate,
    payment_amount: amountToNumber(payment.amountPiastres),
    payment_method: payment.method as Payment['payment_method'],
    payment_reference: payment.paymentReference,
    principal_amount: amountToNumber(payment.principalPiastres),
    interest_amount: amountToNumber(payment.interestPiastres),
    fee_amount: amountToNumber(payment.feePiastres),
    credit_amount: amountToNumber(payment.creditPiastres),
    remaining_balance: amountToNumber(payment.remainingPiastres),
    status: 'posted',
    batch_id: payment.batchId,
    booked_at: payment.bookedAt,
    booked_by: payment.bookedBy,
  };
}

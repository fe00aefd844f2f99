import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import type { LoanState, PaymentSplit } from '../../domain/loan-state.ts';
import { amountToNumber, piastres } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { LoanDossier, ReversiblePayment } from '../../store/port.ts';
import type { ReadHandler } from '../call.ts';
import { loanAt } from './loan-at.ts';

type Payment = OperationOutput<'loans.payments'>[number];

/** A loan's payments with their splits, in the order of their dates. */
export const handle: ReadHandler<
  OperationInput<'loans.payments'>,
  OperationOutput<'loans.payments'>
> = async (tx, input, call) => {
  const found = await loanAt(tx, input, call, { mayBeLater: false });
  return isRefusal(found) ? found : paymentRows(found.dossier, found.account.state, found.asOf);
};

/**
 * Every payment of a loan dated by `asOf`, reversed ones too, in date order. Splits are those of `state`, as they stand
 * now; a reversed payment, which has none any more, is shown with the split it was first booked with.
 */
export function paymentRows(
  dossier: Pick<LoanDossier, 'payments'>,
  state: LoanState,
  asOf: CalendarDate,
): Payment[] {
  const splits = new Map(state.splits.map((split) => [split.paymentId, split]));
  return dossier.payments
    .filter((payment) => payment.paymentDate <= asOf)
    .sort((a, b) =>
      a.paymentDate < b.paymentDate ? -1 : a.paymentDate > b.paymentDate ? 1 : a.order - b.order,
    )
    .map((payment) =>
      paymentResponse({ recoveredPiastres: piastres(0), ...payment, ...splits.get(payment.paymentId) }),
    );
}

function paymentResponse(payment: ReversiblePayment & Pick<PaymentSplit, 'recoveredPiastres'>): Payment {
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
    recovered_amount: amountToNumber(payment.recoveredPiastres),
    remaining_balance: amountToNumber(payment.remainingPiastres),
    status: payment.reversal === null ? 'posted' : 'reversed',
    batch_id: payment.batchId,
    booked_at: payment.bookedAt,
    booked_by: payment.bookedBy,
  };
}

import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { handle as getLoan } from '../loans/get-loan.ts';
import { checkedId } from '../resolve-loan.ts';
import { handle as getPayment } from './get-payment.ts';

/** What a receipt says: the payment as it stands now, whose loan it is, and what took it back. */
export const handle: ReadHandler<
  OperationInput<'payments.receipt'>,
  OperationOutput<'payments.receipt'>
> = async (tx, input, call) => {
  const id = await checkedId(tx, 'payment', input.payment_id);
  if (isRefusal(id)) return id;
  const [record] = await tx.payments.byIds([id]);
  if (record === undefined) return refuse('payment_not_found', `there is no payment ${id}`);
  const payment = await getPayment(tx, { loan_id: record.loanId, payment_id: id }, call);
  if (isRefusal(payment)) return payment;
  const loan = await getLoan(tx, { loan_id: record.loanId }, call);
  if (isRefusal(loan)) return loan;
  const [dossier] = await tx.loans.byIds([record.loanId]);
  const reversal = dossier?.payments.find(({ paymentId }) => paymentId === id)?.reversal ?? null;
  return {
    ...payment,
    business_name: loan.business_name,
    merchant_id: loan.merchant_id,
    currency: loan.currency,
    outstanding_balance: loan.outstanding_balance,
    as_of: loan.as_of,
    reversed_on: reversal?.reversedOn ?? null,
    reversal_reason: reversal?.reason ?? null,
  };
};

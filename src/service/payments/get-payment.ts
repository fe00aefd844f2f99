import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { handle as listPayments } from '../loans/list-payments.ts';
import { checkedId } from '../resolve-loan.ts';

/** One payment of a loan, with its split as it stands now. */
export const handle: ReadHandler<OperationInput<'payments.get'>, OperationOutput<'payments.get'>> = async (
  tx,
  input,
  call,
) => {
  const payments = await listPayments(tx, { loan_id: input.loan_id }, call);
  if (isRefusal(payments)) return payments;
  const id = await checkedId(tx, 'payment', input.payment_id);
  if (isRefusal(id)) return id;
  const payment = payments.find((one) => one.payment_id === id);
  return payment ?? refuse('payment_not_found', `the loan has no payment ${id}`);
};

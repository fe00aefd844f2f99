import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { readPaymentFilter } from './payment-filter.ts';

type Totals = OperationOutput<'payments.totals'>;

/** What the payments asked for come to, by method and by whether they stand. */
export const handle: ReadHandler<OperationInput<'payments.totals'>, Totals> = async (tx, input) => {
  const filter = readPaymentFilter(input);
  if (isRefusal(filter)) return filter;
  return (await tx.reports.paymentTotals(filter)).map((total) => ({
    payment_method: total.method as Totals[number]['payment_method'],
    status: total.isReversed ? 'reversed' : 'posted',
    payments: total.payments,
    payment_amount: formatSum(total.amountPiastres),
  }));
};

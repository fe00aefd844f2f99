import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { END_OF_TIME } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { foldAll } from '../../domain/replay.ts';
import type { ReadHandler } from '../call.ts';
import { paymentRows } from '../loans/list-payments.ts';
import { readPage } from '../paging.ts';
import { readPaymentFilter } from './payment-filter.ts';

/** Payments of all loans, posted and reversed, the latest first; the splits as they stand now. */
export const handle: ReadHandler<OperationInput<'payments.list'>, OperationOutput<'payments.list'>> = async (
  tx,
  { page, size, ...filter },
  call,
) => {
  const asked = readPage({
    ...(page === undefined ? {} : { page }),
    ...(size === undefined ? {} : { size }),
  });
  if (isRefusal(asked)) return asked;
  const wanted = readPaymentFilter(filter);
  if (isRefusal(wanted)) return wanted;
  const { rows, totalCount } = await tx.reports.payments(wanted, asked.request);
  call.tellTotal(totalCount);
  const dossiers = await tx.loans.byIds([...new Set(rows.map((row) => row.loanId))]);
  const payments = new Map(
    dossiers.flatMap((dossier) => {
      const state = foldAll(dossier);
      const all = paymentRows(dossier, state, END_OF_TIME);
      return all.map((payment) => [payment.payment_id, payment] as const);
    }),
  );
  return rows.map(({ paymentId }) => {
    const payment = payments.get(paymentId);
    if (payment === undefined) throw new Error(`a payment without its loan: ${paymentId}`);
    return payment;
  });
};

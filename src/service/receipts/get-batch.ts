import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { readPage } from '../paging.ts';
import { batchResponse, summaryOf } from './batch-response.ts';
import { resolveBatch } from './resolve-receipt.ts';

/** An imported file with what its run said of it, and a page of the rows that were new then. */
export const handle: ReadHandler<
  OperationInput<'payment_batches.get'>,
  OperationOutput<'payment_batches.get'>
> = async (tx, { batch_id, ...paging }) => {
  const asked = readPage(paging);
  if (isRefusal(asked)) return asked;
  const batch = await resolveBatch(tx, batch_id);
  if (isRefusal(batch)) return batch;
  const { rows, totalCount } = await tx.receipts.rowsOfBatch(batch.batchId, asked.request);
  const payments = await tx.payments.byIds(rows.flatMap(({ paymentId }) => paymentId ?? []));
  const loans = new Map(payments.map(({ paymentId, loanId }) => [paymentId, loanId]));
  return {
    ...batchResponse(batch),
    ...summaryOf(batch),
    page: asked.page,
    size: asked.size,
    total_count: totalCount,
    data: rows.map((row) => ({
      line: row.line,
      date: row.date,
      direction: row.direction,
      amount: row.amount,
      currency: row.currency,
      outcome: row.outcome,
      reason: row.reason,
      loan_id: row.paymentId === null ? null : (loans.get(row.paymentId) ?? null),
      payment_id: row.paymentId,
      held_id: row.heldId,
    })),
  };
};

import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { readPage } from '../paging.ts';
import { batchResponse } from './batch-response.ts';

/** Imported files, the newest first. */
export const handle: ReadHandler<
  OperationInput<'payment_batches.list'>,
  OperationOutput<'payment_batches.list'>
> = async (tx, input, call) => {
  const page = readPage(input);
  if (isRefusal(page)) return page;
  const { rows, totalCount } = await tx.receipts.batches(page.request);
  call.tellTotal(totalCount);
  return rows.map(batchResponse);
};

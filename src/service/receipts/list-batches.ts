import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { foldForSearch } from '../../domain/search-folding.ts';
import type { BatchWithUndo } from '../../store/receipt-port.ts';
import type { ReadHandler } from '../call.ts';
import { EVERY_ROW, pageOfRows, readPage } from '../paging.ts';
import { batchResponse } from './batch-response.ts';

/** Imported files, the newest first. */
export const handle: ReadHandler<
  OperationInput<'payment_batches.list'>,
  OperationOutput<'payment_batches.list'>
> = async (tx, { q, ...paging }, call) => {
  const page = readPage(paging);
  if (isRefusal(page)) return page;
  if (q === undefined) {
    const { rows, totalCount } = await tx.receipts.batches(page.request);
    call.tellTotal(totalCount);
    return rows.map(batchResponse);
  }
  // A bank imports a few files a day: there is no need of an index.
  const part = foldForSearch(q.trim());
  const found = (await tx.receipts.batches(EVERY_ROW)).rows.filter((batch) => answersTo(batch, part));
  call.tellTotal(found.length);
  return pageOfRows(found, page).map(batchResponse);
};

function answersTo({ batchId, fileName, sourceName, digest }: BatchWithUndo, part: string): boolean {
  const said = [batchId, fileName ?? '', sourceName ?? ''].map(foldForSearch);
  return said.some((text) => text.includes(part)) || (part !== '' && digest.startsWith(part));
}

import type { ReadTx } from '../../store/port.ts';
import type { BatchFile } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import type { FileFault } from './statement-checks.ts';

/** Held for what the ledger has of it already: no money that nobody has seen. */
const SEEN_BEFORE: readonly (string | null)[] = ['reversed_before', 'may_be_known'];

/**
 * A fault when the very bytes of a file were imported before and its rows come out as other money now: with another
 * order of dates, decimal mark or choice of columns, each would be booked a second time. Rows that were refused then
 * may be new in the same bytes; those that were imported are all there again.
 */
export async function readOtherwise(
  tx: ReadTx,
  rows: PlannedRows,
  { digest }: BatchFile,
): Promise<FileFault | null> {
  let newMoney = 0;
  let seenBefore = 0;
  const seenOfBatch = new Map<string | null, number>();
  for (const row of rows) {
    const { isKnown, isKept, outcome, code, batchId } = row;
    if (isKnown && batchId !== null && !row.standsAgain) {
      seenOfBatch.set(batchId, (seenOfBatch.get(batchId) ?? 0) + 1);
    } else if (isKnown || SEEN_BEFORE.includes(code)) seenBefore += 1;
    else if (isKept && (outcome === 'post' || outcome === 'held')) newMoney += 1;
  }
  if (newMoney === 0) return null;
  const batches = await tx.receipts.standingBatchesOf(digest);
  const isMore = (count: number, batchId: string) => count > seenBefore + (seenOfBatch.get(batchId) ?? 0);
  const more = batches.filter(({ batchId, rowCount }) => isMore(rowCount, batchId));
  if (more.length === 0) return null;
  // What it only knew of a file undone since is free again.
  const rowsThen = await tx.receipts.rowsOfBatches(more.map(({ batchId }) => batchId));
  const freed = Map.groupBy(
    rowsThen.filter(({ isFreed }) => isFreed === 1),
    ({ batchId }) => batchId,
  );
  const before = more.find(({ batchId, rowCount }) =>
    isMore(rowCount - (freed.get(batchId)?.length ?? 0), batchId),
  );
  if (before === undefined) return null;
  const { batchId, postedOn, sourceName } = before;
  const as = sourceName === null ? '' : ` by source ${sourceName}`;
  return {
    line: null,
    column: null,
    value: null,
    code: 'read_otherwise',
    message: `the same file was imported${as} on ${postedOn} as ${batchId} and is read otherwise now: ${newMoney} of its rows may be booked a second time; undo ${batchId} first (pay undo), or read the file as it was read then`,
  };
}

import type { ReadTx } from '../../store/port.ts';
import type { BatchWithUndo } from '../../store/receipt-port.ts';
import { summaryOf } from '../receipts/batch-response.ts';
import type { BatchFile } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import type { FileFault } from './statement-checks.ts';

/** Held for what the ledger has of it already: no money that nobody has seen. */
const SEEN_BEFORE: readonly (string | null)[] = ['reversed_before', 'equals_imported_row'];

/**
 * A fault when the very bytes of a file were imported before and its rows come out as other money now: with another
 * order of dates, decimal mark or choice of columns, each would be booked a second time. Only a row that was refused
 * then, or was somebody else's payment, can be new in the same bytes.
 */
export async function readOtherwise(
  tx: ReadTx,
  rows: PlannedRows,
  { digest }: BatchFile,
): Promise<FileFault | null> {
  let newMoney = 0;
  for (const { isKept, outcome, code } of rows) {
    if (isKept && (outcome === 'post' || (outcome === 'held' && !SEEN_BEFORE.includes(code)))) newMoney += 1;
  }
  if (newMoney === 0) return null;
  const before = (await tx.receipts.standingBatchesOf(digest)).find((batch) => newMoney > mayBeNew(batch));
  if (before === undefined) return null;
  const { batchId, postedOn, sourceName } = before;
  const as = sourceName === null ? '' : ` by source ${sourceName}`;
  return {
    line: null,
    column: null,
    value: null,
    code: 'read_otherwise',
    message: `the same file was imported${as} on ${postedOn} as ${batchId} and is read otherwise now: ${newMoney} of its rows would be booked a second time; undo ${batchId} first (pay undo), or read the file as it was read then`,
  };
}

/** How many rows of a batch's file may still be new. */
function mayBeNew(batch: BatchWithUndo): number {
  const { refused = [], already_imported = [] } = summaryOf(batch).outcomes;
  return [...refused, ...already_imported].reduce((all, { count }) => all + count, 0);
}

import type { ReadTx } from '../../store/port.ts';
import type { BatchFile } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import type { FileWarning } from './statement-checks.ts';

/** Whether the rows of a file were refused before and are corrected. */
export function isOfRejected(file: BatchFile): boolean {
  return file.of_rejected === true;
}

/**
 * Says which corrected rows are not posted because they equal a payment booked by hand, or a row that came with other
 * corrected ones: was it a second payment, nothing else would be seen of it.
 */
export async function doubtsOfCorrected(
  tx: ReadTx,
  file: BatchFile,
  rows: PlannedRows,
): Promise<readonly FileWarning[]> {
  if (!isOfRejected(file)) return [];
  const known = [...rows.where(({ outcome }) => outcome === 'already_imported')];
  const batches = await tx.receipts.batchesByIds([...new Set(known.flatMap(({ batchId }) => batchId ?? []))]);
  const sameFile = new Set(
    batches.filter(({ digest }) => digest === file.digest).map(({ batchId }) => batchId),
  );
  return known.flatMap(({ part, batchId, paymentId, heldId }) => {
    if (batchId !== null && sameFile.has(batchId)) return [];
    const [code, other] =
      batchId === null
        ? (['equals_booked_payment', `${paymentId}, booked by hand`] as const)
        : (['equals_imported_row', `${paymentId ?? heldId ?? 'a row'} of batch ${batchId}`] as const);
    const message = `line ${part.line} was refused and, corrected, equals ${other}, so it is not posted: a second payment needs a reference of its own`;
    return [{ code, message }];
  });
}

import { type CorrectedRow, correctedRow, type EqualRow } from '../../domain/corrected-row.ts';
import type { ReadTx } from '../../store/port.ts';
import type { BatchWithUndo, KnownRow } from '../../store/receipt-port.ts';
import { summaryOf } from '../receipts/batch-response.ts';
import { findKnownAgain, knownRows, suggestionsOf, takesSecondLife } from './known-rows.ts';
import type { PlannedRow } from './planned-row.ts';

/**
 * Marks the rows that an earlier import has, of a file of rows that were refused and are corrected, which has
 * `rowsOfFile`. One that equals a row that came another way may be a second payment as well as the same one, told
 * twice: a person has to look.
 */
export async function findKnownCorrected(
  tx: ReadTx,
  rows: readonly PlannedRow[],
  rowsOfFile: number,
): Promise<void> {
  const known = await knownRows(tx, rows);
  if (known.length === 0) return;
  const batches = await tx.receipts.batchesByIds([...new Set(known.map(({ batchId }) => batchId))]);
  const mayBeAgain = new Set(
    batches.filter((batch) => mayBeOf(batch, rowsOfFile)).map(({ batchId }) => batchId),
  );
  const byKey = Map.groupBy(
    known.map((one) => ({ ...one, mayBeAgain: mayBeAgain.has(one.batchId) })),
    ({ rowKey }) => rowKey,
  );
  const again: PlannedRow[] = [];
  for (const row of rows) {
    const equal = byKey.get(row.key) ?? [];
    // What is no repayment is nobody's money: it is known as in any other file.
    const place =
      row.outcome === 'not_a_repayment'
        ? sameNumber(row.occurrence, equal)
        : correctedRow(row.occurrence, equal);
    if ('before' in place) {
      if (takesSecondLife(row, place.before)) again.push(row);
      continue;
    }
    row.takeOccurrence(place.occurrence);
    if (place.equals === null) continue;
    row.hold('equals_imported_row', equalInWords(place.equals), suggestionsOf(row));
  }
  await findKnownAgain(tx, again);
}

/**
 * Whether a file of refused rows may be one of before again, further corrected. What was refused of that once more came
 * in a file with fewer rows, none of which was posted with it.
 */
function mayBeOf(batch: BatchWithUndo, rowsOfFile: number): boolean {
  const { of_rejected, outcomes } = summaryOf(batch);
  const rowsBefore = Object.values(outcomes).flatMap((sums) => sums.map(({ count }) => count));
  return of_rejected && rowsBefore.reduce((all, count) => all + count, 0) <= rowsOfFile;
}

function sameNumber<Row extends EqualRow>(occurrence: number, equal: readonly Row[]): CorrectedRow<Row> {
  const before = equal.find((one) => one.occurrence === occurrence);
  return before === undefined ? { occurrence, equals: null } : { before };
}

function equalInWords({ paymentId, heldId, batchId }: KnownRow): string {
  const became = paymentId ?? heldId;
  const known = became === null ? `a row of batch ${batchId}` : `${became} of batch ${batchId}`;
  return `it was refused and, corrected, equals ${known}: match it if it is a second payment, else dismiss it`;
}

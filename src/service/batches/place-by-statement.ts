import { type PlacedContent, rowsOfOneContent } from '../../domain/rows-of-one-content.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import { breathe } from '../breathing.ts';
import { type Freed, findKnownAgain, suggestionsOf, takeSecondLives, takesSecondLife } from './known-rows.ts';
import type { PlacedStatements } from './placed-statements.ts';
import type { PlannedRow } from './planned-row.ts';
import type { RowsOfKey } from './rows-by-key.ts';

/**
 * Marks rows that say the same, and have no reference to tell them apart, by the statements they stand in: all rows of
 * the file that do.
 */
export async function placeByStatement(
  tx: ReadTx,
  contents: readonly RowsOfKey[],
  statements: PlacedStatements,
): Promise<void> {
  const again: PlannedRow[] = [];
  const freed: Freed[] = [];
  for (const { rows, standing, undone } of contents) {
    const places = rowsOfOneContent(
      rows.map((row) => ({ occurrence: row.occurrence, statement: row.part.statement, row })),
      { standing, undone },
      ({ row }, batchId) => statements.overlap(row, batchId),
    );
    places.forEach((place, at) => {
      const row = rows[at] as PlannedRow;
      if (takesPlace(row, place)) again.push(row);
      if (place.is === 'new') freed.push(...place.was.map((was) => ({ row, was })));
    });
    await breathe();
  }
  await takeSecondLives(tx, freed);
  await findKnownAgain(tx, again);
}

/** Takes what a row is among those that say the same; true when it is under another key now, and may be known by that. */
function takesPlace(row: PlannedRow, place: PlacedContent<KnownRow, UndoneRow>): boolean {
  if (place.is === 'known') return takesSecondLife(row, place.before);
  row.takeOccurrence(place.occurrence);
  if (place.is === 'new' || row.outcome === 'not_a_repayment') return false;
  const { paymentId, heldId, batchId } = place.before;
  const became = paymentId ?? heldId ?? 'a row';
  const reason = `it equals ${became} of batch ${batchId}, and its statement is another part of the account's history: match it if it is another payment, else dismiss it`;
  row.hold('equals_imported_row', reason, suggestionsOf(row));
  return false;
}

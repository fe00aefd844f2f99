import { type PlacedContent, rowsOfOneContent } from '../../domain/rows-of-one-content.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import { breathe } from '../breathing.ts';
import { withoutStanding } from './apart-rows.ts';
import { type Freed, findKnownAgain, suggestionsOf, takeSecondLives, takesSecondLife } from './known-rows.ts';
import type { PlacedStatements } from './placed-statements.ts';
import type { PlannedRow } from './planned-row.ts';

/** The rows of a file that say the same, and what there is of it. */
interface OneContent {
  readonly rows: PlannedRow[];
  readonly standing: readonly KnownRow[];
  readonly undone: readonly UndoneRow[];
}

/** Rows of a file that have no reference to tell them apart, several of which say the same, there or before. */
export class EqualRows {
  readonly #tx: ReadTx;
  readonly #statements: PlacedStatements;
  readonly #contents = new Map<string, OneContent>();

  constructor(tx: ReadTx, statements: PlacedStatements) {
    this.#tx = tx;
    this.#statements = statements;
  }

  /** Takes a row whose content is one of them already; false: it is none. */
  takes(row: PlannedRow): boolean {
    const content = this.#contents.get(row.key);
    content?.rows.push(row);
    return content !== undefined;
  }

  /** Takes the first row of a content, and all that was imported of it. */
  begin(row: PlannedRow, standing: readonly KnownRow[], undone: readonly UndoneRow[]): void {
    this.#contents.set(row.key, { rows: [row], standing, undone });
  }

  /** Marks them, once all rows of the file are there. */
  async place(): Promise<void> {
    const contents = [...this.#contents.values()];
    this.#contents.clear();
    const again: PlannedRow[] = [];
    const freed: Freed[] = [];
    for (const { rows, standing, undone } of contents) {
      const places = rowsOfOneContent(
        rows.map((row) => ({ occurrence: row.occurrence, statement: row.part.statement, row })),
        { standing, undone: withoutStanding(undone, standing) },
        ({ row }, batchId) => this.#statements.overlap(row, batchId),
      );
      places.forEach((place, at) => {
        const row = rows[at] as PlannedRow;
        if (takesPlace(row, place)) again.push(row);
        if (place.is === 'new') freed.push(...place.was.map((was) => ({ row, was })));
      });
      await breathe();
    }
    await takeSecondLives(this.#tx, freed);
    await findKnownAgain(this.#tx, again);
  }
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

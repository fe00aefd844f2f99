import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import type { PlannedRow } from './planned-row.ts';

/** The rows of a file that share a key, and what was imported under it. */
export interface RowsOfKey {
  readonly rows: PlannedRow[];
  readonly standing: readonly KnownRow[];
  /** Of batches that were undone, but for what stands again: that is one row, not two. */
  readonly undone: readonly UndoneRow[];
}

/** Rows of a file put together by their keys, so that all of a key are placed at once. */
export class RowsByKey {
  readonly #byKey = new Map<string, RowsOfKey>();

  /** Puts a row to those of its key, if there are some. */
  takes(row: PlannedRow): boolean {
    const ofKey = this.#byKey.get(row.key);
    ofKey?.rows.push(row);
    return ofKey !== undefined;
  }

  /** Takes the first row of a key, and all that was imported under it. */
  begin(row: PlannedRow, standing: readonly KnownRow[], undone: readonly UndoneRow[]): void {
    this.#byKey.set(row.key, { rows: [row], standing, undone: withoutStanding(undone, standing) });
  }

  all(): readonly RowsOfKey[] {
    return [...this.#byKey.values()];
  }
}

/** Rows of undone batches that do not stand again. */
export function withoutStanding(
  undone: readonly UndoneRow[],
  standing: readonly KnownRow[],
): readonly UndoneRow[] {
  const stands = new Set(standing.map(({ occurrence }) => occurrence));
  return undone.filter(({ occurrence }) => !stands.has(occurrence));
}

import { type NumberedRow, OccurrenceNumbers } from './occurrence-numbers.ts';
import type { StatementOverlap } from './statement-overlap.ts';

/** A row of a file among those that say the same and have no reference. */
export interface RowOfContent {
  readonly occurrence: number;
  /** Of the file. */
  readonly statement: number;
}

/** One imported before. */
export interface KnownOfContent {
  readonly occurrence: number;
  readonly batchId: string;
}

/** What a row is among those that say the same. */
export type PlacedContent<Known, Undone> =
  | { readonly is: 'known'; readonly before: Known }
  /** It may be one before, whose statement does not hold it by the balances of both. */
  | { readonly is: 'apart'; readonly before: Known; readonly occurrence: number }
  /** It has a free number; `was`: what it was in batches that were undone. */
  | { readonly is: 'new'; readonly occurrence: number; readonly was: readonly Undone[] };

/**
 * Places all rows of a file that say the same among those imported before. They are equal payments, each of which
 * counts, so a row is the one of its number; but it is none that came with a statement which cannot hold it
 * (`overlapOf`). What is new by that, while one before is told by no row of the file, is for a person to say.
 */
export function rowsOfOneContent<
  Row extends RowOfContent,
  Known extends KnownOfContent,
  Undone extends NumberedRow,
>(
  rows: readonly Row[],
  { standing, undone }: { readonly standing: readonly Known[]; readonly undone: readonly Undone[] },
  overlapOf: (row: Row, batchId: string) => StatementOverlap,
): readonly PlacedContent<Known, Undone>[] {
  const left = new LeftOfContent(standing, overlapOf);
  const undoneByNumber = Map.groupBy(undone, ({ occurrence }) => occurrence);
  const known: (Known | null)[] = rows.map((row) => left.ofNumber(row, ['same']));
  const rest = (find: (row: Row) => Known | null) => {
    for (let at = 0; at < rows.length && left.size > 0; at++) known[at] ??= find(rows[at] as Row);
  };
  rest((row) => left.any(row, ['same']));
  rest((row) => left.ofNumber(row, ['same', 'perhaps']));
  // One that was undone is free to come again, and no other that stands.
  rest((row) => (undoneByNumber.has(row.occurrence) ? null : left.any(row, ['same', 'perhaps'])));
  const told = new Set(rows.map(({ occurrence }) => occurrence));
  const untold = undone.filter(({ occurrence }) => !told.has(occurrence));
  const numbers = new OccurrenceNumbers(standing, undone);
  return rows.map((row, at) => {
    const before = known[at] ?? null;
    if (before !== null) return { is: 'known', before };
    const was = undoneByNumber.get(row.occurrence) ?? [];
    const other = was.length > 0 ? null : left.first();
    if (other === null) return { is: 'new', occurrence: numbers.next(was), was };
    return { is: 'apart', before: other, occurrence: numbers.next(untold) };
  });
}

/** Rows imported before that no row of the file is yet. */
class LeftOfContent<Row extends RowOfContent, Known extends KnownOfContent> {
  readonly #byNumber = new Map<number, Known>();
  /** By batch, the first number first: those of one batch are alike to the rows of a statement. */
  readonly #byBatch = new Map<string, Set<Known>>();
  readonly #overlapOf: (row: Row, batchId: string) => StatementOverlap;
  /** Statements, and overlaps, of which none is left. */
  readonly #vain = new Set<string>();
  size: number;

  constructor(standing: readonly Known[], overlapOf: (row: Row, batchId: string) => StatementOverlap) {
    this.#overlapOf = overlapOf;
    this.size = standing.length;
    for (const one of standing.toSorted((a, b) => a.occurrence - b.occurrence)) {
      this.#byNumber.set(one.occurrence, one);
      const ofBatch = this.#byBatch.get(one.batchId) ?? new Set();
      this.#byBatch.set(one.batchId, ofBatch.add(one));
    }
  }

  /** Takes the one of a row's number, if its statement overlaps so. */
  ofNumber(row: Row, overlaps: readonly StatementOverlap[]): Known | null {
    const one = this.#byNumber.get(row.occurrence);
    return one !== undefined && overlaps.includes(this.#overlapOf(row, one.batchId)) ? this.#take(one) : null;
  }

  /** Takes the first whose statement overlaps so. */
  any(row: Row, overlaps: readonly StatementOverlap[]): Known | null {
    // What is left only becomes less.
    const search = `${row.statement} ${overlaps.join()}`;
    if (this.#vain.has(search)) return null;
    for (const [batchId, ofBatch] of this.#byBatch) {
      const one = ofBatch.values().next().value;
      if (one === undefined || !overlaps.includes(this.#overlapOf(row, batchId))) continue;
      return this.#take(one);
    }
    this.#vain.add(search);
    return null;
  }

  first(): Known | null {
    for (const ofBatch of this.#byBatch.values()) for (const one of ofBatch) return one;
    return null;
  }

  #take(one: Known): Known {
    this.#byNumber.delete(one.occurrence);
    const ofBatch = this.#byBatch.get(one.batchId);
    ofBatch?.delete(one);
    if (ofBatch?.size === 0) this.#byBatch.delete(one.batchId);
    this.size -= 1;
    return one;
  }
}

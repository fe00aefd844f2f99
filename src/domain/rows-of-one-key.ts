/** A row among those that have one key: of a file, or imported before. */
export interface RowOfKey {
  readonly occurrence: number;
  /** The loan it names or went to; null: none, as for one that is held. */
  readonly loanId: string | null;
}

/** What was imported under a key. */
export interface KnownOfKey<Known extends RowOfKey, Undone extends RowOfKey> {
  readonly standing: readonly Known[];
  /** Of batches that were undone. */
  readonly undone: readonly Undone[];
}

/** What tells more of rows than their loans and numbers do. */
export interface MoreOfRows<Row extends RowOfKey, Known extends RowOfKey> {
  /** The row imported before that was put apart from those of its key, as the `rank`-th of its loan. */
  apart(row: Row, rank: number): Known | null;
  /** Whether a row that names another loan than one before may still be that one. */
  mayBe(row: Row, known: Known): boolean;
}

/** What a row of a file is among the rows of its key; its `rank` is its number among those of its loan, from 1. */
export type PlacedRow<Known, Undone> =
  /** It was imported before. */
  | { readonly is: 'known'; readonly before: Known }
  /** Its reference, amount and date are those of one before, which went to another loan. */
  | { readonly is: 'of_another_loan'; readonly before: Known; readonly rank: number }
  /** It has a free number; `was`: what it was in a batch that was undone. */
  | { readonly is: 'new'; readonly occurrence: number; readonly was: Undone | null };

/**
 * Places all rows of a file that share a key among those imported before. Where a bank gives one reference to several
 * payments of one amount, their order in a file says nothing: it is the nth row of a loan that is the nth of that loan
 * again. One whose loan was told otherwise then, or is not told now, takes what is left, by its number first.
 */
export function rowsOfOneKey<Row extends RowOfKey, Known extends RowOfKey, Undone extends RowOfKey>(
  rows: readonly Row[],
  { standing, undone }: KnownOfKey<Known, Undone>,
  more: MoreOfRows<Row, Known>,
): readonly PlacedRow<Known, Undone>[] {
  const ranks = ranksOf(rows);
  const all: readonly RowOfKey[] = [...standing, ...undone];
  const ranksBefore = ranksOf(all);
  const byRank = new Map(standing.map((one, at) => [nameOf(one, ranksBefore[at] as number), one]));
  const undoneByRank = new Map(
    undone.map((one, at) => [nameOf(one, ranksBefore[standing.length + at] as number), one]),
  );
  const known = new Left(standing);
  const placed: (PlacedRow<Known, Undone> | null)[] = rows.map((row, at) => {
    const before = byRank.get(nameOf(row, ranks[at] as number)) ?? null;
    if (before === null) return null;
    known.take(before);
    return { is: 'known', before };
  });
  rows.forEach((row, at) => {
    if (placed[at] !== null) return;
    const apart = more.apart(row, ranks[at] as number);
    const before = apart ?? known.nextFor(row, (one) => more.mayBe(row, one));
    if (before === null) return;
    if (apart === null) known.take(before);
    placed[at] = { is: 'known', before };
  });
  const loansBefore = new Set(standing.map(({ loanId }) => loanId));
  const numbers = new Set(all.map(({ occurrence }) => occurrence));
  const given = new Set(standing.map(({ occurrence }) => occurrence));
  let next = 1;
  return rows.map((row, at) => {
    const found = placed[at];
    if (found) return found;
    const rank = ranks[at] as number;
    const other = row.loanId !== null && !loansBefore.has(row.loanId) ? known.anyNamed() : null;
    if (other !== null) return { is: 'of_another_loan', before: other, rank };
    const was = undoneByRank.get(nameOf(row, rank)) ?? null;
    // A row that was undone has its number again, so that it is the nth of its loan again.
    if (was !== null && !given.has(was.occurrence)) {
      given.add(was.occurrence);
      return { is: 'new', occurrence: was.occurrence, was };
    }
    while (numbers.has(next)) next += 1;
    numbers.add(next);
    return { is: 'new', occurrence: next, was };
  });
}

/** Rows imported before that no row of the file is yet. */
class Left<Known extends RowOfKey> {
  readonly #byNumber: ReadonlyMap<number, Known>;
  readonly #named = new Set<Known>();
  readonly #unnamed = new Set<Known>();

  constructor(standing: readonly Known[]) {
    const inOrder = standing.toSorted((a, b) => a.occurrence - b.occurrence);
    this.#byNumber = new Map(inOrder.map((one) => [one.occurrence, one]));
    for (const one of inOrder) (one.loanId === null ? this.#unnamed : this.#named).add(one);
  }

  take(known: Known): void {
    this.#named.delete(known);
    this.#unnamed.delete(known);
  }

  /** The one a row may be, that of its number first; null: none. */
  nextFor(row: RowOfKey, mayBe: (known: Known) => boolean): Known | null {
    const ofNumber = this.#byNumber.get(row.occurrence);
    const some = row.loanId === null ? this.#named : this.#unnamed;
    if (ofNumber !== undefined) {
      if (some.has(ofNumber)) return ofNumber;
      if (row.loanId !== null && this.#named.has(ofNumber) && mayBe(ofNumber)) return ofNumber;
    }
    for (const one of some) return one;
    if (row.loanId !== null) for (const one of this.#named) if (mayBe(one)) return one;
    return null;
  }

  anyNamed(): Known | null {
    for (const one of this.#named) return one;
    return null;
  }
}

/** The number of each row among those of its loan; rows of one loan and number share it. */
function ranksOf(rows: readonly RowOfKey[]): readonly number[] {
  const ranks = new Map<string, number>();
  const counts = new Map<string | null, number>();
  for (const row of rows.toSorted((a, b) => a.occurrence - b.occurrence)) {
    const name = nameOf(row, row.occurrence);
    if (ranks.has(name)) continue;
    const count = (counts.get(row.loanId) ?? 0) + 1;
    counts.set(row.loanId, count);
    ranks.set(name, count);
  }
  return rows.map((row) => ranks.get(nameOf(row, row.occurrence)) as number);
}

function nameOf({ loanId }: RowOfKey, number: number): string {
  return `${loanId} ${number}`;
}

import { OccurrenceNumbers } from './occurrence-numbers.ts';

/** A row among those that have one key: of a file, or imported before. */
export interface RowOfKey {
  readonly occurrence: number;
  /** The loan it names or went to; null: none, as for one that is held. */
  readonly loanId: string | null;
}

/** One imported before. */
export interface KnownRowOfKey extends RowOfKey {
  /** It named no loan, and went to this one because somebody said so. */
  readonly isByHand: boolean;
}

/** What was imported under a key, and apart from it, with numbers below 1: as before all others of its loan. */
export interface KnownOfKey<Known extends KnownRowOfKey, Undone extends RowOfKey> {
  readonly standing: readonly Known[];
  /** Of batches that were undone. */
  readonly undone: readonly Undone[];
}

/** What tells that a row is one before that went to another loan than the row names. */
export interface OtherLoans<Row extends RowOfKey, Known extends RowOfKey> {
  /** Whether a row may be one before, of whatever number. */
  isLoose(row: Row): boolean;
  mayBe(row: Row, known: Known): boolean;
}

/** What a row of a file is among the rows of its key. */
export type PlacedRow<Known, Undone> =
  /** It was imported before. */
  | { readonly is: 'known'; readonly before: Known }
  /** It may be one before, which went to another loan or named none. `was`: what it was in batches undone. */
  | { readonly is: 'in_doubt'; readonly before: Known; readonly was: readonly Undone[] }
  /** It has a free number; `was`: what it was in batches that were undone. */
  | { readonly is: 'new'; readonly occurrence: number; readonly was: readonly Undone[] };

/**
 * Places all rows of a file that share a key among those imported before. Where a bank gives one reference to several
 * payments of one amount, their order in a file says nothing: it is the nth row of a loan that is the nth of that loan
 * again, or is free when that was undone. One whose loan was told otherwise then, or is not told now, takes what is
 * left, by its number first. Where rows name no loan that is not sure, so nothing is new while one before is told by
 * no row of the file: a person has to say.
 */
export function rowsOfOneKey<Row extends RowOfKey, Known extends KnownRowOfKey, Undone extends RowOfKey>(
  rows: readonly Row[],
  { standing, undone }: KnownOfKey<Known, Undone>,
  otherLoans: OtherLoans<Row, Known>,
): readonly PlacedRow<Known, Undone>[] {
  const ranks = ranksOf(rows);
  const ranksBefore = ranksOf([...standing, ...undone]);
  const byRank = new Map(standing.map((one, at) => [nameOf(one, ranksBefore[at] as number), one]));
  const undoneByRank = Map.groupBy(
    undone.map((one, at) => ({ one, name: nameOf(one, ranksBefore[standing.length + at] as number) })),
    ({ name }) => name,
  );
  const wasOf = (name: string) => (undoneByRank.get(name) ?? []).map(({ one }) => one);
  const left = new Left(standing, otherLoans);
  const known = rows.map((row, at) => {
    const before = byRank.get(nameOf(row, ranks[at] as number)) ?? null;
    if (before !== null) left.take(before);
    return before;
  });
  rows.forEach((row, at) => {
    if (known[at] !== null || wasOf(nameOf(row, ranks[at] as number)).length > 0) return;
    const before = left.nextFor(row);
    if (before === null) return;
    left.take(before);
    known[at] = before;
  });
  const loansBefore = new Set(standing.map(({ loanId }) => loanId));
  const isSure =
    rows.every(({ loanId }) => loanId !== null) &&
    standing.every(({ loanId, isByHand }) => loanId !== null && !isByHand);
  const numbers = new OccurrenceNumbers(standing, undone);
  const otherOf = (row: Row, was: readonly Undone[]): Known | null => {
    // What was put apart is so again while the other one stands; else one that was undone is free to come again.
    if (was.some(({ occurrence }) => occurrence > 0)) return left.anyByHand();
    if (!isSure) return left.any();
    return loansBefore.has(row.loanId) ? null : left.any();
  };
  return rows.map((row, at) => {
    const before = known[at] ?? null;
    if (before !== null) return { is: 'known', before };
    const rank = ranks[at] as number;
    const was = wasOf(nameOf(row, rank));
    const other = row.loanId === null ? null : otherOf(row, was);
    if (other !== null) return { is: 'in_doubt', before: other, was };
    return { is: 'new', occurrence: numbers.next(was), was };
  });
}

/** Rows imported before that no row of the file is yet. */
class Left<Row extends RowOfKey, Known extends KnownRowOfKey> {
  readonly #byNumber: ReadonlyMap<number, Known>;
  readonly #named = new Set<Known>();
  readonly #unnamed = new Set<Known>();
  readonly #otherLoans: OtherLoans<Row, Known>;

  constructor(standing: readonly Known[], otherLoans: OtherLoans<Row, Known>) {
    this.#otherLoans = otherLoans;
    const inOrder = standing.toSorted((a, b) => a.occurrence - b.occurrence);
    this.#byNumber = new Map(inOrder.map((one) => [one.occurrence, one]));
    for (const one of inOrder) (one.loanId === null ? this.#unnamed : this.#named).add(one);
  }

  take(known: Known): void {
    this.#named.delete(known);
    this.#unnamed.delete(known);
  }

  /** The one a row may be, that of its number first; null: none. */
  nextFor(row: Row): Known | null {
    const { isLoose, mayBe } = this.#otherLoans;
    const ofNumber = this.#byNumber.get(row.occurrence);
    const some = row.loanId === null ? this.#named : this.#unnamed;
    if (ofNumber !== undefined) {
      if (some.has(ofNumber)) return ofNumber;
      if (this.#named.has(ofNumber) && mayBe(row, ofNumber)) return ofNumber;
    }
    for (const one of some) return one;
    if (row.loanId !== null && isLoose(row)) for (const one of this.#named) if (mayBe(row, one)) return one;
    return null;
  }

  any(): Known | null {
    for (const one of this.#named) return one;
    for (const one of this.#unnamed) return one;
    return null;
  }

  anyByHand(): Known | null {
    for (const one of this.#named) if (one.isByHand) return one;
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

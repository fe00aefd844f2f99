/** A row imported before, as one with the same key is held against it. */
export interface EqualRow {
  readonly occurrence: number;
  /** It came with refused rows, corrected, that this file may be again, and tells of the same loan. */
  readonly mayBeAgain: boolean;
}

/** Rows of one key imported before. */
export interface EqualRows<Row> {
  /** Those that may be the file's own, by number. */
  readonly again: readonly Row[];
  /** The first that came another way; null: none. */
  readonly other: Row | null;
}

/** What a corrected row is: a row of the corrected ones imported `before`; or a new one, which `equals` another or none. */
export type CorrectedRow<Row> = { readonly before: Row } | { readonly equals: Row | null };

export function equalRows<Row extends EqualRow>(known: readonly Row[]): EqualRows<Row> {
  const inOrder = known.toSorted((a, b) => a.occurrence - b.occurrence);
  return {
    again: inOrder.filter(({ mayBeAgain }) => mayBeAgain),
    other: inOrder.find(({ mayBeAgain }) => !mayBeAgain) ?? null,
  };
}

/**
 * Holds the nth of equal rows of a file of refused ones, once corrected, against the rows of its key imported before.
 * None of them was ever posted with the file it was refused in, so it is not the nth of that file: only rows that came
 * with these refused ones before may be this very row.
 */
export function correctedRow<Row>(nth: number, { again, other }: EqualRows<Row>): CorrectedRow<Row> {
  const before = again[nth - 1];
  return before === undefined ? { equals: other } : { before };
}

/** A row imported before, as one with the same key is held against it. */
export interface EqualRow {
  readonly occurrence: number;
  /** It came with refused rows, corrected, that this file may be again. */
  readonly mayBeAgain: boolean;
}

/**
 * What a corrected row is: a row of the corrected ones imported `before`; or a new one with the first `occurrence`
 * that is free, which `equals` one that came another way, or none.
 */
export type CorrectedRow<Row extends EqualRow> =
  | { readonly before: Row }
  | { readonly occurrence: number; readonly equals: Row | null };

/**
 * Holds the nth of equal rows of a file of refused ones, once corrected, against the rows of its key imported before.
 * None of them was ever posted with the file it was refused in, so it is not the nth of that file: only rows that came
 * with these refused ones before may be this very row. One that equals others has a number of its own, under which the whole
 * file, corrected, knows it again.
 */
export function correctedRow<Row extends EqualRow>(nth: number, known: readonly Row[]): CorrectedRow<Row> {
  const inOrder = known.toSorted((a, b) => a.occurrence - b.occurrence);
  const corrected = inOrder.filter(({ mayBeAgain }) => mayBeAgain);
  const before = corrected[nth - 1];
  if (before !== undefined) return { before };
  const equals = inOrder.find(({ mayBeAgain }) => !mayBeAgain) ?? null;
  return {
    occurrence: freeNumber(nth - corrected.length, new Set(inOrder.map((row) => row.occurrence))),
    equals,
  };
}

/** The nth of the numbers from 1 that are not taken. */
function freeNumber(nth: number, taken: ReadonlySet<number>): number {
  let left = nth;
  for (let number = 1; ; number++) {
    if (taken.has(number)) continue;
    left -= 1;
    if (left === 0) return number;
  }
}

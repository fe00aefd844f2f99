/** Whether a row of a file and one imported before, which have one key, go to one loan. */
export type Fit = 'same_loan' | 'unsure' | 'another_loan';

interface Numbered {
  readonly occurrence: number;
}

/**
 * Which row imported before each row of a file is, of those that share a key; null: none of them. A row has the number
 * it has among its equals, wherever that leads to the same loan, or to none that is known to be another. Where a bank
 * gave one reference to several payments of one amount, their order in a file says nothing: then loans tell them apart.
 */
export function rowsOfOneKey<Row extends Numbered, Known extends Numbered>(
  rows: readonly Row[],
  known: readonly Known[],
  fitOf: (row: Row, known: Known) => Fit,
): readonly (Known | null)[] {
  const byNumber = new Map(known.map((one) => [one.occurrence, one]));
  const numbered = rows.map((row) => byNumber.get(row.occurrence) ?? null);
  const isSettled = rows.every((row, at) => {
    const one = numbered[at] ?? null;
    return one === null || fitOf(row, one) !== 'another_loan';
  });
  if (isSettled) return numbered;
  const found: (Known | null)[] = rows.map(() => null);
  const free = new Set(known);
  for (const fit of ['same_loan', 'unsure'] as const) {
    for (const sameNumber of [true, false]) {
      rows.forEach((row, at) => {
        if (found[at] !== null) return;
        const numbers = sameNumber ? [numbered[at] ?? null] : [...free];
        const one = numbers.find((each) => each !== null && free.has(each) && fitOf(row, each) === fit);
        if (!one) return;
        found[at] = one;
        free.delete(one);
      });
    }
  }
  return found;
}

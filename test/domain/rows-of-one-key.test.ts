import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fit, rowsOfOneKey } from '../../src/domain/rows-of-one-key.ts';

interface Row {
  readonly occurrence: number;
  readonly loan: string | null;
}

const fitOf = (row: Row, known: Row): Fit =>
  row.loan === null || known.loan === null
    ? 'unsure'
    : row.loan === known.loan
      ? 'same_loan'
      : 'another_loan';
const numbered = (loans: readonly (string | null)[], from = 1): Row[] =>
  loans.map((loan, at) => ({ occurrence: at + from, loan }));
const found = (rows: readonly Row[], known: readonly Row[]) =>
  rowsOfOneKey(rows, known, fitOf).map((one) => one?.occurrence ?? null);

describe('rows that share a key', () => {
  it('are told by their numbers where no loan speaks against it', () => {
    expect(found(numbered(['A', null, 'A']), numbered(['A', 'B']))).toEqual([1, 2, null]);
    expect(found(numbered(['A']), numbered(['A'], 2))).toEqual([null]);
  });

  it('are told by their loans where the numbers lead to another', () => {
    expect(found(numbered(['B', 'A']), numbered(['A']))).toEqual([null, 1]);
    expect(found(numbered(['B', null, 'A']), numbered(['A', 'B', null]))).toEqual([2, 3, 1]);
    expect(found(numbered(['B']), numbered(['A']))).toEqual([null]);
  });

  it('are all there again in any order', () => {
    const loans = fc.array(fc.constantFrom('A', 'B', 'C'), { minLength: 1, maxLength: 8 });
    const shuffled = loans.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    );
    fc.assert(
      fc.property(shuffled, ([before, now]) => {
        const known = numbered(before);
        const same = rowsOfOneKey(numbered(now), known, fitOf);
        expect(same.map((one) => one?.loan)).toEqual(now);
        expect(new Set(same).size).toBe(known.length);
      }),
    );
  });
});

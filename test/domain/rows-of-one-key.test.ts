import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type KnownRowOfKey,
  type OtherLoans,
  type RowOfKey,
  rowsOfOneKey,
} from '../../src/domain/rows-of-one-key.ts';

const NOTHING_MORE: OtherLoans<RowOfKey, KnownRowOfKey> = { isLoose: () => false, mayBe: () => false };

/** Rows by the letters of their loans, small when matched by hand, `-` for none, numbered from 1 or from the number given. */
function rowsOf(loans: string, from = 1): KnownRowOfKey[] {
  return [...loans].map((loan, at) => ({
    occurrence: at + from,
    loanId: loan === '-' ? null : loan.toUpperCase(),
    isByHand: loan >= 'a',
  }));
}

/** What the rows of a file are: the number of the one before, `+` and the number of a new one, `?` of another loan. */
function placed(
  rows: string,
  standing: readonly KnownRowOfKey[],
  undone: readonly RowOfKey[] = [],
  more = NOTHING_MORE,
) {
  return rowsOfOneKey(rowsOf(rows), { standing, undone }, more)
    .map((one) =>
      one.is === 'known' ? one.before.occurrence : one.is === 'new' ? `+${one.occurrence}` : '?',
    )
    .join(' ');
}

describe('rows that share a key', () => {
  it.each([
    ['the same again', 'AB-', 'AB-', '1 2 3'],
    ['in another order', 'B-A', 'AB-', '2 3 1'],
    ['with new ones among them', 'CBAA', 'AB', '+3 2 1 +4'],
    ['less than before', 'B', 'AB', '2'],
    ['one of another loan alone', 'C', 'A', '?'],
    ['one of another loan beside the one before', 'CA', 'A', '+2 1'],
    ['two of another loan alone', 'CC', 'A', '? ?'],
    ['one that names no loan in front', '-A', 'A', '+2 1'],
    ['one that named no loan and does now', 'AB', 'A-', '1 2'],
    ['one that named a loan and names none now', '-', 'A', '1'],
    ['none of any loan', '---', '--', '1 2 +3'],
  ])('%s', (_what, rows, before, said) => {
    expect(placed(rows, rowsOf(before))).toBe(said);
  });

  it('of an undone batch are free and have their numbers again, and no other takes these', () => {
    const [one, two] = rowsOf('AB') as [KnownRowOfKey, KnownRowOfKey];
    expect(placed('B', [two], [one])).toBe('2');
    expect(placed('CAB', [two], [one])).toBe('+3 +1 2');
    const [first, second] = rowsOf('AA') as [KnownRowOfKey, KnownRowOfKey];
    expect(placed('A', [second], [first])).toBe('+1');
    expect(placed('AA', [second], [first])).toBe('+1 2');
    expect(placed('AA', [first, second], [first])).toBe('1 2');
    // What is left of others is none of theirs.
    expect(placed('A', rowsOf('-', 2), rowsOf('A'))).toBe('+1');
    expect(placed('C', rowsOf('A', 2), rowsOf('C'))).toBe('+1');
  });

  it('are not new while one is left that may be theirs, where rows name no loan or were matched by hand', () => {
    expect(placed('A', rowsOf('a', 2), rowsOf('A'))).toBe('?');
    expect(placed('-CC', rowsOf('AC-'))).toBe('3 2 ?');
    expect(placed('AA', rowsOf('AB'))).toBe('1 +3');
  });

  it('count those put apart as before all others of their loan', () => {
    const apart = { occurrence: -9, loanId: 'C', isByHand: false };
    expect(placed('CCA', [...rowsOf('A'), apart])).toBe('-9 +2 1');
    expect(placed('CCA', [...rowsOf('AC'), apart])).toBe('-9 2 1');
    expect(placed('CC', [...rowsOf('AC')], [apart])).toBe('+-9 2');
  });

  it('may be of a loan that was told otherwise', () => {
    expect(placed('B', rowsOf('A'), [], { isLoose: () => false, mayBe: () => true })).toBe('1');
    expect(
      placed('CB', rowsOf('AA'), [], { isLoose: () => true, mayBe: ({ loanId }) => loanId === 'B' }),
    ).toBe('? 2');
  });

  it('are all known again in any order, and each once', () => {
    const loans = fc.array(fc.constantFrom('A', 'B', '-'), { minLength: 1, maxLength: 8 });
    const again = loans.chain((some) =>
      fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })),
    );
    fc.assert(
      fc.property(again, ([before, now]) => {
        const standing = rowsOf(before.join(''));
        const places = rowsOfOneKey(rowsOf(now.join('')), { standing, undone: [] }, NOTHING_MORE);
        const known = places.flatMap((one) => (one.is === 'known' ? [one.before] : []));
        expect(known.map(({ loanId }) => loanId ?? '-')).toEqual(now);
        expect(new Set(known).size).toBe(standing.length);
      }),
    );
  });
});

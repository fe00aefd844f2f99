import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MoreOfRows, type RowOfKey, rowsOfOneKey } from '../../src/domain/rows-of-one-key.ts';

const NOTHING_MORE: MoreOfRows<RowOfKey, RowOfKey> = { apart: () => null, mayBe: () => false };

/** Rows by the letters of their loans, `-` for none, numbered from 1 or from the number given. */
function rowsOf(loans: string, from = 1): RowOfKey[] {
  return [...loans].map((loan, at) => ({ occurrence: at + from, loanId: loan === '-' ? null : loan }));
}

/** What the rows of a file are: the number of the one before, `+` and the number of a new one, `?` of another loan. */
function placed(
  rows: string,
  standing: readonly RowOfKey[],
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
    const [one, two] = rowsOf('AB') as [RowOfKey, RowOfKey];
    expect(placed('B', [two], [one])).toBe('2');
    expect(placed('CAB', [two], [one])).toBe('+3 +1 2');
    const [first, second] = rowsOf('AA') as [RowOfKey, RowOfKey];
    expect(placed('A', [second], [first])).toBe('+1');
    expect(placed('AA', [second], [first])).toBe('+1 2');
    expect(placed('AA', [first, second], [first])).toBe('1 2');
  });

  it('are known where they were put apart, and may be of a loan that was told otherwise', () => {
    const held = { occurrence: 9, loanId: null };
    const apart: MoreOfRows<RowOfKey, RowOfKey> = {
      apart: ({ loanId }, rank) => (loanId === 'C' && rank === 1 ? held : null),
      mayBe: () => false,
    };
    expect(placed('CCA', rowsOf('A'), [], apart)).toBe('9 +2 1');
    expect(placed('B', rowsOf('A'), [], { apart: () => null, mayBe: () => true })).toBe('1');
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

import { describe, expect, it } from 'vitest';
import { rowsOfOneContent } from '../../src/domain/rows-of-one-content.ts';
import type { StatementOverlap } from '../../src/domain/statement-overlap.ts';

/** Places rows, each the number of its statement, among those of batches `A1`: batch and number. */
function placed(
  statements: string,
  standing: string,
  undone = '',
  overlaps: Readonly<Record<string, StatementOverlap>> = {},
): string {
  const before = (text: string) =>
    text
      .split(' ')
      .filter((one) => one !== '')
      .map((one) => ({ batchId: one.slice(0, 1), occurrence: Number(one.slice(1)) }));
  const rows = [...statements].map((statement, at) => ({ occurrence: at + 1, statement: Number(statement) }));
  return rowsOfOneContent(
    rows,
    { standing: before(standing), undone: before(undone) },
    ({ statement }, batchId) => overlaps[`${statement}${batchId}`] ?? 'perhaps',
  )
    .map((one) =>
      one.is === 'known' ? `${one.before.batchId}${one.before.occurrence}` : `${one.is} ${one.occurrence}`,
    )
    .join(', ');
}

describe('rows of a file that say the same', () => {
  it('are those of their numbers, and new beyond', () => {
    expect(placed('111', 'A1 A2')).toBe('A1, A2, new 3');
    expect(placed('1', 'A1 B2')).toBe('A1');
    expect(placed('1', 'A2')).toBe('A2');
  });

  it('come again under their numbers when they were undone', () => {
    expect(placed('11', 'B2', 'A1')).toBe('new 1, B2');
    expect(placed('1', 'B2', 'A1')).toBe('new 1');
    expect(placed('11', 'B3', 'A1 A2')).toBe('new 1, new 2');
  });

  it('are none that came with a statement which cannot hold them: while one is left, a person says', () => {
    expect(placed('1', 'A1', '', { '1A': 'apart' })).toBe('apart 2');
    expect(placed('11', 'A1', '', { '1A': 'apart' })).toBe('apart 2, apart 3');
    expect(placed('12', 'A1', '', { '1A': 'apart' })).toBe('A1, new 2'.split(', ').toReversed().join(', '));
  });

  it('are first those that came with the very same statement', () => {
    expect(placed('2', 'A1 B2', '', { '2A': 'apart', '2B': 'same' })).toBe('B2');
    expect(placed('21', 'A1 B2', '', { '1A': 'same', '2A': 'apart', '2B': 'same', '1B': 'apart' })).toBe(
      'B2, A1',
    );
    expect(placed('2', 'B2', 'A1', { '2B': 'same' })).toBe('B2');
  });

  it('have the number again that they had before they were undone, when they stay apart', () => {
    expect(placed('1', 'A1', 'B2', { '1A': 'apart' })).toBe('apart 2');
  });

  it('are placed without end where there are very many', () => {
    const standing = Array.from({ length: 100_000 }, (_, at) => ({
      batchId: `B${at % 50}`,
      occurrence: at + 1,
    }));
    const rows = standing.map(({ occurrence }) => ({ occurrence, statement: 1 }));
    const apart = rowsOfOneContent(rows, { standing, undone: [] }, () => 'apart');
    expect(apart.every(({ is }) => is === 'apart')).toBe(true);
    const known = rowsOfOneContent(rows.toReversed(), { standing, undone: [] }, () => 'perhaps');
    expect(known.every(({ is }) => is === 'known')).toBe(true);
  });
});

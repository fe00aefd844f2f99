import { expect, it } from 'vitest';
import { HELD_COLUMNS, HELD_LIST_COLUMNS } from '../../src/commands/pay/review/held-columns.ts';

it.each([
  [[], 'none', 'none'],
  [['LN-1'], 'LN-1', 'LN-1'],
  [['LN-1', 'LN-2', 'LN-3'], 'LN-1, LN-2, LN-3', 'LN-1 and 2 more'],
])('what a held row may be about, %j, is %s, in a list %s', (ids, whole, short) => {
  const said = (columns: typeof HELD_COLUMNS) =>
    columns.find(({ key }) => key === 'suggestions')?.words?.(ids);
  expect(said(HELD_COLUMNS)).toBe(whole);
  expect(said(HELD_LIST_COLUMNS)).toBe(short);
});

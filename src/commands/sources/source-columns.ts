import type { Column } from '../../render/view.ts';

/** Columns of a source profile. */
export const SOURCE_ROW_COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Source', kind: 'id' },
  { key: 'shipped', title: 'Comes with the program', kind: 'boolean' },
  { key: 'account', title: 'Account', kind: 'text' },
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'payment_method', title: 'Method', kind: 'text' },
  { key: 'encoding', title: 'Encoding', kind: 'text', wideOnly: true },
];

/** The same with all that a profile says. */
export const SOURCE_COLUMNS: readonly Column[] = [
  ...SOURCE_ROW_COLUMNS,
  { key: 'profile', title: 'Profile', kind: 'json' },
];

import type { Column } from '../../render/view.ts';

/** Columns of a profile. */
export const PROFILE_COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Profile', kind: 'id' },
  { key: 'current', title: 'In use', kind: 'boolean' },
  { key: 'kind', title: 'Kind', kind: 'text' },
  { key: 'place', title: 'Ledger or server', kind: 'text' },
  { key: 'officer', title: 'Officer', kind: 'text' },
  { key: 'token_store', title: 'Tokens in', kind: 'text' },
  { key: 'ca_file', title: 'Authority', kind: 'text', wideOnly: true },
];

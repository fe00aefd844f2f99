import type { Column } from '../../render/view.ts';

/** The fields of a merchant; in rows its stores are a count. */
export const MERCHANT_COLUMNS: readonly Column[] = [
  { key: 'id', title: 'Merchant', kind: 'id' },
  { key: 'external_id', title: 'External id', kind: 'id' },
  { key: 'name', title: 'Name', kind: 'text' },
  { key: 'stores', title: 'Stores', kind: 'integer' },
  { key: 'is_fetching', title: 'Fetching', kind: 'boolean' },
  { key: 'latest_update', title: 'Latest update', kind: 'timestamp' },
  { key: 'founded_on', title: 'Founded', kind: 'date' },
];

import type { Column } from '../../render/view.ts';

export const OFFICER_COLUMNS: readonly Column[] = [
  { key: 'user_id', title: 'Number', kind: 'integer' },
  { key: 'email', title: 'E-mail', kind: 'id' },
  { key: 'name', title: 'Name', kind: 'text' },
  { key: 'roles', title: 'Roles', kind: 'json', words: (roles) => [roles].flat().join(', ') },
  { key: 'system', title: 'Machine', kind: 'boolean' },
  { key: 'disabled_at', title: 'Disabled', kind: 'timestamp' },
  { key: 'created_at', title: 'Added', kind: 'timestamp', wideOnly: true },
  { key: 'created_by', title: 'Added by', kind: 'text', wideOnly: true },
];

import type { Column } from '../../render/view.ts';

export const AUDIT_COLUMNS: readonly Column[] = [
  { key: 'sequence', title: 'Sequence', kind: 'integer' },
  { key: 'at', title: 'At', kind: 'timestamp' },
  { key: 'actor', title: 'Actor', kind: 'text' },
  { key: 'os_user', title: 'System user', kind: 'text', wideOnly: true },
  { key: 'host', title: 'Host', kind: 'text', wideOnly: true },
  { key: 'channel', title: 'Channel', kind: 'text' },
  { key: 'action', title: 'Action', kind: 'text' },
  { key: 'object', title: 'Object', kind: 'id' },
  { key: 'outcome', title: 'Outcome', kind: 'status' },
  { key: 'request_id', title: 'Request', kind: 'id', wideOnly: true },
  { key: 'policy_version', title: 'Policy', kind: 'integer', wideOnly: true },
  { key: 'objects', title: 'Objects', kind: 'integer' },
];

import type { Column } from '../../render/view.ts';

export const APPROVAL_COLUMNS: readonly Column[] = [
  { key: 'approval', title: 'Number', kind: 'integer' },
  { key: 'action', title: 'Action', kind: 'text' },
  { key: 'object', title: 'About', kind: 'id' },
  { key: 'given', title: 'Given', kind: 'integer' },
  { key: 'needed', title: 'Needed', kind: 'integer' },
  { key: 'status', title: 'Status', kind: 'status' },
  { key: 'given_by', title: 'Given by', kind: 'json' },
  { key: 'created_at', title: 'Since', kind: 'timestamp' },
  { key: 'content', title: 'Content', kind: 'json' },
  { key: 'created_by', title: 'Begun by', kind: 'text', wideOnly: true },
  { key: 'ended_at', title: 'Ended', kind: 'timestamp', wideOnly: true },
  { key: 'ended_by', title: 'Ended by', kind: 'text', wideOnly: true },
];

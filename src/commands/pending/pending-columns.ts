import type { Column } from '../../render/view.ts';

/** Columns of a write whose answer is not known. */
export const PENDING_COLUMNS: readonly Column[] = [
  { key: 'key', title: 'Key', kind: 'id' },
  { key: 'sent_at', title: 'Sent', kind: 'timestamp' },
  { key: 'operation', title: 'Operation', kind: 'text' },
  { key: 'about', title: 'About', kind: 'text' },
  { key: 'server', title: 'Server', kind: 'text' },
  { key: 'path', title: 'Path', kind: 'text', wideOnly: true },
];

import type { Column } from '../../../render/view.ts';

/** What an imported file is shown by. */
export const BATCH_COLUMNS: readonly Column[] = [
  { key: 'batch_id', title: 'Batch', kind: 'id' },
  { key: 'status', title: 'Status', kind: 'status' },
  { key: 'file_name', title: 'File', kind: 'text' },
  { key: 'source_format', title: 'Format', kind: 'text', wideOnly: true },
  { key: 'source_name', title: 'Source', kind: 'text', wideOnly: true },
  { key: 'posted_on', title: 'Imported on', kind: 'date' },
  { key: 'rows', title: 'Rows', kind: 'integer' },
  { key: 'posted.count', title: 'Posted', kind: 'integer' },
  { key: 'posted.sum', title: 'Posted EGP', kind: 'money' },
  { key: 'held.count', title: 'Held', kind: 'integer' },
  { key: 'held.sum', title: 'Held EGP', kind: 'money' },
  { key: 'posted_at', title: 'Imported at', kind: 'timestamp', wideOnly: true },
  { key: 'posted_by', title: 'Imported by', kind: 'text', wideOnly: true },
  { key: 'digest', title: 'Digest', kind: 'id', wideOnly: true },
  { key: 'undone_on', title: 'Undone on', kind: 'date', wideOnly: true },
  { key: 'undone_at', title: 'Undone at', kind: 'timestamp', wideOnly: true },
  { key: 'undone_by', title: 'Undone by', kind: 'text', wideOnly: true },
  { key: 'undo_reason', title: 'Why undone', kind: 'text', wideOnly: true },
];

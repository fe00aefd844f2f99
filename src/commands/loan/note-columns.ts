import type { Column } from '../../render/view.ts';

export const NOTE_COLUMNS: readonly Column[] = [
  { key: 'loan_id', title: 'Loan', kind: 'id', wideOnly: true },
  { key: 'number', title: 'No.', kind: 'integer' },
  { key: 'noted_at', title: 'At', kind: 'timestamp' },
  { key: 'noted_by', title: 'By', kind: 'text' },
  { key: 'text', title: 'Note', kind: 'text' },
];

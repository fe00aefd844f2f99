import type { Column } from '../../render/view.ts';

/** What is told of a ledger that was moved, on the way out and on the way in. */
export const MOVED_BOOK_COLUMNS: readonly Column[] = [
  { key: 'facts', title: 'Facts', kind: 'integer' },
  { key: 'loans', title: 'Loans', kind: 'integer' },
  { key: 'entries', title: 'Journal entries', kind: 'integer' },
  { key: 'outstanding_balance', title: 'Outstanding', kind: 'money' },
  { key: 'total_debit', title: 'Debits', kind: 'money' },
  { key: 'total_credit', title: 'Credits', kind: 'money' },
  { key: 'anchor.sequence', title: 'Sealed up to', kind: 'integer' },
  { key: 'anchor.hash', title: 'Anchor', kind: 'id' },
];

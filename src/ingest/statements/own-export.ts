import type { RowStatus, StatementWarning } from './statement-part.ts';

// `pay ls` and `loan payments` print rows that come back: as they are, or with a few added in a spreadsheet.

/** What our lists of payments print beside our own columns: figures that are worked out anew, and who booked when. */
const FIGURES: readonly string[] = [
  ...['principal_amount', 'interest_amount', 'fee_amount', 'credit_amount', 'recovered_amount'],
  ...['remaining_balance', 'batch_id', 'held_id', 'booked_at', 'booked_by'],
];

/** Whether a heading or field is one of those an import does not read. */
export function isExportedFigure(heading: string): boolean {
  return FIGURES.includes(heading.trim().toLowerCase());
}

/** Names those that a file has, once; nothing where it has none. */
export function figuresNotRead(headings: readonly string[]): readonly StatementWarning[] {
  const names = headings.filter(isExportedFigure).map((heading) => heading.trim());
  if (names.length === 0) return [];
  const message = `Not read, since the ledger has its own: ${names.join(', ')}.`;
  return [{ kind: 'warning', statement: 0, line: null, code: 'columns_not_read', message }];
}

/**
 * What a status says in our own lists: a payment reversed is none any more, and held money is none yet. null: for other
 * words, and for `reversed` of a row that does not say which payment it was.
 */
export function exportedStatus(word: string, hasPaymentId: boolean): RowStatus | null {
  switch (word.trim().toLowerCase()) {
    case 'posted':
      return 'booked';
    case 'held':
      return 'pending';
    case 'reversed':
      return hasPaymentId ? 'failed' : null;
    default:
      return null;
  }
}

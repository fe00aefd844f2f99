import type { TransactionEvent } from '../domain/user-data.ts';

/** Words of type columns, without case, that say which way the money went. */
export const EVENT_WORDS: ReadonlyMap<string, TransactionEvent> = new Map([
  ...['credit', 'cr', 'c', 'crdt', 'in', 'cash_in', 'cash in', 'money in', 'دائن', 'إيداع'].map(
    (word) => [word, 'cash_in'] as const,
  ),
  ...['debit', 'dr', 'd', 'dbit', 'out', 'cash_out', 'cash out', 'money out', 'مدين', 'سحب'].map(
    (word) => [word, 'cash_out'] as const,
  ),
  ['none', 'none'] as const,
]);

/** A long number as a spreadsheet shows it once its last digits are lost; ids such as 0E68 and 1e5 are real. */
export const SPREADSHEET_NUMBER = /^\d[.,]\d+E\+\d+$/i;

import type { HistoryLayout } from './history-layout.ts';
import { plainHeading } from './plain-heading.ts';
import type { StatusName, StatusWords } from './sign-and-status.ts';
import { labelledCells, statusOfWord } from './statements/statement-words.ts';

const HAS_DIGIT = /[\d\u0660-\u0669\u06f0-\u06f9]/;

/**
 * Why a line below the headings is no row of its own: a balance or a total, headings told again, or the rest of the
 * text of the row above it; null for a row. Above the first row of a file without headings anything without a digit
 * where a row has its date and its amount is a heading.
 */
export function besideRows(cells: readonly string[], layout: HistoryLayout): string | null {
  const { timestamp, value_date, amount, credit, debit, id, details } = layout.places;
  const hasDigit = (...places: readonly (number | undefined)[]) =>
    places.some((place) => place !== undefined && HAS_DIGIT.test(cells[place] ?? ''));
  const isDated = hasDigit(timestamp, value_date);
  const hasMoney = hasDigit(amount, credit, debit);
  const isReferred = id !== undefined && /[\p{L}\p{N}]/u.test(cells[id] ?? '');
  const labels = isReferred
    ? []
    : labelledCells(cells, {}).filter(({ isAlone, label }) =>
        isDated ? isAlone && (label === 'opening' || label === 'closing') : true,
      );
  if (labels.length > 0) return 'a balance or a total, no movement';
  if (isDated) return null;
  const isHeading = cells.every((cell, at) => plainHeading(cell) === plainHeading(layout.headings[at] ?? ''));
  if (isHeading) return 'headings told again';
  if (hasMoney) return null;
  if (details.some((place) => (cells[place] ?? '').trim() !== '')) {
    return 'more text of the row above';
  }
  return 'neither a date nor an amount';
}

/** What the word of a status column says; null for a word that is not known. No word says nothing against a row. */
export function statusOf(cell: string, said: StatusWords | null): StatusName | null {
  const word = cell.trim();
  if (word === '') return 'posted';
  const own = said?.get(plainHeading(word));
  if (own !== undefined) return own;
  const known = statusOfWord(word);
  return known === null ? null : STATUS_NAMES[known];
}

const STATUS_NAMES = {
  booked: 'posted',
  pending: 'pending',
  failed: 'failed',
  info: 'pending',
  returned: 'reversed',
} as const satisfies Readonly<Record<string, StatusName>>;

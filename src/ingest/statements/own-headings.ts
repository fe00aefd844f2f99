import { nearestWord } from '../../domain/nearest-word.ts';
import { foldedHeading, plainHeading } from '../plain-heading.ts';
import { type HeadRows, headedRows } from './csv-layout.ts';
import type { SourceColumns } from './source-columns.ts';

const REQUIRED = ['loan_id', 'amount', 'payment_date'] as const;
/** With fewer of them a file may be anybody's. */
const LEAST_FOUND = 2;

/** What headings lack that are nearly those of our own columns, and what may be meant for it; null: none are. */
export function lackOfOwnHeadings(head: readonly HeadRows[], columns: SourceColumns): string | null {
  const namesOf = (column: (typeof REQUIRED)[number]) => columns[column] ?? [];
  const known = new Set(Object.values(columns).flat().map(foldedHeading));
  for (const cells of headedRows(head)) {
    const there = new Set(cells.map(foldedHeading));
    const missing = REQUIRED.filter((column) =>
      namesOf(column).every((name) => !there.has(foldedHeading(name))),
    );
    if (missing.length === 0 || REQUIRED.length - missing.length < LEAST_FOUND) continue;
    const others = cells
      .map((cell) => cell.trim())
      .filter((cell) => cell !== '' && !known.has(foldedHeading(cell)));
    // A bank's file may have a payment date and a payment amount as well.
    if (missing[0] === 'loan_id' && !others.some(isOfLoan)) continue;
    return missing.map((column) => lack(column, namesOf(column), others)).join('; ');
  }
  return null;
}

function lack(column: string, names: readonly string[], others: readonly string[]): string {
  const meant =
    column === 'loan_id'
      ? others.find(isOfLoan)
      : (others.find((other) => names.some((name) => wordsOf(name).includes(plainHeading(other)))) ??
        others.find((other) => nearestWord(other, names) !== null));
  return `has no column ${names[0]}${meant === undefined ? '' : `, for which "${meant}" may be meant`}`;
}

function isOfLoan(heading: string): boolean {
  return /loan|قرض/.test(plainHeading(heading));
}

function wordsOf(name: string): readonly string[] {
  return plainHeading(name).split(/[ _]/);
}

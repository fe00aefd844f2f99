import type { CsvLayout } from './csv-layout.ts';

const DIGIT = '[\\d\\u0660-\\u0669\\u06f0-\\u06f9]';
const MONTH =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|يناير|فبراير|مارس|أبريل|ابريل|إبريل|مايو|يونيو|يوليو|أغسطس|اغسطس|سبتمبر|أكتوبر|اكتوبر|نوفمبر|ديسمبر';
const BETWEEN = '\\s*[-/. ]?\\s*';
/** A date as banks write it, at the beginning of a cell. */
const DATE = new RegExp(
  `^\\s*(?:${DIGIT}{8}(?!${DIGIT})|${DIGIT}{1,4}\\s*[-/.]\\s*${DIGIT}{1,2}\\s*[-/.]\\s*${DIGIT}{1,4}|${DIGIT}{1,2}${BETWEEN}(?:${MONTH})${BETWEEN}${DIGIT}{2,4})`,
  'i',
);
/** An amount and nothing else. */
const AMOUNT = new RegExp(`^\\s*[-+(]?\\s*${DIGIT}[\\d.,'\\s\\u0660-\\u066c\\u06f0-\\u06f9]*\\)?-?\\s*$`);

/**
 * The line, counted from that of the row, up to which a quoted cell holds what looks like a row of its own; null: none
 * does. A stray quotation mark makes one row of several: the cell then holds the end of the first, whole ones in
 * between, and the beginning of the last.
 */
export function swallowedLine(
  cells: readonly string[],
  { delimiter, headings, places }: CsvLayout,
): number | null {
  const dates = [places.payment_date, places.value_date];
  const amounts = [places.amount, places.credit, places.debit];
  const stands = (
    some: readonly (number | undefined)[],
    what: RegExp,
    row: readonly string[],
    from: number,
  ) => some.some((at) => at !== undefined && at >= from && what.test((row[at] ?? '').replace(/^"/, '')));
  let line = 0;
  for (const [place, cell] of cells.entries()) {
    const [head = '', ...inner] = cell.split(/\r\n|\n|\r/);
    if (inner.length === 0) continue;
    const first = [...cells.slice(0, place), ...head.split(delimiter)];
    const isEnd = first.length === headings.length && place < headings.length - 1;
    if (isEnd && (stands(amounts, AMOUNT, first, place) || stands(dates, DATE, first, place)))
      return line + 1;
    for (const [at, text] of inner.entries()) {
      const row = text.split(delimiter);
      const isLast = at === inner.length - 1;
      const isRow = isLast ? row.length === place + 1 : row.length >= headings.length;
      if (isRow && stands(dates, DATE, row, 0)) return line + at + 1;
    }
    line += inner.length;
  }
  return null;
}

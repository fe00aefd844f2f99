import type { CsvLayout } from './csv-layout.ts';

const DIGIT = '[\\d\\u0660-\\u0669\\u06f0-\\u06f9]';
/** A date as banks write it, at the beginning of a cell. */
const DATE = new RegExp(
  `^\\s*${DIGIT}{1,4}\\s*[-/.]\\s*(?:${DIGIT}{1,2}|[A-Za-z]{3})\\s*[-/.]\\s*${DIGIT}{1,4}`,
);

/**
 * The line, counted from that of the row, on which a quoted cell holds what looks like a row of its own; null: none
 * does. A stray quotation mark makes one row of several, and those in between would be nothing but its text.
 */
export function swallowedLine(cells: readonly string[], { delimiter, places }: CsvLayout): number | null {
  const datePlace = places.payment_date ?? (places.value_date as number);
  let line = 0;
  for (const [place, cell] of cells.entries()) {
    const inner = cell.split(/\r\n|\n|\r/).slice(1);
    for (const text of inner) {
      line += 1;
      const begun = text.split(delimiter);
      // The row it would be reaches as far as this cell, and has its date where dates stand.
      if (begun.length > place && DATE.test((begun[datePlace] ?? '').replace(/^"/, ''))) return line;
    }
  }
  return null;
}

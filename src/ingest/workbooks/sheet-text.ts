import type { CsvRow } from '../csv-rows.ts';
import { plainHeading } from '../plain-heading.ts';

/** Words of headings whose columns hold days or moments. */
const DATE_WORDS = /\b(?:date|time|timestamp|posted|created|paid|day)\b|تاريخ|وقت|اليوم/;

/** Which columns hold dates by their headings. */
export function dateColumns(rows: readonly CsvRow[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const { cells, numbers } of rows) {
    for (const [place, cell] of cells.entries()) {
      if (cell === '' || numbers?.has(place) === true) continue;
      if (DATE_WORDS.test(plainHeading(cell).replaceAll('_', ' '))) places.add(place);
    }
  }
  return places;
}

/** A whole sheet as tab-delimited text, each row on the line of its number, for readers of delimited text. */
export async function* sheetText(sheet: AsyncIterable<readonly CsvRow[]>): AsyncGenerator<string> {
  let line = 1;
  for await (const rows of sheet) {
    yield rowsText(rows, line);
    line = rows.at(-1)?.line ?? line;
  }
  yield '\n';
}

/** Rows as tab-delimited text, the first of them as many lines on as its number is behind `from`. */
export function rowsText(rows: readonly CsvRow[], from = 1): string {
  let text = '';
  let line = from;
  for (const row of rows) {
    text += '\n'.repeat(row.line - line);
    line = row.line;
    text += row.cells.map((cell, place) => cellText(cell, row.numbers?.has(place) === true)).join('\t');
  }
  return text;
}

/** A cell in tab-delimited text. A number with three decimals gets a fourth: it must not look like thousands. */
function cellText(cell: string, isNumber: boolean): string {
  if (isNumber) return /\.\d{3}$/.test(cell) ? `${cell}0` : cell;
  const text = /[\t\r\n]/.test(cell) ? cell.replace(/[\t\r\n]+/g, ' ') : cell;
  return text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
}

import type { Delimiter } from './csv-rows.ts';

/** Columns of a delimited file by their headings; of a heading that comes twice, the first counts. */
export class CsvColumns {
  readonly #places = new Map<string, number>();

  constructor(headings: readonly string[]) {
    headings.forEach((heading, index) => {
      const name = columnName(heading);
      if (!this.#places.has(name)) this.#places.set(name, index);
    });
  }

  has(...names: readonly string[]): boolean {
    return names.every((name) => this.#places.has(name));
  }

  /** The cell of the first of these columns that is there and not empty; '' when none is. */
  cell(cells: readonly string[], ...names: readonly string[]): string {
    for (const name of names) {
      const place = this.#places.get(name);
      const cell = place === undefined ? '' : (cells[place] ?? '').trim();
      if (cell !== '') return cell;
    }
    return '';
  }
}

/** A heading in one spelling: `Country Code (Shipping)`, `country_code-shipping` → `country code shipping`. */
function columnName(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#/]+/gu, ' ')
    .trim();
}

/** A cell without the apostrophe that keeps spreadsheets from changing it. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell;
}

/** True for a number that a spreadsheet has rounded, such as `3.82326E+12`: its last digits are lost. */
export function isRounded(cell: string): boolean {
  return /^\d([.,]\d+)?E\+?\d+$/i.test(cell);
}

/** A heading row as it stands in the head of a file: no heading has a delimiter or a line break in it. */
export function headingCells(line: string): { readonly delimiter: Delimiter; readonly cells: string[] } {
  const count = (mark: Delimiter) => line.split(mark).length;
  const delimiter = ([',', ';', '\t', '|'] as const).reduce((a, b) => (count(b) > count(a) ? b : a));
  return { delimiter, cells: line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')) };
}

import type { CsvLayout } from './csv-layout.ts';

/** A group of thousands, or decimals after a comma. */
const REST_OF_AMOUNT = /^\d{1,3}(?:\.\d*)?$/;

/**
 * The first cell of a row beyond its headings that holds anything, where it may make an amount another one; null: there
 * is none. Of "1,250.00" without quotation marks the first cell is 1, and all cells after it stand under the wrong
 * headings. Banks do not quote their texts either, so of theirs an amount must look cut; `isStaff`: the file is ours.
 */
export function surplusCell(
  cells: readonly string[],
  { headings, delimiter, places }: CsvLayout,
  isStaff: boolean,
): string | null {
  if (cells.length <= headings.length) return null;
  const surplus = cells.slice(headings.length).find((cell) => cell.trim() !== '') ?? null;
  if (surplus === null || isStaff) return surplus;
  const isCut = [places.amount, places.credit, places.debit].some(
    (place) =>
      place !== undefined &&
      /\d$/.test((cells[place] ?? '').trim()) &&
      REST_OF_AMOUNT.test((cells[place + 1] ?? '').trim()),
  );
  return delimiter === ',' && isCut ? surplus : null;
}

import type { PackedRows } from './packed-rows.ts';

/** The same rows with every column in its place, as if no value were shared. */
export function unshared({ insert, count, first, columns }: PackedRows): PackedRows {
  const all = first.map(
    (value, at) => columns.find((column) => column.at === at) ?? { at, mixed: Array(count).fill(value) },
  );
  return { insert, count, first, columns: all };
}

/**
 * Takes packed rows apart, so many at a time: the places of the values in which rows differ, and these values, row after
 * row. The array of values is used again for the next rows.
 */
export function* unpackedValues(
  { count, columns }: PackedRows,
  rowsAtOnce: number,
): Generator<{ readonly rows: number; readonly values: readonly unknown[] }> {
  const width = columns.length;
  const textsBegin = columns.map(() => 0);
  let values: unknown[] = [];
  for (let from = 0; from < count; from += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, count - from);
    if (values.length !== rows * width) values = new Array(rows * width);
    for (const [place, column] of columns.entries()) {
      if ('numbers' in column) {
        for (let row = 0; row < rows; row++) values[row * width + place] = column.numbers[from + row];
      } else if ('texts' in column) {
        let begin = textsBegin[place] as number;
        for (let row = 0; row < rows; row++) {
          const end = begin + (column.lengths[from + row] as number);
          values[row * width + place] = column.texts.slice(begin, end);
          begin = end;
        }
        textsBegin[place] = begin;
      } else if ('bytes' in column) {
        const { bytes, size } = column;
        for (let row = 0; row < rows; row++) {
          const begin = (from + row) * size;
          values[row * width + place] = bytes.subarray(begin, begin + size);
        }
      } else {
        for (let row = 0; row < rows; row++) values[row * width + place] = column.mixed[from + row];
      }
    }
    yield { rows, values };
  }
}

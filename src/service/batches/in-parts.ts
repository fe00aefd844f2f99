import { breathe } from '../breathing.ts';

/** Rows written together: enough that the store works in bulk, few enough that they are gone again at once. */
const ROWS_AT_ONCE = 256;

/** The rows in parts of so many, with a breath after each that is full. */
export async function* inParts<Row>(rows: Iterable<Row>, rowsAtOnce = ROWS_AT_ONCE): AsyncGenerator<Row[]> {
  let part: Row[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < rowsAtOnce) continue;
    yield part;
    await breathe();
    part = [];
  }
  if (part.length > 0) yield part;
}

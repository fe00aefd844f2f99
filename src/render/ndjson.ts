import { valueAt } from './cell-values.ts';
import { jsonText } from './json.ts';
import type { View } from './view.ts';
import { rowsOf } from './view-rows.ts';

/** One JSON document a line: the rows of a list, or the one thing. `columns` picks keys, null takes all. */
export function ndjsonText(data: unknown, view: View, columns: readonly string[] | null): string {
  const rows = view.shape === 'list' ? rowsOf(data, view) : [data];
  let text = '';
  for (const row of rows) {
    const picked =
      columns === null ? row : Object.fromEntries(columns.map((key) => [key, valueAt(row, key)]));
    text += `${jsonText(picked, 0)}\n`;
  }
  return text;
}

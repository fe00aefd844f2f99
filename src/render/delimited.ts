import { isNumeric, pickColumns, plainText, valueAt } from './cell-values.ts';
import { displayText, displayTextKeepingLines } from './display-text.ts';
import type { Column, ListView, RecordView } from './view.ts';
import { columnsOf, rowsOf } from './view-rows.ts';

export interface DelimitedOptions {
  /** Keys of the columns wanted; null: all. */
  readonly columns: readonly string[] | null;
  readonly headers: boolean;
}

/** Tab-separated rows under a line of JSON keys, never cut: what a pipe and `--format tsv` get. */
export function tsvText(data: unknown, view: ListView | RecordView, options: DelimitedOptions): string {
  return lines(data, view, options, '\t', '\n', (value, column) =>
    displayText(plainText(value, column.kind)),
  );
}

/**
 * Comma-separated rows by RFC 4180. Text that a spreadsheet would take for a formula gets a leading `'`;
 * numbers are not text. `excel` puts the byte order mark in front that Excel needs to read UTF-8.
 */
export function csvText(
  data: unknown,
  view: ListView | RecordView,
  options: DelimitedOptions & { readonly excel: boolean },
): string {
  const text = lines(data, view, options, ',', '\r\n', csvCell);
  return options.excel ? `\ufeff${text}` : text;
}

function lines(
  data: unknown,
  view: ListView | RecordView,
  options: DelimitedOptions,
  separator: string,
  lineEnd: string,
  cell: (value: unknown, column: Column) => string,
): string {
  const columns = pickColumns(columnsOf(view), options.columns).filter(
    (column) => options.columns !== null || column.tableOnly !== true,
  );
  let text = options.headers ? columns.map((column) => column.key).join(separator) + lineEnd : '';
  for (const row of rowsOf(data, view)) {
    columns.forEach((column, at) => {
      if (at > 0) text += separator;
      const value = valueAt(row, column.key);
      if (value !== null) text += cell(value, column);
    });
    text += lineEnd;
  }
  return text;
}

function csvCell(value: unknown, column: Column): string {
  const isNumber = typeof value === 'number' || isNumeric(column.kind);
  const plain = displayTextKeepingLines(plainText(value, column.kind));
  const text = !isNumber && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

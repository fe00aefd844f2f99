import type { Column, ListView, RecordView } from './view.ts';

/** The rows of a view: the array of a list, the one thing of a record. */
export function rowsOf(data: unknown, view: ListView | RecordView): readonly unknown[] {
  if (view.shape === 'record') return [data];
  const rows = view.rowsKey === undefined ? data : (data as Record<string, unknown>)[view.rowsKey];
  if (!Array.isArray(rows)) throw new TypeError('a list view needs an array');
  return rows;
}

/** Every column a view can print, the count of a record's inner list included. */
export function columnsOf(view: ListView | RecordView): readonly Column[] {
  if (view.shape === 'list' || view.inner === undefined) return view.columns;
  const { key, title } = view.inner;
  if (view.columns.some((column) => column.key === key)) return view.columns;
  return [...view.columns, { key, title, kind: 'integer' }];
}

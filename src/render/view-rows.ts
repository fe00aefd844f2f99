import type { Column, InnerList, ListView, RecordView } from './view.ts';

/** The rows of a view: the array of a list, the one thing of a record. */
export function rowsOf(data: unknown, view: ListView | RecordView): readonly unknown[] {
  if (view.shape === 'record') return [data];
  const rows = view.rowsKey === undefined ? data : (data as Record<string, unknown>)[view.rowsKey];
  if (!Array.isArray(rows)) throw new TypeError('a list view needs an array');
  return rows;
}

/** Every column a view can print, the counts of a record's inner lists included. */
export function columnsOf(view: ListView | RecordView): readonly Column[] {
  if (view.shape === 'list') return view.columns;
  const counted = innerLists(view).filter(({ key }) => !view.columns.some((column) => column.key === key));
  return [...view.columns, ...counted.map(({ key, title }) => ({ key, title, kind: 'integer' }) as const)];
}

/** The lists inside a record, in the order they are shown. */
export function innerLists({ inner = [] }: RecordView): readonly InnerList[] {
  return Array.isArray(inner) ? inner : [inner as InnerList];
}

import type { Connection } from './connection.ts';

/**
 * Rows one statement writes at most. The tables refuse by triggers, for whose sake SQLite keeps a copy of every page a
 * statement touches: a statement of many rows keeps one where a statement for each keeps one a row, which was half the
 * time of an import.
 */
const MOST_ROWS = 64;
/** So many texts are kept, since each is kept prepared. */
const MOST_TEXTS = 200;

/** Texts of INSERTs by that of one row, how many rows they write and which of their values are shared. */
const texts = new Map<string, string>();

/**
 * Writes rows by an INSERT of one row, given as its text up to the end of its one `VALUES (…)`, in as few statements
 * as can be.
 */
export function insertRows(
  connection: Connection,
  insert: string,
  rows: readonly (readonly unknown[])[],
): void {
  for (let from = 0; from < rows.length; from += MOST_ROWS) {
    const some = rows.slice(from, from + MOST_ROWS);
    if (some.length === 1) connection.statement(insert).run(some[0]);
    else insertSome(connection, insert, some);
  }
}

/** A value that every row has, such as its batch, is given once: each one given costs as much as writing it. */
function insertSome(connection: Connection, insert: string, rows: readonly (readonly unknown[])[]): void {
  const shared: Record<string, unknown> = {};
  const own: number[] = [];
  rows[0]?.forEach((value, at) => {
    if (rows.every((row) => row[at] === value)) shared[`v${at}`] = value;
    else own.push(at);
  });
  const values = new Array<unknown>(rows.length * own.length);
  let next = 0;
  for (const row of rows) {
    for (const at of own) values[next++] = row[at];
  }
  connection.statement(textFor(insert, rows.length, own)).run(values, shared);
}

function textFor(insert: string, count: number, own: readonly number[]): string {
  const name = `${count} ${own} ${insert}`;
  const text = texts.get(name) ?? severalRows(insert, count, own);
  if (texts.size < MOST_TEXTS) texts.set(name, text);
  return text;
}

function severalRows(insert: string, count: number, own: readonly number[]): string {
  const start = insert.lastIndexOf('VALUES') + 'VALUES'.length;
  let at = -1;
  const tuple = insert.slice(start).replaceAll('?', (place) => {
    at += 1;
    return own.includes(at) ? place : `:v${at}`;
  });
  return insert.slice(0, start) + Array(count).fill(tuple).join(',');
}

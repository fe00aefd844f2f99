import { type Query, textOf } from '../sql/dialect.ts';
import type { Connection } from './connection.ts';
import { SQLITE } from './sqlite-dialect.ts';

/**
 * Rows one statement writes at most. The tables refuse by triggers, for whose sake SQLite keeps a copy of every page a
 * statement touches: a statement of many rows keeps one where a statement for each keeps one a row, which was half the
 * time of an import.
 */
export const MOST_ROWS = 64;
/** Once so many texts share values no others do, since each is kept prepared. Most units need a handful. */
const MOST_TEXTS = 100;

type Rows = readonly (readonly unknown[])[];

/** Texts of INSERTs by that of one row, how many rows they write and which of their values are not shared. */
const texts = new Map<string, string>();

/**
 * Writes rows by an INSERT of one row, given as its text up to the end of its one `VALUES (…)`, in as few statements
 * as can be.
 */
export function insertRows(connection: Connection, statement: Query, rows: Rows): void {
  const insert = textOf(statement, SQLITE);
  for (let from = 0; from < rows.length; from += MOST_ROWS) {
    const some = rows.slice(from, from + MOST_ROWS);
    if (some.length === 1) connection.statement(insert).run(some[0]);
    else insertTogether(connection, insert, some);
  }
}

/**
 * Writes rows by one statement, all of them or none. A value that every row has, such as its batch, is given once: each
 * one given costs as much as writing it. `mayShare`: places of values to be looked at for that; null: of all.
 */
export function insertTogether(
  connection: Connection,
  insert: string,
  rows: Rows,
  mayShare: ReadonlySet<number> | null = null,
): void {
  const [first = []] = rows;
  const all = [...first.keys()];
  let own = all.filter((at) => mayShare?.has(at) === false || rows.some((row) => row[at] !== first[at]));
  let text = textFor(insert, rows.length, own);
  if (text === null) {
    own = all;
    text = severalRows(insert, rows.length, own);
  }
  const values = new Array<unknown>(rows.length * own.length);
  let next = 0;
  for (const row of rows) {
    for (const at of own) values[next++] = row[at];
  }
  connection.statement(text).run(values, sharedValues(first));
}

/** The values of a row, by the names they have in the texts of `textFor`. */
export function sharedValues(first: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(first.map((value, at) => [`v${at}`, value]));
}

/** The text that writes so many rows and shares all values but those at `own`; null when there are enough such texts. */
export function textFor(insert: string, count: number, own: readonly number[]): string | null {
  const name = `${count} ${own} ${insert}`;
  let text = texts.get(name) ?? null;
  if (text === null && texts.size < MOST_TEXTS) {
    text = severalRows(insert, count, own);
    texts.set(name, text);
  }
  return text;
}

/** The same text, not kept. */
export function severalRows(insert: string, count: number, own: readonly number[]): string {
  const start = insert.lastIndexOf('VALUES') + 'VALUES'.length;
  let at = -1;
  const tuple = insert.slice(start).replaceAll('?', (place) => {
    at += 1;
    return own.includes(at) ? place : `:v${at}`;
  });
  return insert.slice(0, start) + Array(count).fill(tuple).join(',');
}

import type { Connection } from './connection.ts';

/**
 * Rows one statement writes at most. The tables refuse by triggers, for whose sake SQLite keeps a copy of every page a
 * statement touches: a statement of many rows keeps one where a statement for each keeps one a row, which was half the
 * time of an import.
 */
const MOST_ROWS = 16;

/** The texts of an INSERT by how many rows it writes, less one. */
const texts = new Map<string, string[]>();

/**
 * Writes rows by an INSERT of one row, given as its text up to the end of its one `VALUES (…)`, in as few statements
 * as can be.
 */
export function insertRows(
  connection: Connection,
  insert: string,
  rows: readonly (readonly unknown[])[],
): void {
  for (let from = 0; from < rows.length; ) {
    const count = Math.min(MOST_ROWS, rows.length - from);
    const values = count === 1 ? rows[from] : rows.slice(from, from + count).flat();
    connection.statement(textFor(insert, count)).run(values);
    from += count;
  }
}

function textFor(insert: string, count: number): string {
  if (count === 1) return insert;
  let known = texts.get(insert);
  if (known === undefined) {
    known = [];
    texts.set(insert, known);
  }
  known[count] ??= `${insert}${`, ${tupleOf(insert)}`.repeat(count - 1)}`;
  return known[count];
}

function tupleOf(insert: string): string {
  const [, tuple] = /\bVALUES\s*(\(.*\))\s*$/s.exec(insert) ?? [];
  if (tuple === undefined) throw new Error(`not an INSERT of one row: ${insert}`);
  return tuple;
}

import type { Connection } from './connection.ts';

/**
 * Rows one statement writes at most. The tables refuse by triggers, for whose sake SQLite keeps a copy of every page a
 * statement touches: a statement of many rows keeps one where a statement for each keeps one a row, which was half the
 * time of an import.
 */
const MOST_ROWS = 64;
/** From so many rows on it is worth a look which values they all have. */
const SHARING_ROWS = 16;
/** Of one INSERT so many texts are made at most, since each is kept prepared. */
const MOST_TEXTS = 100;

/** The texts of an INSERT by how many rows it writes and which of their values are shared. */
const texts = new Map<string, Map<string, string>>();

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
    if (count < SHARING_ROWS) insertFew(connection, insert, rows.slice(from, from + count));
    else insertMany(connection, insert, rows.slice(from, from + count));
    from += count;
  }
}

function insertFew(connection: Connection, insert: string, rows: readonly (readonly unknown[])[]): void {
  const values = rows.length === 1 ? rows[0] : rows.flat();
  connection.statement(textFor(insert, rows.length, '')).run(values);
}

/** A value that every row has, such as its batch, is given once: each one given costs as much as writing it. */
function insertMany(connection: Connection, insert: string, rows: readonly (readonly unknown[])[]): void {
  const [first = []] = rows;
  const shared: Record<string, unknown> = {};
  const own: number[] = [];
  let mask = '';
  first.forEach((value, at) => {
    const isShared = rows.every((row) => row[at] === value);
    mask += isShared ? '1' : '0';
    if (isShared) shared[`v${at}`] = value;
    else own.push(at);
  });
  const values = new Array<unknown>(rows.length * own.length);
  let next = 0;
  for (const row of rows) {
    for (const at of own) values[next++] = row[at];
  }
  connection.statement(textFor(insert, rows.length, mask)).run(values, shared);
}

/** `mask`: a 1 for each value that the rows share; empty when none is looked for. */
function textFor(insert: string, count: number, mask: string): string {
  if (count === 1) return insert;
  let known = texts.get(insert);
  if (known === undefined) {
    known = new Map();
    texts.set(insert, known);
  }
  const name = `${count} ${mask}`;
  const text = known.get(name) ?? severalRows(insert, count, mask);
  if (known.size < MOST_TEXTS) known.set(name, text);
  return text;
}

function severalRows(insert: string, count: number, mask: string): string {
  const [, before, tuple] = /^(.*\bVALUES\s*)(\(.*\))\s*$/s.exec(insert) ?? [];
  if (before === undefined || tuple === undefined) throw new Error(`not an INSERT of one row: ${insert}`);
  let at = -1;
  const sharing = tuple.replaceAll('?', () => {
    at += 1;
    return mask[at] === '1' ? `:v${at}` : '?';
  });
  return `${before}${Array(count).fill(sharing).join(', ')}`;
}

import { type Dialect, type Query, query } from './dialect.ts';
import type { Answer, SqlConnection } from './sql-connection.ts';

/** A query of the rows that belong to some ids, as it is asked for one id and for several. */
export interface RowsOfIds {
  readonly one: Query;
  readonly many: Query;
}

/**
 * Makes both forms once: one id is compared with the column itself, which takes a third of the time of a list, and is
 * what nearly every call is about. `write` puts the condition where it belongs.
 */
export function rowsOfIds(column: string, write: (condition: string, dialect: Dialect) => string): RowsOfIds {
  return {
    one: query((d) => write(`${column} = ${d.bound}`, d)),
    many: query((d) => write(isAmong(column, d), d)),
  };
}

/** That a column holds one of some texts: bind a JSON array of them. */
export function isAmong(column: string, dialect: Dialect): string {
  return `${column} IN (SELECT value FROM ${dialect.eachText('w')})`;
}

/** The rows of `from` whose `column` is one of some texts, in their order: bind a JSON array of them. */
export function inOrderAsked(columns: string, from: string, column: string): Query {
  return query(
    (d) =>
      `SELECT ${columns} FROM ${d.eachText('w')} ${d.join} ${from} ON ${column} = w.value ORDER BY w.key`,
  );
}

/** The rows of the ids. */
export function allOfIds<Row>(
  connection: SqlConnection,
  rows: RowsOfIds,
  ids: readonly string[],
): Answer<Row[]> {
  const [id] = ids;
  return ids.length === 1
    ? connection.all<Row>(rows.one, id)
    : connection.all<Row>(rows.many, JSON.stringify(ids));
}

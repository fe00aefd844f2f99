import type { Connection } from './connection.ts';

/** A query of the rows that belong to some ids, as it is asked for one id and for several. */
export interface RowsOfIds {
  readonly one: string;
  readonly many: string;
}

/**
 * Makes both forms once: one id is compared with the column itself, which takes a third of the time of a list, and is
 * what nearly every call is about. `query` puts the condition where it belongs.
 */
export function rowsOfIds(column: string, query: (condition: string) => string): RowsOfIds {
  return {
    one: query(`${column} = (SELECT ?)`),
    many: query(`${column} IN (SELECT value FROM json_each(?))`),
  };
}

/** The rows of the ids. */
export function allOfIds<Row>(connection: Connection, query: RowsOfIds, ids: readonly string[]): Row[] {
  const [id] = ids;
  return ids.length === 1
    ? connection.all<Row>(query.one, id)
    : connection.all<Row>(query.many, JSON.stringify(ids));
}

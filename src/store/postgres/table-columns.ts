import type { PostgresConnection } from './connection.ts';

/** The columns of the ledger's tables and the type of each, as the server has them. */
export interface TableColumns {
  /** In the order of the table. */
  columnsOf(table: string): readonly string[];
  typeOf(table: string, column: string): string;
}

const COLUMNS = `SELECT c.relname AS "table", a.attname AS "column", format_type(a.atttypid, NULL) AS "type"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY c.relname, a.attnum`;

/** Reads the columns of all tables. */
export async function readTableColumns(connection: PostgresConnection): Promise<TableColumns> {
  const tables = new Map<string, Map<string, string>>();
  for (const { table, column, type } of await connection.all<{ table: string; column: string; type: string }>(
    COLUMNS,
  )) {
    let columns = tables.get(table);
    if (columns === undefined) {
      columns = new Map();
      tables.set(table, columns);
    }
    columns.set(column, type);
  }
  const tableOf = (table: string): Map<string, string> => {
    const columns = tables.get(table);
    if (columns === undefined) throw new Error(`no such table: ${table}`);
    return columns;
  };
  return {
    columnsOf: (table) => [...tableOf(table).keys()],
    typeOf: (table, column) => {
      const type = tableOf(table).get(column);
      if (type === undefined) throw new Error(`${table} has no column ${column}`);
      return type;
    },
  };
}

import type { Page, PageRequest } from '../port.ts';
import type { Connection } from './connection.ts';

/** One condition of a filter with the values of its parameters. */
interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** A condition, or nothing when the filter does not ask for it. */
export function condition(asked: boolean, sql: string, ...values: readonly unknown[]): Condition[] {
  return asked ? [{ sql, values }] : [];
}

/**
 * Reads one page of `SELECT columns FROM from` and the count of all rows that meet the conditions. Values reach
 * the engine as parameters only.
 */
export function listPage<Row>(
  connection: Connection,
  query: { columns: string; from: string; orderBy: string },
  conditions: readonly Condition[],
  page: PageRequest,
): Page<Row> {
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.map((c) => `(${c.sql})`).join(' AND ')}`;
  const values = conditions.flatMap((c) => c.values);
  const tail = `FROM ${query.from}${where}`;
  const count = connection.get<{ n: number }>(`SELECT count(*) AS n ${tail}`, ...values);
  const rows = connection.all<Row>(
    `SELECT ${query.columns} ${tail} ORDER BY ${query.orderBy} LIMIT ? OFFSET ?`,
    ...values,
    page.limit ?? -1,
    page.offset,
  );
  return { totalCount: count?.n ?? 0, rows };
}

/** That a folded text, bound once, is part of a folded column or of one of some columns of ids. */
export function textIn(foldedColumn: string, ...idColumns: readonly string[]): string {
  const ids = idColumns.map((column) => `coalesce(lower(${column}), '')`);
  return `instr(concat_ws(char(10), ${[foldedColumn, ...ids].join(', ')}), ?) > 0`;
}

/** Every id a merchant may go by, given some of them: bind a JSON array of ids. */
export const ANY_ID_OF_MERCHANTS = `
  WITH wanted(id) AS (SELECT value FROM json_each(?))
  SELECT id FROM wanted
  UNION SELECT external_id FROM merchants WHERE merchant_id IN (SELECT id FROM wanted)
  UNION SELECT merchant_id FROM merchants WHERE external_id IN (SELECT id FROM wanted)`;

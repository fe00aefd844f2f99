import type { Page, PageRequest } from '../port.ts';
import type { Dialect } from './dialect.ts';
import type { SqlConnection } from './sql-connection.ts';

/** A part of a statement: SQL all engines understand, or how it is written in a dialect. */
export type SqlPart = string | ((dialect: Dialect) => string);

/** One condition of a filter with the values of its parameters. */
export interface Condition {
  readonly sql: SqlPart;
  readonly values: readonly unknown[];
}

/** A condition, or nothing when the filter does not ask for it. */
export function condition(asked: boolean, sql: SqlPart, ...values: readonly unknown[]): Condition[] {
  return asked ? [{ sql, values }] : [];
}

/** ` WHERE …` of all the conditions, nothing without one; their values are bound in their order. */
export function whereAll(conditions: readonly Condition[], dialect: Dialect): string {
  if (conditions.length === 0) return '';
  return ` WHERE ${conditions.map(({ sql }) => `(${partIn(sql, dialect)})`).join(' AND ')}`;
}

/** What a list reads: `SELECT columns FROM from`, in an order. */
interface Listed {
  readonly columns: SqlPart;
  readonly from: string;
  readonly orderBy: string;
}

/**
 * Reads one page of a list and the count of all rows that meet the conditions. Values reach the engine as parameters
 * only.
 */
export async function listPage<Row>(
  connection: SqlConnection,
  list: Listed,
  conditions: readonly Condition[],
  page: PageRequest,
): Promise<Page<Row>> {
  const count = await connection.get<{ n: number }>(
    `SELECT count(*) AS n FROM ${list.from}${whereAll(conditions, connection.dialect)}`,
    ...conditions.flatMap((c) => c.values),
  );
  return { totalCount: count?.n ?? 0, rows: await rowsOfPage<Row>(connection, list, conditions, page) };
}

/** Reads one page of a list, and nothing of the pages behind it where an index has its order. */
export async function rowsOfPage<Row>(
  connection: SqlConnection,
  { columns, from, orderBy }: Listed,
  conditions: readonly Condition[],
  page: PageRequest,
): Promise<Row[]> {
  const { dialect } = connection;
  return connection.all<Row>(
    `SELECT ${partIn(columns, dialect)} FROM ${from}${whereAll(conditions, dialect)} ORDER BY ${orderBy} ${dialect.page}`,
    ...conditions.flatMap((c) => c.values),
    page.limit ?? null,
    page.offset,
  );
}

/** A part of a statement in a dialect. */
export function partIn(part: SqlPart, dialect: Dialect): string {
  return typeof part === 'string' ? part : part(dialect);
}

/** That a folded text, bound once, is part of a folded column or of one of some columns of ids. */
export function textIn(foldedColumn: string, ...idColumns: readonly string[]): (dialect: Dialect) => string {
  const ids = idColumns.map((column) => `coalesce(lower(${column}), '')`);
  const texts = [foldedColumn, ...ids].join(', ');
  return (d) => d.contains(`concat_ws(${d.lineFeed}, ${texts})`);
}

/** Every id a merchant may go by, given some of them: bind a JSON array of ids. */
export function anyIdOfMerchants(dialect: Dialect): string {
  return `
  WITH wanted(id) AS (SELECT value FROM ${dialect.eachText('w')})
  SELECT id FROM wanted
  UNION SELECT external_id FROM merchants WHERE merchant_id IN (SELECT id FROM wanted)
  UNION SELECT merchant_id FROM merchants WHERE external_id IN (SELECT id FROM wanted)`;
}

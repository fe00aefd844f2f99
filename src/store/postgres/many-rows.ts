import { columnOf } from '../sql/columns.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import type { CopyTarget } from './copied-rows.ts';

/** A column of rows that are sent as arrays, one a column. */
export interface ManyColumn {
  readonly name: string;
  readonly type: 'text' | 'bigint';
}

/** The columns of record fields, of which some hold whole numbers and all others texts. */
export function manyColumns(fields: readonly string[], whole: ReadonlySet<string> = new Set()): ManyColumn[] {
  return fields.map((field) => ({ name: columnOf(field), type: whole.has(field) ? 'bigint' : 'text' }));
}

/** For FROM: the rows `g`, with `n` for the place of each, from 1. */
export function manyRows(columns: readonly ManyColumn[]): string {
  const arrays = columns.map(({ type }) => `CAST(? AS ${type}[])`).join(', ');
  return `unnest(${arrays}) WITH ORDINALITY AS g (${columns.map(nameOf).join(', ')}, n)`;
}

/** Adds rows; what `more` says follows, such as ON CONFLICT. */
export function insertMany(table: string, columns: readonly ManyColumn[], more = ''): string {
  const names = columns.map(nameOf).join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${manyRows(columns)} ORDER BY g.n ${more}`;
}

/** Changes rows found by their key, which comes before the rest. */
export function updateMany(
  table: string,
  key: readonly ManyColumn[],
  content: readonly ManyColumn[],
): string {
  const changes = content.map((column) => `${nameOf(column)} = g.${nameOf(column)}`).join(', ');
  return `UPDATE ${table} t SET ${changes} FROM ${manyRows([...key, ...content])} WHERE ${sameKey(key, 't')}`;
}

/** That a row has the key of a row `g`. */
export function sameKey(key: readonly ManyColumn[], alias: string): string {
  return key.map((column) => `${alias}.${nameOf(column)} = g.${nameOf(column)}`).join(' AND ');
}

/** Where `CopyingConnection.copy` puts rows of these columns. */
export function copyTarget(table: string, columns: readonly ManyColumn[]): CopyTarget {
  return { table, columns: columns.map(({ name }) => name) };
}

/** Carries out a statement over rows; sends nothing where there is none. */
export async function runMany(
  connection: SqlConnection,
  statement: string,
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  if (rows.length > 0) await connection.run(statement, ...byColumn(rows));
}

/** What a statement over rows answers. */
export async function allOfMany<Row>(
  connection: SqlConnection,
  statement: string,
  rows: readonly (readonly unknown[])[],
): Promise<Row[]> {
  return rows.length === 0 ? [] : await connection.all<Row>(statement, ...byColumn(rows));
}

function byColumn(rows: readonly (readonly unknown[])[]): unknown[][] {
  return (rows[0] ?? []).map((_, at) => rows.map((row) => row[at]));
}

function nameOf({ name }: ManyColumn): string {
  return `"${name}"`;
}

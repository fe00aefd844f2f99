import { arrayLiteral } from './array-literal.ts';
import { bound } from './connection.ts';
import type { PlainInsert } from './plain-insert.ts';
import type { TableColumns } from './table-columns.ts';

/** Rows of one statement that are to be written. */
export interface RowsToInsert {
  readonly insert: PlainInsert;
  readonly rows: readonly (readonly unknown[])[];
}

/** A statement with its values. */
export interface ReadyInsert {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Rows of one statement get their place in the order of entry by it, where a clock would give two the same. */
const STAMP = `CAST(extract(epoch FROM statement_timestamp()) * 1000000 AS bigint)`;

/**
 * One statement that writes all rows: each table's in a part of its own. The parts take place at once, so that parents
 * and children may come in any order.
 */
export function bulkInsert(groups: readonly RowsToInsert[], tables: TableColumns): ReadyInsert {
  const values: unknown[] = [];
  const parts = groups.map((group) =>
    group.rows.length === 1 ? oneRow(group, values) : manyRows(group, tables, values),
  );
  const last = parts.pop() as string;
  const before = parts.map((part, index) => `i${index} AS (${part})`);
  return { text: before.length === 0 ? last : `WITH ${before.join(', ')} ${last}`, values };
}

function oneRow({ insert, rows: [row = []] }: RowsToInsert, values: unknown[]): string {
  const places = insert.expressions.map((expression, index) => {
    values.push(bound(row[index]));
    return expression.replace('?', `$${values.length}`);
  });
  return `INSERT INTO ${insert.table} (${quoted(insert.columns)}) VALUES (${places.join(', ')})`;
}

function manyRows({ insert, rows }: RowsToInsert, tables: TableColumns, values: unknown[]): string {
  const { table, columns, expressions } = insert;
  const arrays = columns.map((column, index) => {
    values.push(arrayLiteral(rows.map((row) => row[index])));
    const type = expressions[index] === '?' ? tables.typeOf(table, column) : 'text';
    return `CAST($${values.length} AS ${type}[])`;
  });
  const chosen = expressions.map((expression, index) => expression.replace('?', `u.c${index}`));
  const isStamped = tables.columnsOf(table).includes('seq') && !columns.includes('seq');
  const names = columns.map((_, index) => `c${index}`).join(', ');
  return `INSERT INTO ${table} (${isStamped ? 'seq, ' : ''}${quoted(columns)})
    SELECT ${isStamped ? `${STAMP} + u.n, ` : ''}${chosen.join(', ')}
    FROM unnest(${arrays.join(', ')}) WITH ORDINALITY AS u (${names}, n)`;
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

import { insertSql } from '../sql/columns.ts';
import type { Connection } from './connection.ts';

/** Orders that one statement inserts: each statement has a price of its own. */
export const ORDERS_AT_ONCE = 64;

/** Fields that are often the same in all orders that stand together. */
const OFTEN_SHARED: ReadonlySet<string> = new Set([
  'storeKey',
  'merchantKey',
  'integration',
  'channel',
  'confirmed',
  'cancelledAt',
  'currency',
  'discountsPiastres',
  'financialStatus',
  'fulfillmentStatus',
  'paymentGatewayNames',
  'countryCode',
]);
/** Statements that are kept prepared. Most files need two or three. */
const MOST_STATEMENTS = 16;

/**
 * Makes what inserts {@link ORDERS_AT_ONCE} orders by one statement. It answers false when one of them is there
 * already, or twice among them, and then has inserted none. Values all of them have are given once: each one given
 * costs as much as writing it.
 */
export function newOrders(
  connection: Connection,
  fields: readonly string[],
): (rows: readonly (readonly unknown[])[]) => boolean {
  const candidates = fields.flatMap((field, at) => (OFTEN_SHARED.has(field) ? [at] : []));
  const texts = new Map<string, string>();
  const textFor = (shared: readonly number[]): string | undefined => {
    const name = shared.join();
    let text = texts.get(name);
    if (text === undefined && (shared.length === 0 || texts.size < MOST_STATEMENTS)) {
      text = manyRows(fields, shared);
      texts.set(name, text);
    }
    return text;
  };
  return (rows) => {
    const [first = []] = rows;
    let shared = candidates.filter((at) => rows.every((row) => row[at] === first[at]));
    let text = textFor(shared);
    if (text === undefined) {
      shared = [];
      text = textFor(shared) as string;
    }
    try {
      connection.statement(text).run(ownValues(rows, shared), named(first, shared));
      return true;
    } catch (error) {
      if ((error as { readonly code?: unknown }).code === 'SQLITE_CONSTRAINT_PRIMARYKEY') return false;
      throw error;
    }
  };
}

function manyRows(fields: readonly string[], shared: readonly number[]): string {
  const insert = insertSql('orders', fields);
  const places = fields.map((_, at) => (shared.includes(at) ? `:v${at}` : '?'));
  const tuples = Array(ORDERS_AT_ONCE).fill(`(${places.join(', ')})`);
  return `${insert.slice(0, insert.lastIndexOf('('))}${tuples.join(', ')}`;
}

function ownValues(rows: readonly (readonly unknown[])[], shared: readonly number[]): unknown[] {
  const own = (rows[0] ?? []).flatMap((_, at) => (shared.includes(at) ? [] : [at]));
  const values = new Array<unknown>(rows.length * own.length);
  let next = 0;
  for (const row of rows) {
    for (const at of own) values[next++] = row[at];
  }
  return values;
}

function named(row: readonly unknown[], shared: readonly number[]): Record<string, unknown> {
  return Object.fromEntries(shared.map((at) => [`v${at}`, row[at]]));
}

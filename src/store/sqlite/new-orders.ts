import { insertSql } from '../sql/columns.ts';
import type { Connection } from './connection.ts';
import { insertTogether } from './insert-rows.ts';

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

/**
 * Makes what inserts orders by one statement. It answers false when one of them is there already, or twice among them,
 * and then has inserted none.
 */
export function newOrders(
  connection: Connection,
  fields: readonly string[],
): (rows: readonly (readonly unknown[])[]) => boolean {
  const insert = insertSql('orders', fields);
  const mayShare = new Set(fields.flatMap((field, at) => (OFTEN_SHARED.has(field) ? [at] : [])));
  return (rows) => {
    try {
      insertTogether(connection, insert, rows, mayShare);
      return true;
    } catch (error) {
      if ((error as { readonly code?: unknown }).code === 'SQLITE_CONSTRAINT_PRIMARYKEY') return false;
      throw error;
    }
  };
}

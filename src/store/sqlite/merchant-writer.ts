import type { UpsertOutcome, WriteTx } from '../port.ts';
import type { MerchantRecord, OrderRecord, StoreRecord } from '../records.ts';
import { searchFormOfMerchant } from '../search-forms.ts';
import { assignments, insertSql, sameValues, selectList, valuesOf } from '../sql/columns.ts';
import {
  MERCHANT_CONTENT_FIELDS,
  MERCHANT_FIELDS,
  ORDER_CONTENT_FIELDS,
  STORE_CONTENT_FIELDS,
} from '../sql/data-columns.ts';
import type { Connection } from './connection.ts';
import { MOST_ROWS } from './insert-rows.ts';
import { newOrders } from './new-orders.ts';

const MERCHANT_ROW = insertSql('merchants', [...MERCHANT_FIELDS, 'searchFolded']);
const MERCHANT_NOW = `SELECT ${selectList('m', MERCHANT_FIELDS)} FROM merchants m WHERE m.external_id = ?`;
const MERCHANT_UPDATE = `UPDATE merchants SET ${assignments(MERCHANT_CONTENT_FIELDS)}, search_folded = ? WHERE external_id = ?`;

const STORE_ROW = insertSql('stores', ['merchantKey', 'storeId', ...STORE_CONTENT_FIELDS, 'statusAt']);
const STORE_NOW = `SELECT ${selectList('s', STORE_CONTENT_FIELDS)} FROM stores s
  WHERE s.merchant_key = ? AND s.store_id = ?`;
const STORE_UPDATE = `UPDATE stores SET ${assignments([...STORE_CONTENT_FIELDS])},
  status_at = CASE WHEN status = ? THEN status_at ELSE ? END WHERE merchant_key = ? AND store_id = ?`;

const ORDER_KEY_FIELDS = ['storeKey', 'orderId', 'merchantKey'];
const ORDER_FIELDS = [...ORDER_KEY_FIELDS, ...ORDER_CONTENT_FIELDS];
const ORDER_ROW = `${insertSql('orders', ORDER_FIELDS)} ON CONFLICT DO NOTHING`;
const ORDER_NOW = `SELECT ${selectList('o', ORDER_CONTENT_FIELDS)} FROM orders o
  WHERE o.store_key = ? AND o.order_id = ?`;
const ORDER_UPDATE = `UPDATE orders SET ${assignments(ORDER_CONTENT_FIELDS)} WHERE store_key = ? AND order_id = ?`;

/** Short keys of a store and its merchant. */
interface Parent {
  readonly merchantId: string;
  readonly storeId: string;
  readonly merchantKey: number;
  readonly storeKey: number;
}

interface MerchantWriter {
  readonly upsert: Pick<WriteTx['upsert'], 'merchants' | 'stores' | 'orders'>;
  readonly update: Pick<WriteTx['update'], 'merchantLatestUpdate'>;
}

/** Writes of merchant data. */
export function merchantWriter(connection: Connection): MerchantWriter {
  const merchantKeys = new Map<string, number>();
  const storeKeys = new Map<string, number>();
  /** Whether the last orders were new: those of a file mostly are, or none of them is. */
  let areNew = true;
  const insertsAll = newOrders(connection, ORDER_FIELDS);
  // Orders of one store stand together in most files.
  let lastParent: Parent | undefined;

  const merchantKeyOf = (merchantId: string): number => {
    let key = merchantKeys.get(merchantId);
    if (key === undefined) {
      key = connection.get<{ key: number }>(
        'SELECT merchant_key AS key FROM merchants WHERE merchant_id = ?',
        merchantId,
      )?.key;
      if (key === undefined) throw new Error(`no such merchant: ${merchantId}`);
      merchantKeys.set(merchantId, key);
    }
    return key;
  };

  const storeKeyOf = (merchantKey: number, storeId: string): number => {
    const name = `${merchantKey}/${storeId}`;
    let key = storeKeys.get(name);
    if (key === undefined) {
      key = connection.get<{ key: number }>(
        'SELECT store_key AS key FROM stores WHERE merchant_key = ? AND store_id = ?',
        merchantKey,
        storeId,
      )?.key;
      if (key === undefined) throw new Error(`no such store: ${storeId}`);
      storeKeys.set(name, key);
    }
    return key;
  };

  const upsertStore = (row: StoreRecord): UpsertOutcome => {
    const merchantKey = merchantKeyOf(row.merchantId);
    const content = valuesOf(row, STORE_CONTENT_FIELDS);
    const now = connection.get<object>(STORE_NOW, merchantKey, row.storeId);
    if (now === undefined) {
      connection.run(STORE_ROW, merchantKey, row.storeId, ...content, row.statusAt);
      return 'new';
    }
    if (sameValues(valuesOf(now, STORE_CONTENT_FIELDS), content)) return 'unchanged';
    connection.run(STORE_UPDATE, ...content, row.status, row.statusAt, merchantKey, row.storeId);
    return 'updated';
  };

  const parentOf = ({ merchantId, storeId }: OrderRecord): Parent => {
    if (lastParent?.merchantId === merchantId && lastParent.storeId === storeId) return lastParent;
    const merchantKey = merchantKeyOf(merchantId);
    lastParent = { merchantId, storeId, merchantKey, storeKey: storeKeyOf(merchantKey, storeId) };
    return lastParent;
  };

  const valuesOfOrder = (row: OrderRecord): unknown[] => {
    const { merchantKey, storeKey } = parentOf(row);
    return orderValues(row, storeKey, merchantKey);
  };

  const upsertOrder = (row: OrderRecord): UpsertOutcome => {
    const { storeKey } = parentOf(row);
    const values = valuesOfOrder(row);
    if (connection.statement(ORDER_ROW).run(values).changes === 1) return 'new';
    const now = connection.get<OrderRecord>(ORDER_NOW, storeKey, row.orderId) as OrderRecord;
    if (row.updatedAtMs < now.updatedAtMs) return 'unchanged';
    const content = values.slice(ORDER_KEY_FIELDS.length);
    if (sameValues(valuesOf(now, ORDER_CONTENT_FIELDS), content)) return 'unchanged';
    connection.run(ORDER_UPDATE, ...content, storeKey, row.orderId);
    return 'updated';
  };

  const upsertOrders = (rows: readonly OrderRecord[]): UpsertOutcome[] => {
    const outcomes: UpsertOutcome[] = [];
    for (let from = 0; from < rows.length; from += MOST_ROWS) {
      const some = rows.slice(from, from + MOST_ROWS);
      const inserted = areNew && some.length === MOST_ROWS && insertsAll(some.map(valuesOfOrder));
      const became = inserted ? some.map(() => 'new' as const) : some.map(upsertOrder);
      areNew = became.every((outcome) => outcome === 'new');
      outcomes.push(...became);
    }
    return outcomes;
  };

  return {
    upsert: {
      merchants: async (rows) => rows.map((row) => upsertMerchant(connection, row)),
      stores: async (rows) => rows.map(upsertStore),
      orders: async (rows) => upsertOrders(rows),
    },
    update: {
      merchantLatestUpdate: async (merchantIds, at) => {
        connection.run(
          `UPDATE merchants SET latest_update = ?
           WHERE merchant_id IN (SELECT value FROM json_each(?)) AND ifnull(latest_update, '') < ?`,
          at,
          JSON.stringify(merchantIds),
          at,
        );
      },
    },
  };
}

function upsertMerchant(connection: Connection, row: MerchantRecord): UpsertOutcome {
  const now = connection.get<MerchantRecord>(MERCHANT_NOW, row.externalId);
  if (now === undefined) {
    connection.run(MERCHANT_ROW, ...valuesOf(row, MERCHANT_FIELDS), searchFormOfMerchant(row));
    return 'new';
  }
  if (row.updatedAt !== null && now.updatedAt !== null && row.updatedAt < now.updatedAt) return 'unchanged';
  const given = Object.entries(row).filter(([, value]) => value !== null);
  const merged = { ...now, ...Object.fromEntries(given), externalId: now.externalId };
  const content = valuesOf(merged, MERCHANT_CONTENT_FIELDS);
  if (sameValues(valuesOf(now, MERCHANT_CONTENT_FIELDS), content)) return 'unchanged';
  connection.run(MERCHANT_UPDATE, ...content, searchFormOfMerchant(merged), row.externalId);
  return 'updated';
}

/** The values of `ORDER_ROW` in its order, written out: there are millions of these. */
function orderValues(row: OrderRecord, storeKey: number, merchantKey: number): unknown[] {
  const { subtotalPiastres, discountsPiastres, totalPiastres } = row;
  for (const amount of [subtotalPiastres, discountsPiastres, totalPiastres]) {
    if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole piastres: ${amount}`);
  }
  return [
    storeKey,
    row.orderId,
    merchantKey,
    row.integration,
    row.channel,
    row.confirmed ? 1 : 0,
    row.createdAt,
    row.createdAtMs,
    row.updatedAt,
    row.updatedAtMs,
    row.processedAt,
    row.cancelledAt,
    row.currency,
    subtotalPiastres,
    discountsPiastres,
    totalPiastres,
    row.financialStatus,
    row.fulfillmentStatus,
    row.paymentGatewayNames,
    row.customerId,
    row.countryCode,
    row.addressLine,
  ];
}

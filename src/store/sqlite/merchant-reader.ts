import { foldForSearch } from '../../domain/search-folding.ts';
import type { ReadTx } from '../port.ts';
import type { MerchantRecord, OrderRecord, StoreRecord } from '../records.ts';
import { MERCHANT_FIELDS, ORDER_CONTENT_FIELDS, STORE_CONTENT_FIELDS, selectList } from '../sql/columns.ts';
import { condition, listPage } from '../sql/list-page.ts';
import type { Connection } from './connection.ts';

const MERCHANT = selectList('m', MERCHANT_FIELDS);
const STORE = `m.merchant_id AS merchantId, s.store_id AS storeId, s.status_at AS statusAt,
  ${selectList('s', STORE_CONTENT_FIELDS)}`;
const ORDER = `m.merchant_id AS merchantId, s.store_id AS storeId, o.order_id AS orderId,
  ${selectList('o', ORDER_CONTENT_FIELDS)}`;
const ORDERS = `merchants m JOIN orders o ON o.merchant_key = m.merchant_key
  JOIN stores s ON s.store_key = o.store_key`;

type OrderRow = Omit<OrderRecord, 'confirmed'> & { readonly confirmed: number };

/** Reads of merchants, their stores and their orders. */
export function merchantReader(connection: Connection): ReadTx['merchants'] {
  return {
    byAnyId: async (ids) =>
      connection.all<MerchantRecord>(
        `SELECT ${MERCHANT} FROM json_each(?) w
         CROSS JOIN merchants m ON m.merchant_id = w.value OR m.external_id = w.value ORDER BY w.key`,
        JSON.stringify(ids),
      ),
    stores: async (merchantIds) =>
      connection.all<StoreRecord>(
        `SELECT ${STORE} FROM merchants m JOIN stores s ON s.merchant_key = m.merchant_key
         WHERE m.merchant_id IN (SELECT value FROM json_each(?)) ORDER BY m.merchant_id, s.store_id`,
        JSON.stringify(merchantIds),
      ),
    storesByStoreId: async (storeIds) =>
      connection.all<StoreRecord>(
        `SELECT ${STORE} FROM stores s JOIN merchants m ON m.merchant_key = s.merchant_key
         WHERE s.store_id IN (SELECT value FROM json_each(?)) ORDER BY m.merchant_id, s.store_id`,
        JSON.stringify(storeIds),
      ),
    list: async (filter, page) =>
      listPage<MerchantRecord>(
        connection,
        { columns: MERCHANT, from: 'merchants m', orderBy: 'm.created_at, m.merchant_id' },
        condition(
          filter.search !== undefined,
          'instr(m.search_folded, ?) > 0',
          foldForSearch(filter.search ?? ''),
        ),
        page,
      ),
    orders: async (merchantId, filter, page) => {
      const found = await listPage<OrderRow>(
        connection,
        { columns: ORDER, from: ORDERS, orderBy: 'o.created_at_ms DESC, o.order_id, o.store_key' },
        [
          ...condition(true, 'm.merchant_id = ?', merchantId),
          ...condition(filter.createdAfterMs !== undefined, 'o.created_at_ms > ?', filter.createdAfterMs),
          ...condition(filter.createdBeforeMs !== undefined, 'o.created_at_ms < ?', filter.createdBeforeMs),
          ...condition(filter.storeId !== undefined, 's.store_id = ?', filter.storeId),
          ...condition(
            filter.financialStatus !== undefined,
            'o.financial_status = ?',
            filter.financialStatus,
          ),
        ],
        page,
      );
      return { totalCount: found.totalCount, rows: found.rows.map(orderOf) };
    },
    visitOrders: async (merchantId, untilMs, visit) => {
      const rows = connection.iterate<OrderRow>(
        `SELECT ${ORDER} FROM ${ORDERS} WHERE m.merchant_id = ? AND o.created_at_ms <= ?
         ORDER BY o.created_at_ms, o.order_id, o.store_key`,
        merchantId,
        untilMs,
      );
      for (const row of rows) visit(orderOf(row));
    },
  };
}

function orderOf(row: OrderRow): OrderRecord {
  return { ...row, confirmed: row.confirmed === 1 };
}

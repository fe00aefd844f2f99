import { foldForSearch } from '../../domain/search-folding.ts';
import type { ReadTx } from '../port.ts';
import type { MerchantRecord, OrderRecord, StoreRecord } from '../records.ts';
import { selectList } from './columns.ts';
import { MERCHANT_FIELDS, ORDER_CONTENT_FIELDS, STORE_CONTENT_FIELDS } from './data-columns.ts';
import { query } from './dialect.ts';
import { condition, listPage } from './list-page.ts';
import { isAmong } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';

const MERCHANT = selectList('m', MERCHANT_FIELDS);
const STORE = `m.merchant_id AS "merchantId", s.store_id AS "storeId", s.status_at AS "statusAt",
  ${selectList('s', STORE_CONTENT_FIELDS)}`;
const ORDER = `m.merchant_id AS "merchantId", s.store_id AS "storeId", o.order_id AS "orderId",
  ${selectList('o', ORDER_CONTENT_FIELDS)}`;
const ORDERS = `merchants m JOIN orders o ON o.merchant_key = m.merchant_key
  JOIN stores s ON s.store_key = o.store_key`;

const BY_ANY_ID = query(
  (d) => `SELECT ${MERCHANT} FROM ${d.eachText('w')}
    ${d.join} merchants m ON m.merchant_id = w.value OR m.external_id = w.value ORDER BY w.key`,
);
const STORES = query(
  (d) => `SELECT ${STORE} FROM merchants m JOIN stores s ON s.merchant_key = m.merchant_key
    WHERE ${isAmong('m.merchant_id', d)} ORDER BY m.merchant_id, s.store_id`,
);
const STORES_BY_STORE_ID = query(
  (d) => `SELECT ${STORE} FROM stores s JOIN merchants m ON m.merchant_key = s.merchant_key
    WHERE ${isAmong('s.store_id', d)} ORDER BY m.merchant_id, s.store_id`,
);
const ORDERS_BY_ID = query(
  (
    d,
  ) => `SELECT ${ORDER} FROM ${ORDERS} WHERE ${isAmong('o.order_id', d)} AND m.merchant_id = ? AND s.store_id = ?
    ORDER BY o.order_id`,
);
const ORDERS_UNTIL = `SELECT ${ORDER} FROM ${ORDERS} WHERE m.merchant_id = ? AND o.created_at_ms <= ?
  ORDER BY o.created_at_ms, o.order_id, o.store_key`;

type OrderRow = Omit<OrderRecord, 'confirmed'> & { readonly confirmed: number };

/** Reads of merchants, their stores and their orders. */
export function merchantReader(connection: SqlConnection): ReadTx['merchants'] {
  return {
    byAnyId: async (ids) => connection.all<MerchantRecord>(BY_ANY_ID, JSON.stringify(ids)),
    stores: async (merchantIds) => connection.all<StoreRecord>(STORES, JSON.stringify(merchantIds)),
    storesByStoreId: async (storeIds) =>
      connection.all<StoreRecord>(STORES_BY_STORE_ID, JSON.stringify(storeIds)),
    list: async (filter, page) =>
      listPage<MerchantRecord>(
        connection,
        { columns: MERCHANT, from: 'merchants m', orderBy: 'm.created_at, m.merchant_id' },
        condition(
          filter.search !== undefined,
          (d) => d.contains('m.search_folded'),
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
    ordersByIds: async (merchantId, storeId, ids) => {
      const rows = await connection.all<OrderRow>(ORDERS_BY_ID, JSON.stringify(ids), merchantId, storeId);
      return rows.map(orderOf);
    },
    visitOrders: async (merchantId, untilMs, visit) => {
      await connection.visit<OrderRow>(ORDERS_UNTIL, [merchantId, untilMs], (row) => visit(orderOf(row)));
    },
  };
}

function orderOf(row: OrderRow): OrderRecord {
  return { ...row, confirmed: row.confirmed === 1 };
}

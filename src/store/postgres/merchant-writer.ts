import type { UpsertOutcome, WriteTx } from '../port.ts';
import type { MerchantRecord, OrderRecord, StoreRecord } from '../records.ts';
import { searchFormOfMerchant } from '../search-forms.ts';
import { sameValues, selectList, valuesOf } from '../sql/columns.ts';
import {
  MERCHANT_CONTENT_FIELDS,
  MERCHANT_FIELDS,
  ORDER_CONTENT_FIELDS,
  STORE_CONTENT_FIELDS,
} from '../sql/data-columns.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import type { CopyingConnection } from './copied-rows.ts';
import {
  allOfMany,
  copyTarget,
  insertMany,
  manyColumns,
  manyRows,
  runMany,
  sameKey,
  updateMany,
} from './many-rows.ts';
import { upsertedRows } from './upserted-rows.ts';

const MERCHANT_ROWS = insertMany(
  'merchants',
  manyColumns(['merchantKey', ...MERCHANT_FIELDS, 'searchFolded']),
);
const MERCHANT_UPDATE = updateMany(
  'merchants',
  manyColumns(['externalId']),
  manyColumns([...MERCHANT_CONTENT_FIELDS, 'searchFolded']),
);
const MERCHANTS_NOW = `SELECT ${selectList('m', MERCHANT_FIELDS)} FROM merchants m
  WHERE m.external_id = ANY(CAST(? AS text[]))`;
const EXISTING = 'SELECT merchant_id AS id FROM merchants WHERE merchant_id = ANY(CAST(? AS text[]))';
const MOVE_ON = `UPDATE merchants SET latest_update = ?
  WHERE merchant_id = ANY(CAST(? AS text[])) AND coalesce(latest_update, '') < ?`;

const STORE_CHANGES = [...STORE_CONTENT_FIELDS, 'statusAt'] as const;
const STORE_ROWS = insertMany(
  'stores',
  manyColumns(['storeKey', 'merchantKey', 'storeId', ...STORE_CHANGES]),
);
const STORE_UPDATE = updateMany('stores', manyColumns(['storeKey']), manyColumns(STORE_CHANGES));
const STORES_NOW = `SELECT s.merchant_key AS "merchantId", s.store_id AS "storeId", ${selectList('s', STORE_CHANGES)}
  FROM stores s WHERE s.store_key = ANY(CAST(? AS text[]))`;
const EXISTING_STORES = 'SELECT store_key AS id FROM stores WHERE store_key = ANY(CAST(? AS text[]))';

const ORDER_WHOLE = new Set([
  'confirmed',
  'createdAtMs',
  'updatedAtMs',
  'subtotalPiastres',
  'discountsPiastres',
  'totalPiastres',
]);
const ORDER_KEY = manyColumns(['storeKey', 'orderId']);
const ORDER_CONTENT = manyColumns(ORDER_CONTENT_FIELDS, ORDER_WHOLE);
const ORDER_ROWS = copyTarget('orders', [...ORDER_KEY, ...manyColumns(['merchantKey']), ...ORDER_CONTENT]);
const ORDER_UPDATE = updateMany('orders', ORDER_KEY, ORDER_CONTENT);
const ORDERS_NOW = `SELECT t.store_key AS "storeKey", t.order_id AS "orderId",
    ${selectList('t', ORDER_CONTENT_FIELDS)}
  FROM ${manyRows(ORDER_KEY)} JOIN orders t ON ${sameKey(ORDER_KEY, 't')}`;

interface MerchantWriter {
  readonly upsert: Pick<WriteTx['upsert'], 'merchants' | 'stores' | 'orders'>;
  readonly update: Pick<WriteTx['update'], 'merchantLatestUpdate'>;
}

/** Writes of merchant data. A merchant's key is its id; a store's is both ids. */
export function merchantWriter(connection: CopyingConnection): MerchantWriter {
  const merchants = new Existing(connection, EXISTING, 'merchant');
  const stores = new Existing(connection, EXISTING_STORES, 'store');
  return {
    upsert: {
      merchants: async (rows) => upsertMerchants(connection, rows),
      stores: async (rows) => {
        await merchants.check(rows.map(({ merchantId }) => merchantId));
        return upsertStores(connection, rows);
      },
      orders: async (rows) => {
        await merchants.check(rows.map(({ merchantId }) => merchantId));
        await stores.check(rows.map(storeKeyOf));
        return upsertOrders(connection, rows);
      },
    },
    update: {
      merchantLatestUpdate: async (merchantIds, at) => {
        if (merchantIds.length > 0) await connection.run(MOVE_ON, at, merchantIds, at);
      },
    },
  };
}

/** Parents known to exist. */
class Existing {
  readonly #connection: SqlConnection;
  readonly #statement: string;
  readonly #what: string;
  readonly #known = new Set<string>();

  constructor(connection: SqlConnection, statement: string, what: string) {
    this.#connection = connection;
    this.#statement = statement;
    this.#what = what;
  }

  /** Throws when one does not. */
  async check(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !this.#known.has(id));
    if (unknown.length === 0) return;
    for (const { id } of await this.#connection.all<{ id: string }>(this.#statement, unknown))
      this.#known.add(id);
    for (const id of unknown) if (!this.#known.has(id)) throw new Error(`no such ${this.#what}: ${id}`);
  }
}

async function upsertMerchants(
  connection: SqlConnection,
  rows: readonly MerchantRecord[],
): Promise<readonly UpsertOutcome[]> {
  if (rows.length === 0) return [];
  const known = await connection.all<MerchantRecord>(MERCHANTS_NOW, [
    ...new Set(rows.map(({ externalId }) => externalId)),
  ]);
  const { outcomes, added, changed } = upsertedRows(
    rows,
    ({ externalId }) => externalId,
    new Map(known.map((row) => [row.externalId, row])),
    (row, now) => {
      if (now === undefined) return row;
      if (row.updatedAt !== null && now.updatedAt !== null && row.updatedAt < now.updatedAt) return null;
      const said = MERCHANT_CONTENT_FIELDS.filter((field) => row[field] !== null);
      const then: MerchantRecord = {
        ...now,
        ...Object.fromEntries(said.map((field) => [field, row[field]])),
      };
      return sameValues(valuesOf(now, MERCHANT_CONTENT_FIELDS), valuesOf(then, MERCHANT_CONTENT_FIELDS))
        ? null
        : then;
    },
  );
  await runMany(
    connection,
    MERCHANT_ROWS,
    added.map((row) => [row.merchantId, ...valuesOf(row, MERCHANT_FIELDS), searchFormOfMerchant(row)]),
  );
  await runMany(
    connection,
    MERCHANT_UPDATE,
    changed.map((row) => [
      row.externalId,
      ...valuesOf(row, MERCHANT_CONTENT_FIELDS),
      searchFormOfMerchant(row),
    ]),
  );
  return outcomes;
}

async function upsertStores(
  connection: SqlConnection,
  rows: readonly StoreRecord[],
): Promise<readonly UpsertOutcome[]> {
  if (rows.length === 0) return [];
  const known = await connection.all<StoreRecord>(STORES_NOW, [...new Set(rows.map(storeKeyOf))]);
  const { outcomes, added, changed } = upsertedRows(
    rows,
    storeKeyOf,
    new Map(known.map((row) => [storeKeyOf(row), row])),
    (row, now) => {
      if (now === undefined) return row;
      if (sameValues(valuesOf(now, STORE_CONTENT_FIELDS), valuesOf(row, STORE_CONTENT_FIELDS))) return null;
      return { ...row, statusAt: now.status === row.status ? now.statusAt : row.statusAt };
    },
  );
  await runMany(
    connection,
    STORE_ROWS,
    added.map((row) => [storeKeyOf(row), row.merchantId, row.storeId, ...valuesOf(row, STORE_CHANGES)]),
  );
  await runMany(
    connection,
    STORE_UPDATE,
    changed.map((row) => [storeKeyOf(row), ...valuesOf(row, STORE_CHANGES)]),
  );
  return outcomes;
}

/** An order as it is stored. */
interface OrderNow {
  readonly storeKey: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly updatedAtMs: number;
  /** In the order of `ORDER_CONTENT_FIELDS`. */
  readonly content: readonly unknown[];
}

async function upsertOrders(
  connection: CopyingConnection,
  rows: readonly OrderRecord[],
): Promise<readonly UpsertOutcome[]> {
  const given = rows.map(orderNow);
  const found = await allOfMany<OrderRecord & { storeKey: string }>(
    connection,
    ORDERS_NOW,
    given.map(({ storeKey, orderId }) => [storeKey, orderId]),
  );
  const known = found.map((row) => ({
    storeKey: row.storeKey,
    merchantId: '',
    orderId: row.orderId,
    updatedAtMs: row.updatedAtMs,
    content: valuesOf(row, ORDER_CONTENT_FIELDS),
  }));
  const { outcomes, added, changed } = upsertedRows(
    given,
    orderKeyOf,
    new Map(known.map((row): [string, OrderNow] => [orderKeyOf(row), row])),
    (row, now) => {
      if (now === undefined) return row;
      if (row.updatedAtMs < now.updatedAtMs) return null;
      return sameValues(now.content, row.content) ? null : row;
    },
  );
  await connection.copy(
    ORDER_ROWS,
    added.map((row) => [row.storeKey, row.orderId, row.merchantId, ...row.content]),
  );
  await runMany(
    connection,
    ORDER_UPDATE,
    changed.map((row) => [row.storeKey, row.orderId, ...row.content]),
  );
  return outcomes;
}

function orderNow(row: OrderRecord): OrderNow {
  for (const amount of [row.subtotalPiastres, row.discountsPiastres, row.totalPiastres]) {
    if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole piastres: ${amount}`);
  }
  return {
    storeKey: storeKeyOf(row),
    merchantId: row.merchantId,
    orderId: row.orderId,
    updatedAtMs: row.updatedAtMs,
    content: valuesOf({ ...row, confirmed: row.confirmed ? 1 : 0 }, ORDER_CONTENT_FIELDS),
  };
}

function storeKeyOf({
  merchantId,
  storeId,
}: {
  readonly merchantId: string;
  readonly storeId: string;
}): string {
  return `${merchantId}/${storeId}`;
}

function orderKeyOf({ storeKey, orderId }: Pick<OrderNow, 'storeKey' | 'orderId'>): string {
  return JSON.stringify([storeKey, orderId]);
}

import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { LineFault } from '../../domain/data-fields.ts';
import {
  type MerchantDataLine,
  type MerchantLine,
  type OrderLine,
  readMerchantDataLine,
  type StoreLine,
} from '../../domain/merchant-data.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { UpsertOutcome, WriteTx } from '../../store/port.ts';
import type { MerchantRecord, OrderRecord, StoreRecord } from '../../store/records.ts';
import type { Call, WriteHandler } from '../call.ts';
import { type OrderOwner, resolveOrderOwner } from './order-owner.ts';

type Kind = MerchantDataLine['kind'];
type Input = OperationInput<'merchants.import'>;
type Output = OperationOutput<'merchants.import'>;

interface Placed<Line> {
  readonly line: number;
  readonly source: string;
  readonly value: Line;
}

/**
 * Takes one batch of records into the data set: merchants, then stores, then orders, so that a parent may stand
 * anywhere in the same batch before its children need it. Bad records are answered, never stop good ones. The
 * whole batch is refused only when `store` names no store or several.
 */
export const handle: WriteHandler<Input, Output> = async (tx, input, call) => {
  const owner = input.store === undefined ? null : await resolveOrderOwner(tx, input.store);
  if (isRefusal(owner)) return owner;
  const work = new ImportBatch(tx, call);
  for (const { line, source, value } of input.records) {
    const read = readMerchantDataLine(owner === null ? value : owned(value, owner));
    if ('fault' in read) work.refuse(line, source, kindOf(value), read.fault);
    else work.add({ line, source, value: read });
  }
  await work.store();
  return {
    value: work.result,
    audit: {
      object: work.touchedExternalIds(),
      after: { ...work.result, refusals: work.result.refusals.length },
    },
  };
};

function kindOf(value: unknown): string {
  const kind = (value as { kind?: unknown } | null)?.kind;
  return kind === 'merchant' || kind === 'store' || kind === 'order' ? kind : 'unknown';
}

/** An order that names no merchant is the owner's. */
function owned(value: unknown, owner: OrderOwner): unknown {
  if (kindOf(value) !== 'order') return value;
  const order = value as Record<string, unknown>;
  if ((order.merchant ?? null) !== null) return value;
  return { ...order, merchant: owner.merchant, store_id: order.store_id ?? owner.storeId };
}

const EMPTY = { new: 0, updated: 0, unchanged: 0, refused: 0 };

class ImportBatch {
  readonly result: Output = { ...EMPTY, by_kind: {}, refusals: [] };
  readonly #tx: WriteTx;
  readonly #call: Call;
  readonly #merchants: Placed<MerchantLine>[] = [];
  readonly #stores: Placed<StoreLine>[] = [];
  readonly #orders: Placed<OrderLine>[] = [];
  readonly #merchantByAnyId = new Map<string, MerchantRecord>();
  readonly #storeByKey = new Map<string, StoreRecord>();
  readonly #touched = new Map<string, string>();
  /** Line each merchant and store of this batch stands on: a child may only follow its parent. */
  readonly #declaredOnLine = new Map<string, number>();
  #lastParent: { merchant: string; storeId: string; fromLine: number; store: StoreRecord } | null = null;

  constructor(tx: WriteTx, call: Call) {
    this.#tx = tx;
    this.#call = call;
  }

  add(placed: Placed<MerchantDataLine>): void {
    const { line, source, value } = placed;
    if (value.kind === 'merchant') this.#merchants.push({ line, source, value });
    else if (value.kind === 'store') this.#stores.push({ line, source, value });
    else this.#orders.push({ line, source, value });
  }

  refuse(line: number, source: string, kind: string, fault: LineFault): void {
    this.#count(kind, 'refused');
    this.result.refusals.push({ line, source, ...fault });
  }

  touchedExternalIds(): string {
    return [...this.#touched.values()].join(' ').slice(0, 200);
  }

  async store(): Promise<void> {
    await this.#loadMerchants();
    await this.#upsertMerchants();
    await this.#upsertStores();
    await this.#upsertOrders();
    await this.#tx.update.merchantLatestUpdate([...this.#touched.keys()], this.#call.now);
  }

  async #loadMerchants(): Promise<void> {
    const names = new Set(this.#merchants.map((placed) => placed.value.externalId));
    for (const placed of [...this.#stores, ...this.#orders]) names.add(placed.value.merchant);
    for (const merchant of await this.#tx.merchants.byAnyId([...names])) this.#remember(merchant);
    const known = [...new Set([...this.#merchantByAnyId.values()].map((merchant) => merchant.merchantId))];
    for (const store of await this.#tx.merchants.stores(known)) {
      this.#storeByKey.set(storeKey(store.merchantId, store.storeId), store);
    }
  }

  async #upsertMerchants(): Promise<void> {
    const rows = this.#merchants.map(({ line, value }) => {
      const known = this.#merchantByAnyId.get(value.externalId);
      const row = merchantRecord(value, known, this.#call);
      if (known === undefined) this.#declaredOnLine.set(value.externalId, line);
      this.#remember(row);
      this.#touch(row);
      return row;
    });
    this.#countAll('merchant', await this.#tx.upsert.merchants(rows));
  }

  async #upsertStores(): Promise<void> {
    const rows: StoreRecord[] = [];
    for (const { line, source, value } of this.#stores) {
      const merchant = this.#merchantByAnyId.get(value.merchant);
      if (merchant === undefined || this.#comesLater(value.merchant, line)) {
        this.refuse(line, source, 'store', unknownParent('merchant', value.merchant));
        continue;
      }
      const row: StoreRecord = {
        merchantId: merchant.merchantId,
        storeId: value.id,
        type: value.type,
        name: value.name,
        status: value.status,
        statusAt: this.#call.now,
      };
      const key = storeKey(row.merchantId, row.storeId);
      if (!this.#storeByKey.has(key)) this.#declaredOnLine.set(key, line);
      this.#storeByKey.set(key, row);
      this.#touch(merchant);
      rows.push(row);
    }
    this.#countAll('store', await this.#tx.upsert.stores(rows));
  }

  async #upsertOrders(): Promise<void> {
    const rows: OrderRecord[] = [];
    for (const { line, source, value } of this.#orders) {
      const store = this.#parentOf(value, line);
      if ('fault' in store) this.refuse(line, source, 'order', store.fault);
      else rows.push(orderRecord(value, store));
    }
    this.#countAll('order', await this.#tx.upsert.orders(rows));
  }

  #parentOf(order: OrderLine, line: number): StoreRecord | { readonly fault: LineFault } {
    // Orders of one store stand together in most files.
    const last = this.#lastParent;
    if (last?.merchant === order.merchant && last.storeId === order.storeId && last.fromLine <= line) {
      return last.store;
    }
    const merchant = this.#merchantByAnyId.get(order.merchant);
    if (merchant === undefined || this.#comesLater(order.merchant, line)) {
      return { fault: unknownParent('merchant', order.merchant) };
    }
    const key = storeKey(merchant.merchantId, order.storeId);
    const store = this.#storeByKey.get(key);
    if (store === undefined || this.#comesLater(key, line)) {
      return { fault: unknownParent('store_id', order.storeId) };
    }
    this.#touch(merchant);
    this.#lastParent = { merchant: order.merchant, storeId: order.storeId, fromLine: line, store };
    return store;
  }

  #comesLater(parent: string, line: number): boolean {
    return (this.#declaredOnLine.get(parent) ?? 0) > line;
  }

  #remember(merchant: MerchantRecord): void {
    this.#merchantByAnyId.set(merchant.merchantId, merchant);
    this.#merchantByAnyId.set(merchant.externalId, merchant);
  }

  #touch(merchant: MerchantRecord): void {
    this.#touched.set(merchant.merchantId, merchant.externalId);
  }

  #countAll(kind: Kind, outcomes: readonly UpsertOutcome[]): void {
    const counts = { new: 0, updated: 0, unchanged: 0 };
    for (const outcome of outcomes) counts[outcome] += 1;
    for (const outcome of ['new', 'updated', 'unchanged'] as const) {
      if (counts[outcome] > 0) this.#count(kind, outcome, counts[outcome]);
    }
  }

  #count(kind: string, outcome: keyof typeof EMPTY, times = 1): void {
    this.result[outcome] += times;
    const tally = this.result.by_kind[kind] ?? { ...EMPTY };
    tally[outcome] += times;
    this.result.by_kind[kind] = tally;
  }
}

function storeKey(merchantId: string, storeId: string): string {
  return `${merchantId}\u0000${storeId}`;
}

function unknownParent(field: string, value: string): LineFault {
  return { field, value, reason: `${field} is neither in the ledger nor earlier in the files` };
}

function merchantRecord(line: MerchantLine, known: MerchantRecord | undefined, call: Call): MerchantRecord {
  return {
    merchantId: known?.merchantId ?? call.newId('merchant'),
    externalId: line.externalId,
    name: line.name,
    contactName: line.contactName,
    contactPhone: line.contactPhone,
    foundedOn: line.foundedOn,
    ownerUserId: line.ownerUserId,
    createdAt: known?.createdAt ?? call.now,
    updatedAt: line.updatedAtMs === null ? null : new Date(line.updatedAtMs).toISOString(),
    latestUpdate: known?.latestUpdate ?? null,
  };
}

/** Written out field by field: there are millions of these. */
function orderRecord(line: OrderLine, store: StoreRecord): OrderRecord {
  return {
    merchantId: store.merchantId,
    storeId: line.storeId,
    orderId: line.id,
    integration: line.integration ?? store.type.toLowerCase(),
    channel: line.channel,
    confirmed: line.confirmed,
    createdAt: line.createdAt,
    createdAtMs: line.createdAtMs,
    updatedAt: line.updatedAt,
    updatedAtMs: line.updatedAtMs,
    processedAt: line.processedAt,
    cancelledAt: line.cancelledAt,
    currency: line.currency,
    subtotalPiastres: line.subtotalPiastres,
    discountsPiastres: line.discountsPiastres,
    totalPiastres: line.totalPiastres,
    financialStatus: line.financialStatus,
    fulfillmentStatus: line.fulfillmentStatus,
    paymentGatewayNames: line.paymentGatewayNames,
    customerId: line.customerId,
    countryCode: line.countryCode,
    addressLine: line.addressLine,
  };
}

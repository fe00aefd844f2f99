import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { LineFault } from '../../domain/data-fields.ts';
import {
  type MerchantDataLine,
  type MerchantLine,
  type OrderLine,
  type RefundLine,
  readMerchantDataLine,
  type StoreLine,
} from '../../domain/merchant-data.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { mayMove, movesFrom, type StoreStatus } from '../../domain/store-status.ts';
import type { WriteTx } from '../../store/port.ts';
import type { MerchantRecord, OrderRecord, StoreRecord } from '../../store/records.ts';
import type { Call, WriteHandler } from '../call.ts';
import { ImportTally, kindOf, type Placed, unknownParent } from '../import-tally.ts';
import { storeStatusAt } from './merchant-response.ts';
import { type OrderOwner, resolveOrderOwner } from './order-owner.ts';
import { refundedOrder, refundFault } from './refunded-order.ts';

type Kind = MerchantDataLine['kind'];
type Input = OperationInput<'merchants.import'>;
type Output = OperationOutput<'merchants.import'>;

/**
 * Takes one batch of records into the data set: merchants, then stores, then orders, so that a parent may stand
 * anywhere in the same batch before its children need it; refunds change the orders they are of at last. Bad records are answered, never stop good ones. The
 * whole batch is refused only when `store` names no store or several.
 */
export const handle: WriteHandler<Input, Output> = async (tx, input, call) => {
  const assumed = input.assumed ?? [];
  const isOrder = ({ value }: { value?: unknown }) => kindOf(value, KINDS) === 'order';
  await takeAll(
    assumed.filter((record) => !isOrder(record)),
    null,
    new ImportBatch(tx, call),
  );
  const owner = input.store === undefined ? null : await resolveOrderOwner(tx, input.store);
  if (isRefusal(owner)) return owner;
  await takeAll(assumed.filter(isOrder), owner, new ImportBatch(tx, call));
  const work = new ImportBatch(tx, call);
  await takeAll(input.records, owner, work);
  return { value: work.tally.result, audit: work.tally.audit(work.touched.values()) };
};

async function takeAll(
  records: Input['records'],
  owner: OrderOwner | null,
  work: ImportBatch,
): Promise<void> {
  for (const { line, source, value } of records) {
    const read = readMerchantDataLine(owner === null ? value : owned(value, owner));
    if ('fault' in read) work.tally.refuse({ line, source, value }, countedAs(value), read.fault);
    else work.add({ line, source, value: read });
  }
  await work.store();
}

const KINDS: readonly Kind[] = ['merchant', 'store', 'order', 'refund'];

/** A refund is no record of its own: it counts as a word on its order. */
function countedAs(value: unknown): string {
  const kind = kindOf(value, KINDS);
  return kind === 'refund' ? 'order' : kind;
}

/** An order that names no merchant is the owner's. */
function owned(value: unknown, owner: OrderOwner): unknown {
  if (countedAs(value) !== 'order') return value;
  const order = value as Record<string, unknown>;
  if ((order.merchant ?? null) !== null) return value;
  return { ...order, merchant: owner.merchant, store_id: order.store_id ?? owner.storeId };
}

class ImportBatch {
  readonly tally = new ImportTally();
  /** External ids by the ids of the merchants this batch says something of. */
  readonly touched = new Map<string, string>();
  /** Those whose data this batch brings: orders, or a store that is ready. The others have no update to date. */
  readonly #withData = new Set<string>();
  readonly #tx: WriteTx;
  readonly #call: Call;
  readonly #merchants: Placed<MerchantLine>[] = [];
  readonly #stores: Placed<StoreLine>[] = [];
  readonly #orders: Placed<OrderLine>[] = [];
  readonly #refunds: Placed<RefundLine>[] = [];
  readonly #merchantByAnyId = new Map<string, MerchantRecord>();
  readonly #storeByKey = new Map<string, StoreRecord>();
  /** Line each merchant and store of this batch stands on: a child may only follow its parent. */
  readonly #declaredOnLine = new Map<string, number>();
  #lastParent: { merchant: string; storeId: string; fromLine: number; store: StoreRecord } | null = null;

  constructor(tx: WriteTx, call: Call) {
    this.#tx = tx;
    this.#call = call;
  }

  add(placed: Placed<MerchantDataLine>): void {
    if (isOf(placed, 'order')) this.#orders.push(placed);
    else if (isOf(placed, 'refund')) this.#refunds.push(placed);
    else if (isOf(placed, 'store')) this.#stores.push(placed);
    else if (isOf(placed, 'merchant')) this.#merchants.push(placed);
  }

  async store(): Promise<void> {
    await this.#loadMerchants();
    await this.#upsertMerchants();
    await this.#upsertStores();
    await this.#upsertOrders();
    await this.#applyRefunds();
    await this.#tx.update.merchantLatestUpdate([...this.#withData], this.#call.now);
  }

  async #loadMerchants(): Promise<void> {
    const names = new Set(this.#merchants.map((placed) => placed.value.externalId));
    for (const { value } of this.#stores) names.add(value.merchant);
    for (const { value } of [...this.#orders, ...this.#refunds]) names.add(value.merchant);
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
    this.tally.count('merchant', await this.#tx.upsert.merchants(rows));
  }

  async #upsertStores(): Promise<void> {
    const rows: StoreRecord[] = [];
    for (const placed of this.#stores) {
      const { line, value } = placed;
      const merchant = this.#merchantByAnyId.get(value.merchant);
      if (merchant === undefined || this.#comesLater(value.merchant, line)) {
        this.tally.refuse(placed, 'store', unknownParent('merchant', value.merchant));
        continue;
      }
      const known = this.#storeByKey.get(storeKey(merchant.merchantId, value.id));
      const fault = statusFault(known, value.status, this.#call);
      if (fault !== null) {
        this.tally.refuse(placed, 'store', fault);
        continue;
      }
      const row: StoreRecord = {
        merchantId: merchant.merchantId,
        storeId: value.id,
        type: value.type,
        name: value.name,
        status: value.status ?? known?.status ?? 'READY',
        statusAt: this.#call.now,
      };
      if (row.status === 'READY') this.#withData.add(row.merchantId);
      const key = storeKey(row.merchantId, row.storeId);
      if (!this.#storeByKey.has(key)) this.#declaredOnLine.set(key, line);
      this.#storeByKey.set(key, row);
      this.#touch(merchant);
      rows.push(row);
    }
    this.tally.count('store', await this.#tx.upsert.stores(rows));
  }

  async #upsertOrders(): Promise<void> {
    const rows: OrderRecord[] = [];
    for (const placed of this.#orders) {
      const store = this.#parentOf(placed.value, placed.line);
      if ('fault' in store) this.tally.refuse(placed, 'order', store.fault);
      else rows.push(orderRecord(placed.value, store));
    }
    this.tally.count('order', await this.#tx.upsert.orders(rows));
  }

  /** Refunds of orders that were taken before, in this batch or any other. */
  async #applyRefunds(): Promise<void> {
    for (const placed of this.#refunds) {
      const { value, line } = placed;
      const store = this.#parentOf(value, line);
      const [order] =
        'fault' in store
          ? []
          : await this.#tx.merchants.ordersByIds(store.merchantId, store.storeId, [value.id]);
      const fault = 'fault' in store ? store.fault : refundFault(value, order);
      if (fault !== null || order === undefined) {
        this.tally.refuse(placed, 'order', fault ?? unknownParent('id', value.id));
        continue;
      }
      this.tally.count('order', await this.#tx.upsert.orders([refundedOrder(order, value)]));
    }
  }

  #parentOf(order: OrderLine | RefundLine, line: number): StoreRecord | { readonly fault: LineFault } {
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
    this.#withData.add(merchant.merchantId);
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
    this.touched.set(merchant.merchantId, merchant.externalId);
  }
}

function isOf<Of extends Kind>(
  placed: Placed<MerchantDataLine>,
  kind: Of,
): placed is Placed<Extract<MerchantDataLine, { kind: Of }>> {
  return placed.value.kind === kind;
}

function storeKey(merchantId: string, storeId: string): string {
  return `${merchantId}\u0000${storeId}`;
}

/** Why a store may not take the status of a line; null when it may. A fetch given up on has failed. */
function statusFault(known: StoreRecord | undefined, to: StoreStatus | null, call: Call): LineFault | null {
  if (known === undefined || to === null || to === known.status) return null;
  const from = storeStatusAt(known, call.nowMs);
  if (mayMove(from, to)) return null;
  return {
    field: 'status',
    value: to,
    reason: `a store that is ${from} may become ${movesFrom(from).join(' or ')}, not ${to}`,
  };
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

import { type CalendarDate, fromDayNumber } from './dates.ts';
import type { Piastres } from './money.ts';

const DAY_MS = 86_400_000;
const BUCKET_MS = 30 * DAY_MS;
/** Fifteen buckets of 30 days: the newest quarter can be set beside the same quarter a year earlier. */
const BUCKET_COUNT = 15;
const RETURN_BUCKETS = 3;
const CONCENTRATION_BUCKETS = 6;

/** What the tally needs of an order. */
export interface TalliedOrder {
  readonly createdAtMs: number;
  readonly currency: string;
  readonly confirmed: boolean;
  readonly cancelled: boolean;
  /** Free text; letter case, blanks and hyphens do not matter. */
  readonly financialStatus: string;
  readonly fulfillmentStatus: string;
  readonly totalPiastres: Piastres;
  /** Empty when the shop does not know the customer. */
  readonly customerId: string;
}

/** A merchant's orders at an instant T, added up. Sums are in half piastres: partial refunds count at half. */
export interface SalesProfile {
  /** Orders in EGP, sales or not. */
  readonly orderCount: number;
  readonly foreignOrderCount: number;
  /** UTC date of the first order in EGP. */
  readonly firstOrderOn: CalendarDate | null;
  /** Whole 30-day buckets between the first order and T, without an upper end. */
  readonly wholeBuckets: number;
  readonly ordersLast90Days: number;
  /** Sales of each bucket, newest first, fifteen of them. */
  readonly bucketsHalfPiastres: readonly bigint[];
  /** UTC days with a sale in the last 90 days. */
  readonly activeDaysLast90: number;
  /** Sales in full plus returned orders, last 90 days. */
  readonly grossLast90HalfPiastres: bigint;
  readonly returnedLast90HalfPiastres: bigint;
  readonly salesLast180HalfPiastres: bigint;
  readonly topCustomerLast180HalfPiastres: bigint;
}

/** Adds up orders fed one at a time in any order, holding no order itself. */
export class OrderTally {
  readonly #atMs: number;
  readonly #buckets: bigint[] = Array.from({ length: BUCKET_COUNT }, () => 0n);
  readonly #activeDays = new Set<number>();
  readonly #byCustomer = new Map<string, bigint>();
  #orderCount = 0;
  #foreignOrderCount = 0;
  #firstOrderMs = Number.POSITIVE_INFINITY;
  #ordersLast90Days = 0;
  #gross = 0n;
  #returned = 0n;
  #largestUnknownCustomer = 0n;

  /** `atMs` is T, the instant the application was made; later orders are passed over. */
  constructor(atMs: number) {
    this.#atMs = atMs;
  }

  /** Takes one order in. */
  add(order: TalliedOrder): void {
    if (order.createdAtMs > this.#atMs) return;
    if (order.currency.trim().toUpperCase() !== 'EGP') {
      this.#foreignOrderCount += 1;
      return;
    }
    this.#orderCount += 1;
    this.#firstOrderMs = Math.min(this.#firstOrderMs, order.createdAtMs);
    // A bucket is open at its older end: exactly 30 days before T belongs to the next one.
    const bucket = Math.floor((this.#atMs - order.createdAtMs) / BUCKET_MS);
    if (bucket < RETURN_BUCKETS) this.#ordersLast90Days += 1;
    if (bucket < BUCKET_COUNT) this.#addValue(order, bucket);
  }

  /** The sums so far. */
  profile(): SalesProfile {
    const known = this.#orderCount > 0;
    return {
      orderCount: this.#orderCount,
      foreignOrderCount: this.#foreignOrderCount,
      firstOrderOn: known ? fromDayNumber(Math.floor(this.#firstOrderMs / DAY_MS)) : null,
      wholeBuckets: known ? Math.floor((this.#atMs - this.#firstOrderMs) / BUCKET_MS) : 0,
      ordersLast90Days: this.#ordersLast90Days,
      bucketsHalfPiastres: [...this.#buckets],
      activeDaysLast90: this.#activeDays.size,
      grossLast90HalfPiastres: this.#gross,
      returnedLast90HalfPiastres: this.#returned,
      salesLast180HalfPiastres: this.#buckets.slice(0, CONCENTRATION_BUCKETS).reduce((a, b) => a + b, 0n),
      topCustomerLast180HalfPiastres: this.#largestCustomer(),
    };
  }

  #addValue(order: TalliedOrder, bucket: number): void {
    const financial = statusWord(order.financialStatus);
    const fulfillment = statusWord(order.fulfillmentStatus);
    const sale = isSale(order, financial, fulfillment);
    const sentBack = isSentBack(order, financial, fulfillment);
    const full = 2n * BigInt(order.totalPiastres);
    const half = BigInt(order.totalPiastres);
    const kept = keptHalfPiastres(order, financial);
    if (sale) {
      this.#buckets[bucket] = (this.#buckets[bucket] ?? 0n) + kept;
      if (bucket < CONCENTRATION_BUCKETS) this.#addCustomer(order.customerId, kept);
    }
    if (bucket >= RETURN_BUCKETS) return;
    if (sale) this.#activeDays.add(Math.floor(order.createdAtMs / DAY_MS));
    // A paid order that came back is a sale and a return; its value is sold once and returned once.
    if (sale || sentBack) this.#gross += full;
    if (sentBack) this.#returned += full;
    else if (sale && financial === 'partially_refunded') this.#returned += half;
  }

  #addCustomer(customerId: string, value: bigint): void {
    // Orders without a customer are not one customer's; each stands for itself.
    if (customerId.trim() === '') {
      if (value > this.#largestUnknownCustomer) this.#largestUnknownCustomer = value;
      return;
    }
    this.#byCustomer.set(customerId, (this.#byCustomer.get(customerId) ?? 0n) + value);
  }

  #largestCustomer(): bigint {
    let largest = this.#largestUnknownCustomer;
    for (const value of this.#byCustomer.values()) if (value > largest) largest = value;
    return largest;
  }
}

/** What an order is worth as a sale, in half piastres, as the assessment counts it; null when it is no sale in EGP. */
export function saleHalfPiastres(order: TalliedOrder): bigint | null {
  if (order.currency.trim().toUpperCase() !== 'EGP') return null;
  const financial = statusWord(order.financialStatus);
  if (!isSale(order, financial, statusWord(order.fulfillmentStatus))) return null;
  return keptHalfPiastres(order, financial);
}

/** A partial refund is taken for half of the order. */
function keptHalfPiastres(order: TalliedOrder, financial: string): bigint {
  return BigInt(order.totalPiastres) * (financial === 'partially_refunded' ? 1n : 2n);
}

function isSale(order: TalliedOrder, financial: string, fulfillment: string): boolean {
  if (!order.confirmed || order.cancelled) return false;
  if (['paid', 'partially_paid', 'partially_refunded'].includes(financial)) return true;
  // Cash on delivery stays pending until it is delivered.
  const undone = financial === 'refunded' || financial === 'voided';
  return !undone && (fulfillment === 'delivered' || fulfillment === 'fulfilled');
}

function isSentBack(order: TalliedOrder, financial: string, fulfillment: string): boolean {
  if (financial === 'refunded' || fulfillment === 'returned') return true;
  return financial === 'voided' && order.confirmed;
}

function statusWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

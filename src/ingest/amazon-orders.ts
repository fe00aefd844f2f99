import { decimalText } from './amount-cell.ts';
import { badRow, type OrderRow, orderRow } from './order-row.ts';
import { laterTime } from './order-time.ts';
import { unreadableFile } from './refused-file.ts';

/** What one row of an Amazon report says of an order. Amounts in hundredths, as signed in the report. */
export interface AmazonEntry {
  readonly line: number;
  readonly orderId: string;
  readonly isRefund: boolean;
  /** ISO 8601 with an offset. */
  readonly postedAt: string;
  readonly currency: string;
  readonly marketplace: string;
  readonly shipsTo: string;
  /** Goods without tax, shipping and wrapping. */
  readonly principal: number;
  /** Shipping, wrapping and taxes the buyer paid, less the taxes Amazon kept. */
  readonly besides: number;
  /** Promotions, below zero when the buyer paid less for them. */
  readonly promotions: number;
}

interface OrderSum {
  line: number;
  /** null: only refunds so far. */
  firstAt: string | null;
  lastAt: string;
  currency: string;
  marketplace: string;
  shipsTo: string;
  principal: number;
  besides: number;
  promotions: number;
  refunded: number;
  fault: { line: number; field: string; value: string; reason: string } | null;
}

/** A report lists an order's fees, parts and refunds anywhere, so its orders are held: some 300 bytes each. */
const MAX_ORDERS = 300_000;

/**
 * Gathers the rows of an Amazon report into orders. Total: what the buyer paid without the taxes that Amazon
 * collects and keeps; subtotal: the goods; discounts: the promotions. Refunds of at least the total make it
 * `refunded`, smaller ones `partially_refunded`. A refund of an order whose sale the report does not have is
 * answered as a refund, for whoever has the order. Amazon names no customer and no country.
 */
export class AmazonOrders {
  readonly #orders = new Map<string, OrderSum>();
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  add(entry: AmazonEntry): void {
    const order = this.#orderOf(entry);
    order.lastAt = laterTime(order.lastAt, entry.postedAt) as string;
    if (entry.isRefund) {
      order.refunded -= entry.principal + entry.besides + entry.promotions;
      return;
    }
    if (order.firstAt === null) order.line = entry.line;
    if (order.firstAt === null || laterTime(entry.postedAt, order.firstAt) === order.firstAt) {
      order.firstAt = entry.postedAt;
    }
    order.principal += entry.principal;
    order.besides += entry.besides;
    order.promotions += entry.promotions;
    order.currency ||= entry.currency;
    order.marketplace ||= entry.marketplace;
    order.shipsTo ||= entry.shipsTo;
  }

  /** Refuses the order a row belongs to, since without that row its total would be wrong. */
  refuse(entry: Pick<AmazonEntry, 'line' | 'orderId'>, field: string, value: string, reason: string): void {
    const order = this.#orderOf({ ...EMPTY, ...entry });
    order.fault ??= { line: entry.line, field, value, reason };
  }

  *rows(): Generator<OrderRow> {
    for (const [id, order] of this.#orders) yield rowOf(id, order);
  }

  #orderOf(entry: AmazonEntry): OrderSum {
    const known = this.#orders.get(entry.orderId);
    if (known !== undefined) return known;
    if (this.#orders.size >= MAX_ORDERS) {
      const limit = MAX_ORDERS.toLocaleString('en');
      throw unreadableFile(
        this.#source,
        `holds more than ${limit} orders`,
        'Ask Amazon for shorter reports.',
      );
    }
    const order: OrderSum = {
      line: entry.line,
      firstAt: null,
      lastAt: entry.postedAt,
      currency: entry.currency,
      marketplace: entry.marketplace,
      shipsTo: entry.shipsTo,
      principal: 0,
      besides: 0,
      promotions: 0,
      refunded: 0,
      fault: null,
    };
    this.#orders.set(entry.orderId, order);
    return order;
  }
}

const EMPTY = {
  isRefund: false,
  postedAt: '1970-01-01T00:00:00+00:00',
  currency: '',
  marketplace: '',
  shipsTo: '',
  principal: 0,
  besides: 0,
  promotions: 0,
};

function rowOf(id: string, order: OrderSum): OrderRow {
  const { fault, firstAt } = order;
  if (fault !== null) return badRow(fault.line, fault.field, fault.value, fault.reason);
  if (firstAt === null) return refundRow(id, order);
  const total = order.principal + order.besides + order.promotions;
  const refund = order.refunded >= total && total > 0 ? 'refunded' : 'partially_refunded';
  return orderRow(order.line, {
    id,
    channel: order.marketplace.toLowerCase(),
    created_at: firstAt,
    updated_at: laterTime(firstAt, order.lastAt),
    currency: order.currency,
    subtotal_price: decimalText(order.principal),
    total_discounts: decimalText(Math.abs(order.promotions)),
    total_price: decimalText(total),
    financial_status: order.refunded > 0 ? refund : 'paid',
    // Amazon charges the buyer, and posts the order, when it is sent.
    fulfillment_status: 'fulfilled',
    payment_gateway_names: 'amazon',
    shipping_address: { country_code: '', address_line: order.shipsTo },
  });
}

/** A refund of an order that an earlier report has. */
function refundRow(id: string, { line, refunded, currency, lastAt }: OrderSum): OrderRow {
  if (refunded <= 0) return { line, value: id, leftOut: 'a refund that gives the buyer nothing back' };
  return {
    line,
    value: { kind: 'refund', id, amount: decimalText(refunded), currency, refunded_at: lastAt },
  };
}

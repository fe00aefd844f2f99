import { decimalText, exactSum } from './amount-cell.ts';
import { countryCode } from './country-code.ts';
import { customerReference } from './customer-reference.ts';
import { type JsonObject, jsonOrders, objectOf, objectsOf, textOf } from './json-orders.ts';
import type { OrderRow } from './order-row.ts';
import { orderTime } from './order-time.ts';
import { wooStatuses } from './woocommerce-status.ts';

/**
 * Reads orders of WooCommerce's REST interface: an array, an envelope with `data`, one order, or one a line. The
 * total is as given and before refunds, as a Shopify total is; times are the `…_gmt` ones, UTC without a `Z`.
 */
export function woocommerceJson(text: AsyncIterable<string>, source: string): AsyncGenerator<OrderRow> {
  return jsonOrders(text, source, ['data', 'orders'], toOrder);
}

function toOrder(order: JsonObject): JsonObject | null {
  if (order.id === undefined || order.total === undefined || order.status === undefined) return null;
  const billing = objectOf(order.billing);
  const shipping = objectOf(order.shipping);
  const changed = time(order, 'date_modified');
  const statuses = wooStatuses({
    status: textOf(order.status),
    paid: isDated(order, 'date_paid'),
    completed: isDated(order, 'date_completed') ?? false,
    paymentMethod: textOf(order.payment_method),
    total: exactSum([order.total]),
    refunded: Math.abs(exactSum(objectsOf(order.refunds).map((refund) => refund.total)) ?? 0),
  });
  return {
    id: textOf(order.id),
    channel: order.created_via,
    confirmed: statuses.confirmed,
    created_at: time(order, 'date_created'),
    updated_at: changed,
    processed_at: time(order, 'date_paid'),
    cancelled_at: statuses.cancelled ? (changed ?? time(order, 'date_created')) : undefined,
    currency: order.currency,
    subtotal_price: itemsSubtotal(order),
    total_discounts: order.discount_total,
    total_price: order.total,
    financial_status: statuses.financial,
    fulfillment_status: statuses.fulfillment,
    payment_gateway_names: textOf(order.payment_method) || textOf(order.payment_method_title),
    customer_id: customerReference(textOf(order.customer_id), textOf(billing?.email), textOf(billing?.phone)),
    shipping_address: {
      country_code: countryCode(shipping?.country),
      address_line: [shipping?.address_1, shipping?.address_2]
        .map(textOf)
        .filter((part) => part !== '')
        .join(', '),
    },
  };
}

/** The site's own clock is read only where the UTC one is absent, and then refused: its offset is unknown. */
function time(order: JsonObject, name: string): string | undefined {
  const gmt = order[`${name}_gmt`];
  return gmt === undefined || gmt === null || gmt === ''
    ? orderTime(order[name], 'given')
    : orderTime(gmt, 'utc');
}

/** null when the file has neither the UTC nor the local time under that name. */
function isDated(order: JsonObject, name: string): boolean | null {
  const given = [order[`${name}_gmt`], order[name]].filter((value) => value !== undefined);
  return given.length === 0 ? null : given.some((value) => value !== null && value !== '');
}

/** The items before discounts; the order itself has no such figure. Absent without items. */
function itemsSubtotal(order: JsonObject): string | undefined {
  const items = objectsOf(order.line_items);
  const sum = items.length === 0 ? null : exactSum(items.map((item) => item.subtotal));
  return sum === null ? undefined : decimalText(sum);
}

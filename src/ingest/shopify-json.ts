import { exactSum } from './amount-cell.ts';
import { countryCode } from './country-code.ts';
import { customerReference } from './customer-reference.ts';
import { type JsonObject, jsonOrders, objectOf, objectsOf, textOf } from './json-orders.ts';
import type { OrderRow } from './order-row.ts';

/**
 * Reads orders of Shopify's REST interface: `{"orders": […]}`, an array, one order, or one a line. Prices are as
 * given, never recomputed: a subtotal less discounts plus tax need not be the total.
 */
export function shopifyJson(text: AsyncIterable<string>, source: string): AsyncGenerator<OrderRow> {
  return jsonOrders(text, source, ['orders', 'data'], toOrder);
}

function toOrder(order: JsonObject): JsonObject | null {
  if (order.id === undefined || order.total_price === undefined) return null;
  const customer = objectOf(order.customer);
  const address = objectOf(order.shipping_address);
  return {
    id: textOf(order.id),
    channel: order.source_name ?? undefined,
    // An order of the shop's own test mode is no sale.
    confirmed: order.test === true ? false : (order.confirmed ?? undefined),
    created_at: order.created_at,
    updated_at: order.updated_at,
    processed_at: order.processed_at,
    cancelled_at: order.cancelled_at,
    currency: order.currency,
    subtotal_price: order.subtotal_price,
    total_discounts: order.total_discounts,
    total_price: order.total_price,
    financial_status: order.financial_status ?? refundStatus(order),
    fulfillment_status: fulfillmentStatus(order),
    payment_gateway_names: gateways(order),
    customer_id: customerReference(
      textOf(customer?.id),
      textOf(order.email ?? customer?.email),
      textOf(order.phone ?? customer?.phone),
    ),
    shipping_address: {
      country_code: countryCode(address?.country_code ?? address?.country),
      address_line: [address?.address1, address?.address2]
        .map(textOf)
        .filter((part) => part !== '')
        .join(', '),
    },
  };
}

/** Shopify gives null while nothing has been sent; without the key the file does not say. */
function fulfillmentStatus(order: JsonObject): unknown {
  return order.fulfillment_status === null ? 'unfulfilled' : order.fulfillment_status;
}

function gateways(order: JsonObject): string {
  if (!Array.isArray(order.payment_gateway_names)) return textOf(order.gateway);
  return order.payment_gateway_names.map(textOf).join(', ');
}

/** What the refunds of an order make of it, when the file does not give its financial status. */
function refundStatus(order: JsonObject): string | undefined {
  const refunds = objectsOf(order.refunds).flatMap((refund) => objectsOf(refund.transactions));
  const done = refunds.filter(
    (refund) => (refund.kind ?? 'refund') === 'refund' && refund.status !== 'failure',
  );
  const refunded = exactSum(done.map((refund) => refund.amount));
  const total = exactSum([order.total_price]);
  if (refunded === null || total === null || refunded === 0) return undefined;
  return refunded >= total ? 'refunded' : 'partially_refunded';
}

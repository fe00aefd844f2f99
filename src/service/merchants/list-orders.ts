import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatAmount, piastres } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { OrderRecord } from '../../store/records.ts';
import type { ReadHandler } from '../call.ts';
import { readInstant } from '../instant-query.ts';
import { readPage } from '../paging.ts';
import { resolveMerchant } from './resolve-merchant.ts';

type Input = OperationInput<'merchants.orders'>;

/** A merchant's orders, newest first: all of them unless a page is asked for, never cut silently. */
export const handle: ReadHandler<Input, OperationOutput<'merchants.orders'>> = async (tx, input, call) => {
  const merchant = await resolveMerchant(tx, input.merchant_id);
  if (isRefusal(merchant)) return merchant;
  const paged = input.page !== undefined || input.size !== undefined;
  const asked = readPage(input);
  if (isRefusal(asked)) return asked;
  const filter = readFilter(input);
  if (isRefusal(filter)) return filter;
  const page = await tx.merchants.orders(
    merchant.merchantId,
    filter,
    paged ? asked.request : { offset: 0, limit: null },
  );
  if (paged) call.tellTotal(page.totalCount);
  return {
    id: merchant.merchantId,
    external_id: merchant.externalId,
    orders: page.rows.map(orderResponse),
  };
};

function readFilter(input: Input) {
  const after = readInstant('created_after', input.created_after);
  if (isRefusal(after)) return after;
  const before = readInstant('created_before', input.created_before);
  if (isRefusal(before)) return before;
  return {
    ...(after === undefined ? {} : { createdAfterMs: after }),
    ...(before === undefined ? {} : { createdBeforeMs: before }),
    ...(input.store_id === undefined ? {} : { storeId: input.store_id }),
    ...(input.financial_status === undefined ? {} : { financialStatus: input.financial_status }),
  };
}

function orderResponse(order: OrderRecord) {
  return {
    integration: order.integration,
    store_id: order.storeId,
    channel: order.channel,
    id: order.orderId,
    confirmed: order.confirmed,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    processed_at: order.processedAt,
    currency: order.currency,
    subtotal_price: formatAmount(piastres(order.subtotalPiastres)),
    total_discounts: formatAmount(piastres(order.discountsPiastres)),
    total_price: formatAmount(piastres(order.totalPiastres)),
    financial_status: order.financialStatus,
    fulfillment_status: order.fulfillmentStatus,
    payment_gateway_names: order.paymentGatewayNames,
    customer_id: order.customerId,
    shipping_address: { country_code: order.countryCode, address_line: order.addressLine },
  };
}

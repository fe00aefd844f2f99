import { z } from 'zod';
import { count, date, pageInput, pageOf } from './fields.ts';

export const merchantRequest = z.strictObject({ merchant_id: z.string() });

const store = z.looseObject({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  status: z.enum(['QUEUED', 'FETCHING', 'READY', 'DISCONNECTED', 'ERRORED']),
});

export const merchant = z.looseObject({
  id: z.string(),
  external_id: z.string(),
  latest_update: z.iso.datetime().optional(),
  is_fetching: z.boolean(),
  stores: z.array(store),
  name: z.string().nullable(),
  founded_on: date.nullable(),
});

export const listMerchantsRequest = z.strictObject({ search: z.string().optional(), ...pageInput });
export const merchantPage = pageOf(merchant);

const price = z.string().regex(/^-?\d+\.\d{2}$/);
const order = z.looseObject({
  integration: z.string(),
  store_id: z.string(),
  channel: z.string(),
  id: z.string(),
  confirmed: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  processed_at: z.string(),
  currency: z.string(),
  subtotal_price: price,
  total_discounts: price,
  total_price: price,
  financial_status: z.string(),
  fulfillment_status: z.string(),
  payment_gateway_names: z.string(),
  customer_id: z.string(),
  shipping_address: z.looseObject({ country_code: z.string(), address_line: z.string() }),
});

export const merchantOrdersRequest = z.strictObject({
  merchant_id: z.string(),
  created_after: z.string().optional(),
  created_before: z.string().optional(),
  store_id: z.string().optional(),
  financial_status: z.string().optional(),
  ...pageInput,
});
export const merchantOrders = z.looseObject({
  id: z.string(),
  external_id: z.string(),
  orders: z.array(order),
});

/** What one calendar month (UTC) sold, in EGP, counted as the assessment counts sales. */
export const merchantSales = z.looseObject({
  id: z.string(),
  external_id: z.string(),
  months: z.array(z.looseObject({ month: count, sales: count, total: z.number() })),
});

/** Records of data files, as read from our JSON Lines; checked field by field by the service. */
const dataRecordsRequest = z.strictObject({
  records: z.array(z.strictObject({ line: z.number().int(), source: z.string(), value: z.unknown() })),
});

/**
 * `store`: whose the orders are that name no merchant: a store id, or `MERCHANT/STORE`. `assumed`: merchants and
 * stores of earlier batches, which a dry run has not kept; taken as there and not counted.
 */
export const merchantRecordsRequest = dataRecordsRequest.extend({
  store: z.string().optional(),
  assumed: dataRecordsRequest.shape.records.optional(),
});

/** `assumed`: users of earlier batches, in the same way. */
export const userRecordsRequest = dataRecordsRequest.extend({
  assumed: dataRecordsRequest.shape.records.optional(),
});

const tally = z.strictObject({ new: count, updated: count, unchanged: count, refused: count });
const importCounts = tally.extend({
  by_kind: z.record(z.string(), tally),
  dry_run: z.literal(true).optional(),
});
export const dataImportResult = importCounts.extend({
  refusals: z.array(
    z.strictObject({
      line: count,
      source: z.string(),
      field: z.string(),
      value: z.string(),
      reason: z.string(),
    }),
  ),
});

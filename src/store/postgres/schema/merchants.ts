import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { text, whole } from './column-types.ts';

export const merchants = pgTable(
  'merchants',
  {
    /** What stores and orders point to: its id, since there is no counter to give it a number. */
    merchantKey: text('merchant_key').primaryKey(),
    merchantId: text('merchant_id').notNull().unique(),
    externalId: text('external_id').notNull().unique(),
    name: text('name'),
    contactName: text('contact_name'),
    contactPhone: text('contact_phone'),
    foundedOn: text('founded_on'),
    ownerUserId: text('owner_user_id'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at'),
    latestUpdate: text('latest_update'),
    searchFolded: text('search_folded').notNull(),
  },
  (t) => [
    index('merchants_by_age').on(t.createdAt, t.merchantId),
    check('merchants_key', sql`merchant_key = merchant_id`),
  ],
);

export const stores = pgTable(
  'stores',
  {
    storeKey: text('store_key').primaryKey(),
    merchantKey: text('merchant_key')
      .notNull()
      .references(() => merchants.merchantKey),
    storeId: text('store_id').notNull(),
    type: text('type').notNull(),
    name: text('name').notNull(),
    status: text('status').notNull(),
    statusAt: text('status_at').notNull(),
  },
  (t) => [
    uniqueIndex('stores_by_identity').on(t.merchantKey, t.storeId),
    check('stores_key', sql`store_key = merchant_key || '/' || store_id`),
    check('stores_status', sql`status IN ('QUEUED', 'FETCHING', 'READY', 'ERRORED', 'DISCONNECTED')`),
  ],
);

/** Its identity is its place. `merchant_key` repeats the store's, for the index by age. */
export const orders = pgTable(
  'orders',
  {
    storeKey: text('store_key')
      .notNull()
      .references(() => stores.storeKey),
    orderId: text('order_id').notNull(),
    merchantKey: text('merchant_key').notNull(),
    integration: text('integration').notNull(),
    channel: text('channel').notNull(),
    confirmed: whole('confirmed').notNull(),
    createdAt: text('created_at').notNull(),
    createdAtMs: whole('created_at_ms').notNull(),
    updatedAt: text('updated_at').notNull(),
    updatedAtMs: whole('updated_at_ms').notNull(),
    processedAt: text('processed_at').notNull(),
    cancelledAt: text('cancelled_at'),
    currency: text('currency').notNull(),
    subtotalPiastres: whole('subtotal_piastres').notNull(),
    discountsPiastres: whole('discounts_piastres').notNull(),
    totalPiastres: whole('total_piastres').notNull(),
    financialStatus: text('financial_status').notNull(),
    fulfillmentStatus: text('fulfillment_status').notNull(),
    paymentGatewayNames: text('payment_gateway_names').notNull(),
    customerId: text('customer_id').notNull(),
    countryCode: text('country_code').notNull(),
    addressLine: text('address_line').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.storeKey, t.orderId] }),
    index('orders_by_age').on(t.merchantKey, sql`created_at_ms DESC`, t.orderId),
    check('orders_confirmed', sql`confirmed IN (0, 1)`),
  ],
);

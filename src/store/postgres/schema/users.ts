import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { text, whole } from './column-types.ts';

export const users = pgTable(
  'users',
  {
    /** What transactions and flags point to: its id. */
    userKey: text('user_key').primaryKey(),
    userId: text('user_id').notNull().unique(),
    permissionsStatus: text('permissions_status').notNull(),
    userName: text('user_name').notNull(),
    userPhone: text('user_phone').notNull(),
    createdAt: text('created_at').notNull(),
    createdAtMs: whole('created_at_ms').notNull(),
    updatedAt: text('updated_at'),
    lastUpdated: text('last_updated').notNull(),
    searchFolded: text('search_folded').notNull(),
    phoneDigits: text('phone_digits').notNull(),
  },
  (t) => [index('users_by_age').on(t.createdAtMs, t.userId), check('users_key', sql`user_key = user_id`)],
);

/** A user's transactions lie together, so that a summary reads them and no others. */
export const userTransactions = pgTable(
  'user_transactions',
  {
    userKey: text('user_key')
      .notNull()
      .references(() => users.userKey),
    id: whole('id').notNull(),
    accountType: text('account_type').notNull(),
    amountPiastres: whole('amount_piastres').notNull(),
    timestampSeconds: whole('timestamp_seconds').notNull(),
    event: text('event').notNull(),
    transactionType: text('transaction_type').notNull(),
    amountCurrency: text('amount_currency').notNull(),
    balancePiastres: whole('balance_piastres'),
    balanceCurrency: text('balance_currency'),
    institutionName: text('institution_name').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userKey, t.id] }),
    // Only what the features count is indexed: the others would cost every import and serve nobody.
    index('user_transactions_airtime')
      .on(t.userKey, t.timestampSeconds)
      .where(sql`transaction_type = 'airtime_purchase'`),
    check('user_transactions_amount', sql`amount_piastres >= 0`),
  ],
);

export const userFlags = pgTable(
  'user_flags',
  {
    userKey: text('user_key')
      .notNull()
      .references(() => users.userKey),
    id: text('id').notNull(),
    institutionName: text('institution_name').notNull(),
    flagLabel: text('flag_label').notNull(),
    timestampSeconds: whole('timestamp_seconds').notNull(),
    accountType: text('account_type'),
  },
  (t) => [
    primaryKey({ columns: [t.userKey, t.id] }),
    index('user_flags_by_label').on(t.userKey, t.flagLabel, t.timestampSeconds),
  ],
);

/**
 * Transactions summed, written with them, so that a summary reads months and not transactions. What is left out of
 * summaries is in none of it; a month without any has no row.
 */
export const userMonthSums = pgTable(
  'user_month_sums',
  {
    userKey: text('user_key')
      .notNull()
      .references(() => users.userKey),
    /** YYYYMM, UTC. */
    month: whole('month').notNull(),
    institutionName: text('institution_name').notNull(),
    accountType: text('account_type').notNull(),
    debitPiastres: whole('debit_piastres').notNull(),
    creditPiastres: whole('credit_piastres').notNull(),
    salaryPiastres: whole('salary_piastres').notNull(),
    transactionCount: whole('transaction_count').notNull(),
    /** The month's last transaction by time, then id: the balance after it is the month's. */
    lastTimestampSeconds: whole('last_timestamp_seconds').notNull(),
    lastId: whole('last_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userKey, t.month, t.institutionName, t.accountType] }),
    check('user_month_sums_count', sql`transaction_count > 0`),
  ],
);

/** Flags counted, written with them. */
export const userFlagCounts = pgTable(
  'user_flag_counts',
  {
    userKey: text('user_key')
      .notNull()
      .references(() => users.userKey),
    /** YYYYMM, UTC. */
    month: whole('month').notNull(),
    flagLabel: text('flag_label').notNull(),
    institutionName: text('institution_name').notNull(),
    /** Empty: the flags have none. */
    accountType: text('account_type').notNull(),
    flagCount: whole('flag_count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userKey, t.month, t.flagLabel, t.institutionName, t.accountType] }),
    check('user_flag_counts_count', sql`flag_count > 0`),
  ],
);

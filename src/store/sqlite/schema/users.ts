import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const users = sqliteTable(
  'users',
  {
    /** What transactions and flags point to: short, since there are many of those. */
    userKey: integer('user_key').primaryKey(),
    userId: text('user_id').notNull().unique(),
    permissionsStatus: text('permissions_status').notNull(),
    userName: text('user_name').notNull(),
    userPhone: text('user_phone').notNull(),
    createdAt: text('created_at').notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAt: text('updated_at'),
    lastUpdated: text('last_updated').notNull(),
    searchFolded: text('search_folded').notNull(),
    phoneDigits: text('phone_digits').notNull(),
  },
  (t) => [index('users_by_age').on(t.createdAtMs, t.userId)],
);

/** WITHOUT ROWID: a user's transactions lie together, so that a summary reads them and no others. */
export const userTransactions = sqliteTable(
  'user_transactions',
  {
    userKey: integer('user_key')
      .notNull()
      .references(() => users.userKey),
    id: integer('id').notNull(),
    accountType: text('account_type').notNull(),
    amountPiastres: integer('amount_piastres').notNull(),
    timestampSeconds: integer('timestamp_seconds').notNull(),
    event: text('event').notNull(),
    transactionType: text('transaction_type').notNull(),
    amountCurrency: text('amount_currency').notNull(),
    balancePiastres: integer('balance_piastres'),
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

export const userFlags = sqliteTable(
  'user_flags',
  {
    userKey: integer('user_key')
      .notNull()
      .references(() => users.userKey),
    id: text('id').notNull(),
    institutionName: text('institution_name').notNull(),
    flagLabel: text('flag_label').notNull(),
    timestampSeconds: integer('timestamp_seconds').notNull(),
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
export const userMonthSums = sqliteTable(
  'user_month_sums',
  {
    userKey: integer('user_key')
      .notNull()
      .references(() => users.userKey),
    /** YYYYMM, UTC. */
    month: integer('month').notNull(),
    institutionName: text('institution_name').notNull(),
    accountType: text('account_type').notNull(),
    debitPiastres: integer('debit_piastres').notNull(),
    creditPiastres: integer('credit_piastres').notNull(),
    salaryPiastres: integer('salary_piastres').notNull(),
    transactionCount: integer('transaction_count').notNull(),
    /** The month's last transaction by time, then id: the balance after it is the month's. */
    lastTimestampSeconds: integer('last_timestamp_seconds').notNull(),
    lastId: integer('last_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userKey, t.month, t.institutionName, t.accountType] }),
    check('user_month_sums_count', sql`transaction_count > 0`),
  ],
);

/** Flags counted, written with them. */
export const userFlagCounts = sqliteTable(
  'user_flag_counts',
  {
    userKey: integer('user_key')
      .notNull()
      .references(() => users.userKey),
    /** YYYYMM, UTC. */
    month: integer('month').notNull(),
    flagLabel: text('flag_label').notNull(),
    institutionName: text('institution_name').notNull(),
    /** Empty: the flags have none. */
    accountType: text('account_type').notNull(),
    flagCount: integer('flag_count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userKey, t.month, t.flagLabel, t.institutionName, t.accountType] }),
    check('user_flag_counts_count', sql`flag_count > 0`),
  ],
);

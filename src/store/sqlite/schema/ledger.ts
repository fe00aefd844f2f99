import { sql } from 'drizzle-orm';
import {
  blob,
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { loans } from './lending.ts';

/** Facts about the ledger itself, such as when it was made. */
export const ledgerMeta = sqliteTable('ledger_meta', {
  key: text('key').primaryKey().notNull(),
  value: text('value').notNull(),
});

/** The migrations that made this schema, with the checksum of each file as it was applied. */
export const schemaMigrations = sqliteTable('schema_migrations', {
  version: integer('version').primaryKey(),
  name: text('name').notNull(),
  checksum: text('checksum').notNull(),
  appliedAt: text('applied_at').notNull(),
});

/** Names of the accounts; postings carry the number. */
export const accounts = sqliteTable('accounts', {
  accountId: integer('account_id').primaryKey(),
  name: text('name').notNull().unique(),
});

/** The hash of an entry covers the previous one's, so a loan's entries form a chain. */
export const journalEntries = sqliteTable(
  'journal_entries',
  {
    loanId: text('loan_id')
      .notNull()
      .references(() => loans.loanId),
    entryNumber: integer('entry_number').notNull(),
    kind: text('kind').notNull(),
    eventId: text('event_id').notNull(),
    valueDate: text('value_date').notNull(),
    bookedAt: text('booked_at').notNull(),
    bookedBy: text('booked_by').notNull(),
    reversesEntryNumber: integer('reverses_entry_number'),
    hash: blob('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.entryNumber] }),
    check('journal_entries_number', sql`entry_number >= 1`),
    check('journal_entries_reverses', sql`reverses_entry_number < entry_number`),
    check('journal_entries_hash', sql`length(hash) = 32`),
  ],
);

export const postings = sqliteTable(
  'postings',
  {
    loanId: text('loan_id').notNull(),
    entryNumber: integer('entry_number').notNull(),
    line: integer('line').notNull(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.accountId),
    amountPiastres: integer('amount_piastres').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.entryNumber, t.line] }),
    foreignKey({
      columns: [t.loanId, t.entryNumber],
      foreignColumns: [journalEntries.loanId, journalEntries.entryNumber],
    }),
    check('postings_amount', sql`amount_piastres BETWEEN -99999999999999 AND 99999999999999`),
  ],
);

/** One chain over every journal entry and audit record, in the order they were sealed. */
export const seals = sqliteTable(
  'seals',
  {
    sequence: integer('sequence').primaryKey(),
    kind: text('kind').notNull(),
    /** The entry's loan; null for an audit record. */
    loanId: text('loan_id'),
    /** The entry's number within its loan, or the audit record's number. */
    number: integer('number').notNull(),
    itemHash: blob('item_hash').notNull(),
    chainHash: blob('chain_hash').notNull(),
  },
  (t) => [
    uniqueIndex('seals_of_audit').on(t.number).where(sql`kind = 'audit'`),
    check('seals_kind', sql`(kind = 'entry') = (loan_id IS NOT NULL) AND kind IN ('entry', 'audit')`),
    check('seals_hashes', sql`length(item_hash) = 32 AND length(chain_hash) = 32`),
  ],
);

export const audit = sqliteTable(
  'audit',
  {
    number: integer('number').primaryKey(),
    at: text('at').notNull(),
    actor: text('actor').notNull(),
    osUser: text('os_user').notNull(),
    host: text('host').notNull(),
    channel: text('channel').notNull(),
    action: text('action').notNull(),
    object: text('object').notNull(),
    beforeJson: text('before_json'),
    afterJson: text('after_json'),
    outcome: text('outcome').notNull(),
    requestId: text('request_id').notNull(),
    policyVersion: integer('policy_version'),
    businessDate: text('business_date'),
    hash: blob('hash').notNull(),
  },
  (t) => [
    check('audit_hash_length', sql`length(hash) = 32`),
    // The n-th of these is event n. What is left out must stay left out, or the events of the past are renumbered.
    index('audit_events')
      .on(t.number, t.action, t.outcome)
      .where(
        sql`outcome = 'done' AND substr(action, 1, 5) <> 'auth.' AND action NOT IN ('users.list', 'users.get')`,
      ),
  ],
);

/** The rows an audit record vouches for, by the hash each had when it was written. */
export const auditFacts = sqliteTable(
  'audit_facts',
  {
    auditNumber: integer('audit_number')
      .notNull()
      .references(() => audit.number),
    kind: text('kind').notNull(),
    factId: text('fact_id').notNull(),
    hash: blob('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.auditNumber, t.kind, t.factId] })],
);

export const policyVersions = sqliteTable('policy_versions', {
  version: integer('version').primaryKey(),
  documentJson: text('document_json').notNull(),
  changeJson: text('change_json'),
  setAt: text('set_at').notNull(),
  setBy: text('set_by').notNull(),
});

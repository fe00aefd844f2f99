import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, text, whole } from './column-types.ts';
import { loans } from './lending.ts';

/** Facts about the ledger itself, such as when it was made. */
export const ledgerMeta = pgTable('ledger_meta', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});

/** The migrations that made this schema, with the checksum of each file as it was applied. */
export const schemaMigrations = pgTable('schema_migrations', {
  version: whole('version').primaryKey(),
  name: text('name').notNull(),
  checksum: text('checksum').notNull(),
  appliedAt: text('applied_at').notNull(),
});

/** Names of the accounts; postings carry the number. */
export const accounts = pgTable('accounts', {
  accountId: whole('account_id').primaryKey(),
  name: text('name').notNull().unique(),
});

/** The hash of an entry covers the previous one's, so a loan's entries form a chain. */
export const journalEntries = pgTable(
  'journal_entries',
  {
    loanId: text('loan_id')
      .notNull()
      .references(() => loans.loanId),
    entryNumber: whole('entry_number').notNull(),
    kind: text('kind').notNull(),
    eventId: text('event_id').notNull(),
    valueDate: text('value_date').notNull(),
    bookedAt: text('booked_at').notNull(),
    bookedBy: text('booked_by').notNull(),
    reversesEntryNumber: whole('reverses_entry_number'),
    hash: bytes('hash').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.entryNumber] }),
    check('journal_entries_number', sql`entry_number >= 1`),
    check('journal_entries_reverses', sql`reverses_entry_number < entry_number`),
    check('journal_entries_hash', sql`length(hash) = 32`),
  ],
);

export const postings = pgTable(
  'postings',
  {
    loanId: text('loan_id').notNull(),
    entryNumber: whole('entry_number').notNull(),
    line: whole('line').notNull(),
    /** No reference to `accounts`: each posting would lock one of its eight rows. */
    accountId: whole('account_id').notNull(),
    amountPiastres: whole('amount_piastres').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.entryNumber, t.line] }),
    foreignKey({
      columns: [t.loanId, t.entryNumber],
      foreignColumns: [journalEntries.loanId, journalEntries.entryNumber],
    }),
    check('postings_account', sql`account_id BETWEEN 1 AND 10`),
    check('postings_amount', sql`amount_piastres BETWEEN -99999999999999 AND 99999999999999`),
  ],
);

/** Entries and audit records that are committed and not yet sealed, in the order of their units. */
export const unsealed = pgTable(
  'unsealed',
  {
    unitId: text('unit_id').notNull(),
    /** Place within the unit, from 0. */
    position: whole('position').notNull(),
    /** Microseconds of the server's clock. */
    queuedAtUs: whole('queued_at_us')
      .notNull()
      .default(sql`(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`),
    kind: text('kind').notNull(),
    /** Whose book an entry is in; null for an audit record. */
    loanId: text('loan_id'),
    /** Number of an entry; null for an audit record, which is numbered when it is sealed. */
    number: whole('number'),
    itemHash: bytes('item_hash'),
    /** An audit record and the facts it vouches for. */
    recordJson: text('record_json'),
  },
  (t) => [
    primaryKey({ columns: [t.unitId, t.position] }),
    index('unsealed_in_order').on(t.queuedAtUs, t.unitId, t.position),
    check(
      'unsealed_kind',
      sql`kind = 'entry' AND loan_id IS NOT NULL AND number IS NOT NULL AND length(item_hash) = 32 AND record_json IS NULL OR kind = 'audit' AND loan_id IS NULL AND number IS NULL AND item_hash IS NULL AND record_json IS NOT NULL`,
    ),
  ],
);

/** One chain over every journal entry and audit record, in the order they were sealed. */
export const seals = pgTable(
  'seals',
  {
    sequence: whole('sequence').primaryKey(),
    kind: text('kind').notNull(),
    /** The entry's loan; null for an audit record. */
    loanId: text('loan_id'),
    /** The entry's number within its loan, or the audit record's number. */
    number: whole('number').notNull(),
    itemHash: bytes('item_hash').notNull(),
    chainHash: bytes('chain_hash').notNull(),
  },
  (t) => [
    uniqueIndex('seals_of_audit').on(t.number).where(sql`kind = 'audit'`),
    check('seals_kind', sql`(kind = 'entry') = (loan_id IS NOT NULL) AND kind IN ('entry', 'audit')`),
    check('seals_hashes', sql`length(item_hash) = 32 AND length(chain_hash) = 32`),
  ],
);

export const audit = pgTable(
  'audit',
  {
    number: whole('number').primaryKey(),
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
    policyVersion: whole('policy_version'),
    businessDate: text('business_date'),
    hash: bytes('hash').notNull(),
    /** The unit it was written by. Not hashed: it tells whether a commit whose answer was lost took place. */
    unitId: text('unit_id').notNull(),
  },
  (t) => [
    index('audit_by_unit').on(t.unitId),
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
export const auditFacts = pgTable(
  'audit_facts',
  {
    auditNumber: whole('audit_number')
      .notNull()
      .references(() => audit.number),
    kind: text('kind').notNull(),
    factId: text('fact_id').notNull(),
    hash: bytes('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.auditNumber, t.kind, t.factId] })],
);

export const policyVersions = pgTable('policy_versions', {
  version: whole('version').primaryKey(),
  documentJson: text('document_json').notNull(),
  changeJson: text('change_json'),
  setAt: text('set_at').notNull(),
  setBy: text('set_by').notNull(),
});

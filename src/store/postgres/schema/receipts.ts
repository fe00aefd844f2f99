import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, seq, text, whole } from './column-types.ts';
import { loans } from './lending.ts';

/** Imported files. */
export const paymentBatches = pgTable(
  'payment_batches',
  {
    /** Newest last: what lists are ordered by. */
    seq: seq(),
    batchId: text('batch_id').primaryKey(),
    digest: text('digest').notNull(),
    sourceFormat: text('source_format').notNull(),
    fileName: text('file_name'),
    sourceName: text('source_name'),
    rowCount: whole('row_count').notNull(),
    rowsHash: text('rows_hash').notNull(),
    summaryJson: text('summary_json').notNull(),
    postedOn: text('posted_on').notNull(),
    postedAt: text('posted_at').notNull(),
    postedBy: text('posted_by').notNull(),
  },
  (t) => [
    index('payment_batches_by_entry').on(t.seq),
    check('payment_batches_digest', sql`length(digest) = 64 AND length(rows_hash) = 64`),
    check('payment_batches_rows', sql`row_count >= 0`),
  ],
);

const batchId = () =>
  text('batch_id')
    .notNull()
    .references(() => paymentBatches.batchId);

export const batchUndos = pgTable('batch_undos', {
  batchId: text('batch_id')
    .primaryKey()
    .references(() => paymentBatches.batchId),
  undoneOn: text('undone_on').notNull(),
  reason: text('reason').notNull(),
  undoneAt: text('undone_at').notNull(),
  undoneBy: text('undone_by').notNull(),
});

export const bankStatements = pgTable(
  'bank_statements',
  {
    batchId: batchId(),
    number: whole('number').notNull(),
    account: text('account').notNull(),
    currency: text('currency').notNull(),
    opening: text('opening'),
    closing: text('closing'),
    firstDate: text('first_date'),
    lastDate: text('last_date'),
    creditCount: whole('credit_count').notNull(),
    creditSum: text('credit_sum').notNull(),
    debitCount: whole('debit_count').notNull(),
    debitSum: text('debit_sum').notNull(),
    intraday: whole('intraday').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.number] }),
    index('bank_statements_by_account').on(t.account, t.currency),
    check('bank_statements_intraday', sql`intraday IN (0, 1)`),
    check('bank_statements_counts', sql`number >= 1 AND least(credit_count, debit_count) >= 0`),
  ],
);

/** Money, or its taking back, that waits for a person. */
export const heldRows = pgTable(
  'held_rows',
  {
    heldId: text('held_id').primaryKey(),
    batchId: batchId(),
    rowNumber: whole('row_number').notNull(),
    kind: text('kind').notNull(),
    code: text('code').notNull(),
    reason: text('reason').notNull(),
    amount: text('amount').notNull(),
    currency: text('currency').notNull(),
    amountPiastres: whole('amount_piastres'),
    date: text('date').notNull(),
    account: text('account'),
    method: text('method').notNull(),
    bankReference: text('bank_reference'),
    customerReference: text('customer_reference'),
    text: text('text'),
    payerName: text('payer_name'),
    payerAccount: text('payer_account'),
    payerPhone: text('payer_phone'),
    suggestionsJson: text('suggestions_json').notNull(),
    heldAt: text('held_at').notNull(),
    heldBy: text('held_by').notNull(),
    searchFolded: text('search_folded').notNull(),
  },
  (t) => [
    uniqueIndex('held_rows_by_batch').on(t.batchId, t.rowNumber),
    index('held_rows_by_date').on(t.date, t.heldId),
    index('held_rows_by_account').on(t.account, t.date).where(sql`account IS NOT NULL`),
    check('held_rows_kind', sql`kind IN ('receipt', 'returned')`),
    check('held_rows_currency', sql`(currency = 'EGP') = (amount_piastres IS NOT NULL)`),
    check(
      'held_rows_amount',
      sql`amount_piastres <> 0 AND amount_piastres BETWEEN -99999999999999 AND 99999999999999`,
    ),
  ],
);

/** In the order of the file. A key is in one batch that stands at most. */
export const batchRows = pgTable(
  'batch_rows',
  {
    batchId: batchId(),
    rowNumber: whole('row_number').notNull(),
    line: whole('line').notNull(),
    account: text('account'),
    rowKey: bytes('row_key').notNull(),
    occurrence: whole('occurrence').notNull(),
    direction: text('direction').notNull(),
    amount: text('amount').notNull(),
    currency: text('currency').notNull(),
    date: text('date').notNull(),
    outcome: text('outcome').notNull(),
    reason: text('reason'),
    paymentId: text('payment_id'),
    heldId: text('held_id').references(() => heldRows.heldId),
    reference: text('reference'),
    endToEndId: text('end_to_end_id'),
    balance: text('balance'),
    derivedBalance: text('derived_balance'),
    candidatesJson: text('candidates_json'),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.rowNumber] }),
    // Rows of a bank's account are known by their day; our own by their payments, unless nothing names these.
    index('batch_rows_by_key').on(t.rowKey).where(sql`account IS NULL AND reference IS NULL`),
    index('batch_rows_by_reference')
      .on(t.reference)
      .where(sql`reference IS NOT NULL AND (account IS NOT NULL OR held_id IS NOT NULL)`),
    // Files of our own columns have no account and are in no reconciliation: they do not pay for this.
    index('batch_rows_by_account').on(t.account, t.date).where(sql`account IS NOT NULL`),
    check('batch_rows_key', sql`length(row_key) = 16 AND row_number >= 1 AND occurrence >= 1`),
    check('batch_rows_direction', sql`direction IN ('credit', 'debit')`),
    check(
      'batch_rows_outcome',
      sql`outcome IN ('posted', 'held', 'not_a_repayment') AND (outcome = 'posted') = (payment_id IS NOT NULL) AND (outcome = 'held') = (held_id IS NOT NULL)`,
    ),
  ],
);

export const heldSteps = pgTable(
  'held_steps',
  {
    stepId: text('step_id').notNull(),
    heldId: text('held_id')
      .notNull()
      .references(() => heldRows.heldId),
    number: whole('number').notNull(),
    kind: text('kind').notNull(),
    amountPiastres: whole('amount_piastres'),
    loanId: text('loan_id').references(() => loans.loanId),
    paymentId: text('payment_id'),
    reason: text('reason'),
    steppedOn: text('stepped_on').notNull(),
    steppedAt: text('stepped_at').notNull(),
    steppedBy: text('stepped_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.heldId, t.number] }),
    index('held_steps_by_id').on(t.stepId),
    index('held_steps_by_payment').on(t.paymentId).where(sql`payment_id IS NOT NULL`),
    check('held_steps_id', sql`number >= 1 AND step_id = held_id || '/' || number`),
    check('held_steps_kind', sql`kind IN ('matched', 'dismissed', 'undone', 'reopened')`),
    check(
      'held_steps_amount',
      sql`amount_piastres <> 0 AND amount_piastres BETWEEN -99999999999999 AND 99999999999999`,
    ),
  ],
);

/** What a held row does to the accounts, as `journal_entries` has it of a loan. */
export const heldEntries = pgTable(
  'held_entries',
  {
    heldId: text('held_id')
      .notNull()
      .references(() => heldRows.heldId),
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
    primaryKey({ columns: [t.heldId, t.entryNumber] }),
    check('held_entries_number', sql`entry_number >= 1`),
    check('held_entries_reverses', sql`reverses_entry_number < entry_number`),
    check('held_entries_hash', sql`length(hash) = 32`),
  ],
);

export const heldPostings = pgTable(
  'held_postings',
  {
    heldId: text('held_id').notNull(),
    entryNumber: whole('entry_number').notNull(),
    line: whole('line').notNull(),
    accountId: whole('account_id').notNull(),
    amountPiastres: whole('amount_piastres').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.heldId, t.entryNumber, t.line] }),
    foreignKey({
      columns: [t.heldId, t.entryNumber],
      foreignColumns: [heldEntries.heldId, heldEntries.entryNumber],
    }),
    check('held_postings_account', sql`account_id BETWEEN 1 AND 10`),
    check('held_postings_amount', sql`amount_piastres BETWEEN -99999999999999 AND 99999999999999`),
  ],
);

/** What a service keeps of a file between its plan and its posting. Not part of the record. */
export const plannedFiles = pgTable('planned_files', {
  batchId: text('batch_id').primaryKey(),
  actor: text('actor').notNull(),
  plannedAt: text('planned_at').notNull(),
  content: bytes('content').notNull(),
});

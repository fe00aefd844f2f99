import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { disbursements, loans, payments } from './lending.ts';

const loanId = () =>
  text('loan_id')
    .notNull()
    .references(() => loans.loanId);

/** A payment taken back. Clustered by loan (WITHOUT ROWID), as payments are. */
export const paymentReversals = sqliteTable(
  'payment_reversals',
  {
    loanId: loanId(),
    paymentId: text('payment_id')
      .notNull()
      .unique()
      .references(() => payments.paymentId),
    bookingOrder: integer('booking_order').notNull(),
    reversedOn: text('reversed_on').notNull(),
    reason: text('reason').notNull(),
    reversedAt: text('reversed_at').notNull(),
    reversedBy: text('reversed_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.loanId, t.paymentId] })],
);

/** A payment that books anew a reversed one. */
export const paymentRepeats = sqliteTable(
  'payment_repeats',
  {
    loanId: loanId(),
    paymentId: text('payment_id')
      .notNull()
      .unique()
      .references(() => payments.paymentId),
    repeatsPaymentId: text('repeats_payment_id')
      .notNull()
      .references(() => payments.paymentId),
  },
  (t) => [primaryKey({ columns: [t.loanId, t.paymentId] })],
);

/** A payment whose amount was asked for as what settles the loan. */
export const paymentPayoffs = sqliteTable(
  'payment_payoffs',
  {
    loanId: loanId(),
    paymentId: text('payment_id')
      .notNull()
      .unique()
      .references(() => payments.paymentId),
  },
  (t) => [primaryKey({ columns: [t.loanId, t.paymentId] })],
);

export const writeOffs = sqliteTable(
  'write_offs',
  {
    loanId: loanId(),
    number: integer('number').notNull(),
    writeOffId: text('write_off_id').notNull().unique(),
    bookingOrder: integer('booking_order').notNull(),
    writtenOffOn: text('written_off_on').notNull(),
    amountPiastres: integer('amount_piastres').notNull(),
    reason: text('reason').notNull(),
    bookedAt: text('booked_at').notNull(),
    bookedBy: text('booked_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.number] }),
    check('write_offs_amount', sql`amount_piastres BETWEEN 1 AND 99999999999999`),
  ],
);

export const writeOffReversals = sqliteTable(
  'write_off_reversals',
  {
    loanId: loanId(),
    writeOffId: text('write_off_id')
      .notNull()
      .unique()
      .references(() => writeOffs.writeOffId),
    bookingOrder: integer('booking_order').notNull(),
    reversedOn: text('reversed_on').notNull(),
    reason: text('reason').notNull(),
    reversedAt: text('reversed_at').notNull(),
    reversedBy: text('reversed_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.loanId, t.writeOffId] })],
);

/** Credit paid out to the customer. */
export const refunds = sqliteTable(
  'refunds',
  {
    loanId: loanId(),
    bookingOrder: integer('booking_order').notNull(),
    refundId: text('refund_id').notNull().unique(),
    amountPiastres: integer('amount_piastres').notNull(),
    refundDate: text('refund_date').notNull(),
    method: text('method').notNull(),
    account: text('account'),
    bookedAt: text('booked_at').notNull(),
    bookedBy: text('booked_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.bookingOrder] }),
    check('refunds_amount', sql`amount_piastres BETWEEN 1 AND 99999999999999`),
  ],
);

/** What was left to pay out, given up. */
export const undrawnCancellations = sqliteTable(
  'undrawn_cancellations',
  {
    loanId: loanId(),
    number: integer('number').notNull(),
    bookingOrder: integer('booking_order').notNull(),
    amountPiastres: integer('amount_piastres').notNull(),
    cancelledOn: text('cancelled_on').notNull(),
    reason: text('reason').notNull(),
    cancelledAt: text('cancelled_at').notNull(),
    cancelledBy: text('cancelled_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.number] }),
    check('undrawn_cancellations_amount', sql`amount_piastres BETWEEN 1 AND 99999999999999`),
  ],
);

export const loanNotes = sqliteTable(
  'loan_notes',
  {
    loanId: loanId(),
    number: integer('number').notNull(),
    text: text('text').notNull(),
    notedAt: text('noted_at').notNull(),
    notedBy: text('noted_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.loanId, t.number] })],
);

/** Other names of loans, in the form two spellings of one share. */
export const loanAliases = sqliteTable(
  'loan_aliases',
  {
    aliasFolded: text('alias_folded').primaryKey().notNull(),
    loanId: loanId(),
    alias: text('alias').notNull(),
    addedAt: text('added_at').notNull(),
    addedBy: text('added_by').notNull(),
  },
  (t) => [index('loan_aliases_by_loan').on(t.loanId)],
);

/** Disbursements handed on to the bank in a file. */
export const disbursementExports = sqliteTable(
  'disbursement_exports',
  {
    disbursementReference: text('disbursement_reference')
      .primaryKey()
      .notNull()
      .references(() => disbursements.disbursementReference),
    loanId: loanId(),
    batchId: text('batch_id').notNull(),
    line: integer('line').notNull(),
    format: text('format').notNull(),
    exportedAt: text('exported_at').notNull(),
    exportedBy: text('exported_by').notNull(),
  },
  (t) => [index('disbursement_exports_by_batch').on(t.batchId, t.line)],
);

import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { text, whole } from './column-types.ts';
import { loans } from './lending.ts';

const loanId = () =>
  text('loan_id')
    .notNull()
    .references(() => loans.loanId);

/** A payment taken back. */
export const paymentReversals = pgTable(
  'payment_reversals',
  {
    loanId: loanId(),
    paymentId: text('payment_id').notNull(),
    bookingOrder: whole('booking_order').notNull(),
    reversedOn: text('reversed_on').notNull(),
    reason: text('reason').notNull(),
    reversedAt: text('reversed_at').notNull(),
    reversedBy: text('reversed_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.paymentId] }),
    index('payment_reversals_by_payment').on(t.paymentId),
  ],
);

/** A payment that books anew a reversed one. */
export const paymentRepeats = pgTable(
  'payment_repeats',
  {
    loanId: loanId(),
    paymentId: text('payment_id').notNull(),
    repeatsPaymentId: text('repeats_payment_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.paymentId] }),
    index('payment_repeats_by_payment').on(t.paymentId),
  ],
);

export const paymentPayoffs = pgTable(
  'payment_payoffs',
  {
    loanId: loanId(),
    paymentId: text('payment_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.paymentId] }),
    index('payment_payoffs_by_payment').on(t.paymentId),
  ],
);

export const writeOffs = pgTable(
  'write_offs',
  {
    loanId: loanId(),
    number: whole('number').notNull(),
    writeOffId: text('write_off_id').notNull(),
    bookingOrder: whole('booking_order').notNull(),
    writtenOffOn: text('written_off_on').notNull(),
    amountPiastres: whole('amount_piastres').notNull(),
    reason: text('reason').notNull(),
    bookedAt: text('booked_at').notNull(),
    bookedBy: text('booked_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.number] }),
    index('write_offs_by_id').on(t.writeOffId),
    check('write_offs_amount', sql`amount_piastres BETWEEN 1 AND 99999999999999`),
  ],
);

export const writeOffReversals = pgTable(
  'write_off_reversals',
  {
    loanId: loanId(),
    writeOffId: text('write_off_id').notNull(),
    bookingOrder: whole('booking_order').notNull(),
    reversedOn: text('reversed_on').notNull(),
    reason: text('reason').notNull(),
    reversedAt: text('reversed_at').notNull(),
    reversedBy: text('reversed_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.writeOffId] }),
    index('write_off_reversals_by_id').on(t.writeOffId),
  ],
);

/** Credit paid out to the customer. */
export const refunds = pgTable(
  'refunds',
  {
    loanId: loanId(),
    bookingOrder: whole('booking_order').notNull(),
    refundId: text('refund_id').notNull(),
    amountPiastres: whole('amount_piastres').notNull(),
    refundDate: text('refund_date').notNull(),
    method: text('method').notNull(),
    account: text('account'),
    bookedAt: text('booked_at').notNull(),
    bookedBy: text('booked_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.bookingOrder] }),
    index('refunds_by_id').on(t.refundId),
    check('refunds_amount', sql`amount_piastres BETWEEN 1 AND 99999999999999`),
  ],
);

/** What was left to pay out, given up. */
export const undrawnCancellations = pgTable(
  'undrawn_cancellations',
  {
    loanId: loanId(),
    number: whole('number').notNull(),
    bookingOrder: whole('booking_order').notNull(),
    amountPiastres: whole('amount_piastres').notNull(),
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

export const loanNotes = pgTable(
  'loan_notes',
  {
    loanId: loanId(),
    number: whole('number').notNull(),
    text: text('text').notNull(),
    notedAt: text('noted_at').notNull(),
    notedBy: text('noted_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.loanId, t.number] })],
);

/** Other names of loans, in the form two spellings of one share. */
export const loanAliases = pgTable(
  'loan_aliases',
  {
    aliasFolded: text('alias_folded').primaryKey(),
    loanId: loanId(),
    alias: text('alias').notNull(),
    addedAt: text('added_at').notNull(),
    addedBy: text('added_by').notNull(),
  },
  (t) => [index('loan_aliases_by_loan').on(t.loanId)],
);

/** Disbursements handed on to the bank in a file. */
export const disbursementExports = pgTable(
  'disbursement_exports',
  {
    disbursementReference: text('disbursement_reference').notNull(),
    loanId: loanId(),
    batchId: text('batch_id').notNull(),
    line: whole('line').notNull(),
    format: text('format').notNull(),
    exportedAt: text('exported_at').notNull(),
    exportedBy: text('exported_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.disbursementReference] }),
    index('disbursement_exports_by_reference').on(t.disbursementReference),
    index('disbursement_exports_by_batch').on(t.batchId, t.line),
  ],
);

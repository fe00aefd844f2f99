import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** `seq` columns give the order of entry: clocks may go back, rows are never deleted. */
const seq = () => integer('seq').primaryKey();

export const applications = sqliteTable(
  'applications',
  {
    seq: seq(),
    applicationId: text('application_id').notNull().unique(),
    merchantId: text('merchant_id').notNull(),
    businessName: text('business_name').notNull(),
    requestedAmountPiastres: integer('requested_amount_piastres').notNull(),
    loanPurpose: text('loan_purpose').notNull(),
    monthlySalesPiastres: integer('monthly_sales_piastres').notNull(),
    platformType: text('platform_type').notNull(),
    requestedTermMonths: integer('requested_term_months').notNull(),
    currency: text('currency').notNull(),
    externalReference: text('external_reference'),
    caller: text('caller').notNull(),
    createdOn: text('created_on').notNull(),
    createdAt: text('created_at').notNull(),
    status: text('status').notNull(),
    businessNameFolded: text('business_name_folded').notNull(),
  },
  (t) => [
    uniqueIndex('applications_by_external_reference')
      .on(t.caller, t.externalReference)
      .where(sql`external_reference IS NOT NULL`),
    index('applications_by_age').on(t.createdAt, t.applicationId),
    index('applications_by_merchant').on(t.merchantId),
    check('applications_amount', sql`requested_amount_piastres BETWEEN 1 AND 99999999999999`),
    check('applications_sales', sql`monthly_sales_piastres BETWEEN 0 AND 99999999999999`),
    check('applications_status', sql`status IN ('submitted', 'pending_review', 'approved', 'rejected')`),
  ],
);

export const decisions = sqliteTable(
  'decisions',
  {
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.applicationId),
    number: integer('number').notNull(),
    decision: text('decision').notNull(),
    approvedAmountPiastres: integer('approved_amount_piastres'),
    annualRateE4: integer('annual_rate_e4'),
    termMonths: integer('term_months'),
    dayCount: text('day_count'),
    repaymentStyle: text('repayment_style'),
    graceMonths: integer('grace_months'),
    revenueSharePercentE4: integer('revenue_share_percent_e4'),
    rejectionReason: text('rejection_reason'),
    decisionMakerId: text('decision_maker_id').notNull(),
    overridesJson: text('overrides_json'),
    overrideReason: text('override_reason'),
    note: text('note'),
    loanId: text('loan_id'),
    decidedOn: text('decided_on').notNull(),
    decidedAt: text('decided_at').notNull(),
    decidedBy: text('decided_by').notNull(),
    policyVersion: integer('policy_version').notNull(),
    assessmentJson: text('assessment_json').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.applicationId, t.number] }),
    check('decisions_number', sql`number >= 1`),
    check('decisions_decision', sql`decision IN ('approved', 'rejected', 'pending_review')`),
  ],
);

export const loans = sqliteTable(
  'loans',
  {
    seq: seq(),
    loanId: text('loan_id').notNull().unique(),
    applicationId: text('application_id')
      .notNull()
      .references(() => applications.applicationId),
    merchantId: text('merchant_id').notNull(),
    businessName: text('business_name').notNull(),
    currency: text('currency').notNull(),
    approvedAmountPiastres: integer('approved_amount_piastres').notNull(),
    annualRateE4: integer('annual_rate_e4').notNull(),
    termMonths: integer('term_months').notNull(),
    dayCount: text('day_count').notNull(),
    repaymentStyle: text('repayment_style').notNull(),
    graceMonths: integer('grace_months').notNull(),
    installmentRounding: text('installment_rounding').notNull(),
    revenueSharePercentE4: integer('revenue_share_percent_e4'),
    approvedOn: text('approved_on').notNull(),
    createdAt: text('created_at').notNull(),
    businessNameFolded: text('business_name_folded').notNull(),
  },
  (t) => [
    index('loans_by_application').on(t.applicationId),
    index('loans_by_merchant').on(t.merchantId),
    index('loans_by_age').on(t.createdAt, t.loanId),
    check('loans_amount', sql`approved_amount_piastres BETWEEN 1 AND 99999999999999`),
    check('loans_rate', sql`annual_rate_e4 BETWEEN 0 AND 10000000`),
    check('loans_term', sql`term_months >= 1 AND grace_months BETWEEN 0 AND term_months - 1`),
  ],
);

export const loanClosures = sqliteTable('loan_closures', {
  loanId: text('loan_id')
    .primaryKey()
    .notNull()
    .references(() => loans.loanId),
  kind: text('kind').notNull(),
  closedOn: text('closed_on').notNull(),
  closedBy: text('closed_by').notNull(),
  closedAt: text('closed_at').notNull(),
  reason: text('reason').notNull(),
});

export const disbursements = sqliteTable(
  'disbursements',
  {
    seq: seq(),
    disbursementReference: text('disbursement_reference').notNull().unique(),
    loanId: text('loan_id')
      .notNull()
      .references(() => loans.loanId),
    number: integer('number').notNull(),
    merchantBankAccount: text('merchant_bank_account').notNull(),
    amountPiastres: integer('amount_piastres').notNull(),
    disbursementDate: text('disbursement_date').notNull(),
    method: text('method').notNull(),
    settlement: text('settlement').notNull(),
    bookingOrder: integer('booking_order').notNull(),
    registeredAt: text('registered_at').notNull(),
    registeredBy: text('registered_by').notNull(),
  },
  (t) => [
    uniqueIndex('disbursements_by_loan').on(t.loanId, t.number),
    check('disbursements_amount', sql`amount_piastres BETWEEN 1 AND 99999999999999`),
    check('disbursements_settlement', sql`settlement IN ('automatic', 'manual')`),
  ],
);

/** A disbursement may be completed and later come back: each outcome at most once, failed is the last word. */
export const disbursementOutcomes = sqliteTable(
  'disbursement_outcomes',
  {
    disbursementReference: text('disbursement_reference')
      .notNull()
      .references(() => disbursements.disbursementReference),
    loanId: text('loan_id').notNull(),
    outcome: text('outcome').notNull(),
    date: text('date').notNull(),
    reason: text('reason'),
    decidedAt: text('decided_at').notNull(),
    decidedBy: text('decided_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.disbursementReference, t.outcome] }),
    check('disbursement_outcomes_outcome', sql`outcome IN ('completed', 'failed')`),
  ],
);

/** Clustered by loan (WITHOUT ROWID), so that a loan's account reads neighbouring pages. */
export const payments = sqliteTable(
  'payments',
  {
    loanId: text('loan_id')
      .notNull()
      .references(() => loans.loanId),
    bookingOrder: integer('booking_order').notNull(),
    paymentId: text('payment_id').notNull().unique(),
    amountPiastres: integer('amount_piastres').notNull(),
    paymentDate: text('payment_date').notNull(),
    method: text('method').notNull(),
    paymentReference: text('payment_reference'),
    principalPiastres: integer('principal_piastres').notNull(),
    interestPiastres: integer('interest_piastres').notNull(),
    feePiastres: integer('fee_piastres').notNull(),
    creditPiastres: integer('credit_piastres').notNull(),
    remainingPiastres: integer('remaining_piastres').notNull(),
    entryNumber: integer('entry_number').notNull(),
    bookedAt: text('booked_at').notNull(),
    bookedBy: text('booked_by').notNull(),
    batchId: text('batch_id'),
  },
  (t) => [
    primaryKey({ columns: [t.loanId, t.bookingOrder] }),
    index('payments_by_reference')
      .on(sql`payment_reference COLLATE NOCASE`)
      .where(sql`payment_reference IS NOT NULL`),
    index('payments_by_amount').on(t.amountPiastres, t.paymentDate),
    check('payments_amount', sql`amount_piastres BETWEEN 1 AND 99999999999999`),
    check(
      'payments_split',
      sql`principal_piastres + interest_piastres + fee_piastres + credit_piastres = amount_piastres`,
    ),
    check(
      'payments_parts',
      sql`min(principal_piastres, interest_piastres, fee_piastres, credit_piastres, remaining_piastres) >= 0`,
    ),
  ],
);

import { z } from 'zod';
import {
  amount,
  count,
  date,
  dayCount,
  decimalInput,
  disbursementStatus,
  instant,
  pageInput,
  pageOf,
  paymentMethod,
  paymentStatus,
  rate,
  repaymentStyle,
  wholeInput,
} from './fields.ts';

export const loanRequest = z.strictObject({
  loan_id: z.string(),
  as_of: z.string().optional(),
  /** Leaves out what was booked later: an instant with its offset, or a date for the end of that day in Cairo. */
  known_at: z.string().optional(),
});

export const loan = z.looseObject({
  loan_id: z.string(),
  merchant_id: z.string(),
  original_amount: amount,
  outstanding_balance: amount,
  next_payment_due_date: date.nullable(),
  payment_status: paymentStatus,
  total_payments_made: count,
  currency: z.literal('EGP'),
  business_name: z.string(),
  interest_rate: rate,
  term_months: count,
  disbursement_status: disbursementStatus.nullable(),
  accrued_interest: amount,
  fees_due: amount,
  payoff_amount: amount,
  arrears_amount: amount,
  days_past_due: count,
  undisbursed_amount: amount,
  credit_balance: amount,
  maturity_date: date.nullable(),
  installment_amount: amount.nullable(),
  revenue_share_percent: z.number().nullable(),
  closed: z
    .looseObject({ kind: z.literal('cancelled'), on: date, by: z.string(), reason: z.string() })
    .nullable(),
  written_off_on: date.nullable(),
  written_off_amount: amount.nullable(),
  /** Of the principal written off; null like it. */
  recovered_amount: amount.nullable(),
  /** Interest and fees owed on the day of the write-off, a memorandum; what of it came in; days past due, frozen. */
  written_off_interest: amount.nullable(),
  recovered_interest: amount.nullable(),
  written_off_days_past_due: count.nullable(),
  /** A small rest given up after the last payment; null: none. */
  released_amount: amount.nullable(),
  as_of: date,
  disbursed_amount: amount,
  /** Of one loan, not of lists: what its schedule costs. */
  total_interest: amount.optional(),
  total_payment: amount.optional(),
  effective_annual_rate: z.number().optional(),
  /** Of one loan, not of lists: what its share of sales should have brought beside what it brought. */
  revenue_share: z
    .looseObject({
      since: date,
      sales_amount: amount,
      expected_amount: amount,
      received_amount: amount,
    })
    .nullable()
    .optional(),
});

export const listLoansRequest = z.strictObject({
  status: z.string().optional(),
  past_due: z.boolean().optional(),
  min_days: wholeInput.optional(),
  max_days: wholeInput.optional(),
  merchant_id: z.string().optional(),
  due_before: z.string().optional(),
  closed: z.boolean().optional(),
  /** Only loans of which something may still be paid out. */
  undisbursed: z.boolean().optional(),
  sort: z.string().optional(),
  q: z.string().optional(),
  external_reference: z.string().optional(),
  created_after: z.string().optional(),
  updated_after: z.string().optional(),
  as_of: z.string().optional(),
  ...pageInput,
});
export const loanPage = pageOf(loan);

export const quoteRequest = z.strictObject({
  amount: decimalInput,
  interest_rate: decimalInput,
  term_months: wholeInput,
  date: z.string().optional(),
  day_count: z.string().optional(),
  repayment_style: z.string().optional(),
  grace_months: wholeInput.optional(),
});

const installment = z.looseObject({
  number: count,
  due_date: date,
  installment_amount: amount,
  principal_amount: amount,
  interest_amount: amount,
  balance: amount,
});
const scheduleOfLoan = z.looseObject({
  installment_amount: amount,
  total_interest: amount,
  total_payment: amount,
  effective_annual_rate: z.number(),
  day_count: dayCount,
  repayment_style: repaymentStyle,
  /** What the policy says of an installment that comes late; null: nothing. */
  late_fee: z.looseObject({ amount, after_days: count }).nullable(),
  /** Percent a year on what is overdue. */
  penalty_rate: rate.nullable(),
  installments: z.array(installment),
});
/** What was asked stands beside the answer, so that a printed quote says what it is of. */
export const quote = scheduleOfLoan.extend({
  amount,
  interest_rate: rate,
  term_months: count,
  grace_months: count,
  start_date: date,
});
export const schedule = scheduleOfLoan.extend({
  /** What `pay --amount due` means: the arrears, or what the next installment lacks, at most the payoff. */
  due_amount: amount,
  /** Each payout with its date; later ones re-solve the installments after them. */
  payouts: z.array(z.looseObject({ date, amount })),
  installment_amount: amount.nullable(),
  installments: z.array(
    installment.extend({
      status: z.enum(['paid', 'overdue', 'partial', 'due', 'upcoming', 'written_off']),
      paid_amount: amount,
    }),
  ),
});

export const paymentRequest = z.strictObject({ loan_id: z.string(), payment_id: z.string() });
export const payment = z.looseObject({
  payment_id: z.string(),
  loan_id: z.string(),
  payment_date: date,
  payment_amount: amount,
  payment_method: paymentMethod,
  payment_reference: z.string().nullable(),
  principal_amount: amount,
  interest_amount: amount,
  fee_amount: amount,
  credit_amount: amount,
  /** The part of the principal that had been written off. */
  recovered_amount: amount,
  remaining_balance: amount,
  status: z.enum(['posted', 'reversed']),
  batch_id: z.string().nullable(),
  booked_at: instant,
  booked_by: z.string(),
});
export const payments = z.array(payment);

export const payoff = z.looseObject({
  loan_id: z.string(),
  as_of: date,
  principal_amount: amount,
  interest_amount: amount,
  fee_amount: amount,
  payoff_amount: amount,
  per_day_amount: z.number(),
});

export const explanation = z.array(
  z.looseObject({
    from: date,
    to: date,
    balance: z.number(),
    rate: z.number(),
    days: z.number(),
    /** null on a line that counts no days. */
    basis: count.nullable(),
    /** EGP, unrounded, at most eight decimals. */
    interest: z.number(),
    carried: z.number(),
    rounding: z.number(),
    note: z.string(),
  }),
);

export const cancelRequest = z.strictObject({ loan_id: z.string(), reason: z.string() });

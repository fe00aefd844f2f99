import { z } from 'zod';
import { amount, count, date, instant, paymentStatus, rate } from './fields.ts';

/** Sums over many loans may pass what a JSON number carries exactly, so they are text. */
const sum = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .describe('EGP, two decimals');

const asked = {
  as_of: z.string().optional(),
  /** Leaves out what was booked later: a timestamp with its offset, or a date for the end of that day in Cairo. */
  known_at: z.string().optional(),
};
const window = { from: z.string().optional(), to: z.string().optional() };

/** What every report says of itself. */
const answered = {
  as_of: date,
  /** null: everything booked until now counts. */
  known_at: instant.nullable(),
  policy_version: z.number().int(),
};

export const portfolioRequest = z.strictObject(asked);
export const portfolio = z.looseObject({
  as_of: date,
  policy_version: z.number().int(),
  loans: count,
  outstanding_balance: sum,
  accrued_interest: sum,
  arrears_amount: sum,
  par: z.array(
    z.looseObject({
      /** More than so many days past due. */
      days: count,
      loans: count,
      outstanding_balance: sum,
      /** Of the book's outstanding balance, four decimals. */
      ratio: z.number(),
    }),
  ),
  statuses: z.array(z.looseObject({ status: paymentStatus, loans: count, outstanding_balance: sum })),
  /** Loans written off, which are in no other figure: principal, interest and fees owed then, and what of both came in. */
  written_off: z.looseObject({ loans: count, principal: sum, recovered: sum, interest_given_up: sum }),
  /** Whether every loan's principal is what the ledger has of it. */
  reconciled: z.boolean(),
  known_at: instant.nullable(),
  /** Loans of which it is not. */
  discrepancies: z.array(z.looseObject({ loan_id: z.string(), book: sum, ledger: sum })),
});

export const ageingRequest = z.strictObject({ ...asked, detail: z.boolean().optional() });
export const ageing = z.looseObject({
  ...answered,
  buckets: z.array(
    z.looseObject({
      from_days: count,
      to_days: count.nullable(),
      loans: count,
      outstanding_balance: sum,
      arrears_amount: sum,
    }),
  ),
  /** With `detail`: the loans, the longest past due first. */
  loans: z
    .array(
      z.looseObject({
        loan_id: z.string(),
        merchant_id: z.string(),
        business_name: z.string(),
        payment_status: paymentStatus,
        days_past_due: count,
        outstanding_balance: amount,
        arrears_amount: amount,
        next_payment_due_date: date.nullable(),
      }),
    )
    .optional(),
});

export const dueRequest = z.strictObject({ ...asked, ...window });
export const due = z.looseObject({
  ...answered,
  from: date,
  to: date,
  installments: z.array(
    z.looseObject({
      loan_id: z.string(),
      merchant_id: z.string(),
      business_name: z.string(),
      phone: z.string().nullable(),
      /** Where the merchant was paid to, and so where a collection comes from. */
      merchant_bank_account: z.string().nullable(),
      number: count,
      due_date: date,
      status: z.enum(['overdue', 'partial', 'due', 'upcoming']),
      days_past_due: count,
      installment_amount: amount,
      principal_amount: amount,
      interest_amount: amount,
      /** What payments lack of it. */
      missing_amount: amount,
      /** Late fees and penalty interest due and unpaid, with the loan's first row; 0 with its others. */
      fees_due: amount,
    }),
  ),
  loans: count,
  missing_amount: sum,
  overdue_amount: sum,
  fees_amount: sum,
});

const account = z.looseObject({ account: z.string(), debit: sum, credit: sum });
export const trialBalanceRequest = z.strictObject({ ...asked, compare: z.string().optional() });
export const trialBalance = z.looseObject({
  as_of: date,
  accounts: z.array(account),
  total_debit: sum,
  total_credit: sum,
  known_at: instant.nullable(),
  policy_version: z.number().int(),
  /** With `compare`: the balances as they were known at that time. */
  compared: z
    .looseObject({
      known_at: instant,
      accounts: z.array(account),
      total_debit: sum,
      total_credit: sum,
    })
    .optional(),
  /** And every posting booked since. */
  booked_since: z
    .array(
      z.looseObject({
        loan_id: z.string(),
        entry_number: z.number().int(),
        kind: z.string(),
        event_id: z.string(),
        value_date: date,
        booked_at: instant,
        booked_by: z.string(),
        reverses_entry_number: z.number().int().nullable(),
        account: z.string(),
        debit: amount,
        credit: amount,
      }),
    )
    .optional(),
});

export const revenueShareRequest = z.strictObject(asked);
export const revenueShare = z.looseObject({
  ...answered,
  loans: z.array(
    z.looseObject({
      loan_id: z.string(),
      merchant_id: z.string(),
      business_name: z.string(),
      revenue_share_percent: rate,
      /** Value date of the first disbursement. */
      since: date,
      sales_amount: sum,
      expected_amount: sum,
      received_amount: sum,
      /** Received less expected. */
      difference_amount: sum,
      outstanding_balance: amount,
    }),
  ),
  sales_amount: sum,
  expected_amount: sum,
  received_amount: sum,
});

const decisionCounts = {
  decisions: count,
  approved: count,
  rejected: count,
  pending_review: count,
  requested_amount: sum,
  approved_amount: sum,
  overrides: count,
};
export const decisionsRequest = z.strictObject({ ...asked, ...window });
export const decisionsReport = z.looseObject({
  ...answered,
  from: date.nullable(),
  to: date,
  ...decisionCounts,
  officers: z.array(z.looseObject({ officer: z.string(), ...decisionCounts })),
});

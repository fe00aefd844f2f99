import { z } from 'zod';
import { amount, count, date, instant } from './fields.ts';
import { loanRequest, payment } from './loans.ts';

export const letterheadRequest = z.strictObject({});

/** What every printed document says of the bank and of the ledger it was printed from. */
export const letterhead = z.looseObject({
  bank_name: z.string(),
  bank_name_ar: z.string(),
  bank_branch: z.string(),
  bank_branch_ar: z.string(),
  document_language: z.enum(['en', 'ar']),
  policy_version: count,
  printed_on: date,
  printed_at: instant,
  /** null: nothing is sealed yet, or there is no ledger. */
  anchor: z.strictObject({ sequence: count, hash: z.string() }).nullable(),
});

export const explainRequest = loanRequest.extend({ schedule: z.boolean().optional() });

export const statementRequest = loanRequest.extend({
  from: z.string().optional(),
  to: z.string().optional(),
});

/** Movements by value date. A balance is principal owed less credit: below 0 when the bank owes the customer. */
export const statement = z.array(
  z.looseObject({
    value_date: date,
    /** null of the opening balance. */
    booked_at: instant.nullable(),
    kind: z.enum([
      'opening',
      'disbursement',
      'interest',
      'fee',
      'payment',
      'recovery',
      'reversal',
      'failure',
      'write_off',
      'small_balance',
      'refund',
    ]),
    reference: z.string().nullable(),
    debit: amount,
    credit: amount,
    balance: z.number(),
    payment_reference: z.string().nullable(),
    /** The line was taken back, or takes one back: the two cancel out. */
    reversed: z.boolean(),
  }),
);

export const receiptRequest = z.strictObject({ payment_id: z.string() });

/** A payment, whose loan it is of, and what took it back. */
export const receipt = payment.extend({
  business_name: z.string(),
  merchant_id: z.string(),
  currency: z.literal('EGP'),
  /** The loan's now, beside the payment's own `remaining_balance`. */
  outstanding_balance: amount,
  as_of: date,
  reversed_on: date.nullable(),
  reversal_reason: z.string().nullable(),
});

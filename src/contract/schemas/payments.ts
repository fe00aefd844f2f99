import { z } from 'zod';
import { approvalCount } from './access.ts';
import { accountChange, corrections } from './corrections.ts';
import { amount, date, decimalInput, instant, paymentMethod } from './fields.ts';

export const payRequest = z.strictObject({
  loan_id: z.string(),
  payment_amount: decimalInput,
  payment_date: z.string(),
  payment_method: z.string(),
  payment_reference: z.string().nullish(),
  /** Books a payment anew whose reference is that of a reversed one. */
  again: z.boolean().optional(),
  /** The amount was asked for as what settles the loan: a small rest is released then, whatever the date. */
  as_payoff: z.boolean().optional(),
});

export const bookedPayment = z.looseObject({
  loan_id: z.string(),
  payment_amount: amount,
  payment_date: date,
  payment_method: paymentMethod,
  principal_amount: amount,
  interest_amount: amount,
  remaining_balance: amount,
  payment_id: z.string().nullable(),
  payment_reference: z.string().nullable(),
  fee_amount: amount,
  credit_amount: amount,
  recovered_amount: amount,
  /** Principal so small after it that the bank gave it up. */
  released_amount: amount,
  replayed: z.boolean(),
  /** A payment of the same loan, date and amount that was booked before this one without a reference. */
  equal_payment_id: z.string().nullable(),
  /** A payment of the same amount that stands under the same reference on another loan: it may be the same money. */
  reference_on_other_loan: z
    .looseObject({ payment_id: z.string(), loan_id: z.string(), payment_date: date })
    .nullable(),
  corrections,
  /** There when the payment is dated before something booked already; null otherwise. */
  account: accountChange.nullable(),
  /** There when the same payment was booked within a minute before, and no idempotency key tells them apart. */
  duplicate_suspected: z.literal(true).optional(),
});

export const reverseRequest = z.strictObject({ payment_id: z.string(), reason: z.string() });

export const reversedPayment = z.looseObject({
  payment_id: z.string(),
  /** null while another person is awaited. */
  reversed_at: instant.nullable(),
  reason: z.string(),
  /** Of the loan, now. */
  remaining_balance: amount,
  corrections,
  loan_id: z.string(),
  account: accountChange,
  /** The held row the payment was made of, where its money waits again; null: of none. */
  held_id: z.string().nullable(),
  approvals: approvalCount,
});

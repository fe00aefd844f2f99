import { z } from 'zod';
import { amount, date, decimalInput, paymentMethod } from './fields.ts';

export const payRequest = z.strictObject({
  loan_id: z.string(),
  payment_amount: decimalInput,
  payment_date: z.string(),
  payment_method: z.string(),
  payment_reference: z.string().nullish(),
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
  replayed: z.boolean(),
  /** A payment of the same loan, date and amount that was booked before this one without a reference. */
  equal_payment_id: z.string().nullable(),
  corrections: z.array(z.unknown()),
  /** There when the same payment was booked within a minute before, and no idempotency key tells them apart. */
  duplicate_suspected: z.literal(true).optional(),
});

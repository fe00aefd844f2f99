import { z } from 'zod';
import { count, decimalInput, instant, pageInput, paymentMethod } from './fields.ts';
import { payments } from './loans.ts';

export const notesRequest = z.strictObject({ loan_id: z.string() });
export const addNoteRequest = z.strictObject({ loan_id: z.string(), text: z.string() });
export const note = z.looseObject({
  loan_id: z.string(),
  /** 1 for the loan's first. */
  number: z.number().int().min(1),
  text: z.string(),
  noted_at: instant,
  noted_by: z.string(),
});
export const notes = z.array(note);

export const addAliasRequest = z.strictObject({ loan_id: z.string(), alias: z.string() });
export const addedAlias = z.looseObject({ loan_id: z.string(), alias: z.string() });

const paymentFilter = {
  /** One day; stands for `from` and `to`. */
  on: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  /** Which date counts: `paid`, the value date, or `booked`, the day in Cairo it was entered. */
  by: z.string().optional(),
  amount: decimalInput.optional(),
  reference: z.string().optional(),
  method: z.string().optional(),
  batch: z.string().optional(),
  q: z.string().optional(),
};
export const listAllPaymentsRequest = z.strictObject({ ...paymentFilter, ...pageInput });
export const allPayments = payments;

export const paymentTotalsRequest = z.strictObject(paymentFilter);
export const paymentTotals = z.array(
  z.looseObject({
    payment_method: paymentMethod,
    status: z.enum(['posted', 'reversed']),
    payments: count,
    payment_amount: z.string(),
  }),
);

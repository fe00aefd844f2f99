import { z } from 'zod';
import { amount, count, date, disbursementMethod, instant } from './fields.ts';

export const exportDisbursementsRequest = z.strictObject({
  /** Only what is to go out on or before that day; absent: all that is pending. */
  date: z.string().optional(),
  format: z.string().optional(),
});
export const exportedDisbursementsRequest = z.strictObject({ batch_id: z.string() });

/** A batch of disbursements handed on to the bank. */
export const disbursementExport = z.looseObject({
  /** null: nothing was pending that had not been handed on. */
  batch_id: z.string().nullable(),
  format: z.enum(['pain.001', 'csv']),
  exported_at: instant,
  exported_by: z.string(),
  payer: z.looseObject({ name: z.string(), account: z.string(), bic: z.string() }),
  count,
  /** EGP, a decimal string. */
  total_amount: z.string(),
  /** Pending ones the format does not take, or the batch had no room for. */
  left_out: count,
  disbursements: z.array(
    z.looseObject({
      line: count,
      disbursement_reference: z.string(),
      loan_id: z.string(),
      business_name: z.string(),
      merchant_bank_account: z.string(),
      disbursement_amount: amount,
      disbursement_date: date,
      /** The day it is to go out: its own date, or that of the batch when it is over. */
      execution_date: date,
      disbursement_method: disbursementMethod,
    }),
  ),
});

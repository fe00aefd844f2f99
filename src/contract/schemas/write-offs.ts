import { z } from 'zod';
import { approvalCount } from './access.ts';
import { accountChange, corrections } from './corrections.ts';
import { amount, date, decimalInput } from './fields.ts';
import { loan } from './loans.ts';

export const writeOffRequest = z.strictObject({
  loan_id: z.string(),
  reason: z.string(),
  /** The value date; the business date when it is left out. */
  date: z.string().optional(),
});
export const reverseWriteOffRequest = z.strictObject({ loan_id: z.string(), reason: z.string() });

/** The loan as it stands then, with what the write-off or its reversal changes. */
export const writtenOffLoan = loan.extend({
  corrections,
  account: accountChange,
  approvals: approvalCount,
});

export const refundRequest = z.strictObject({
  loan_id: z.string(),
  /** All the credit when it is left out. */
  amount: decimalInput.optional(),
  date: z.string().optional(),
  /** Where it goes; the account the loan was last paid out to when it is left out. */
  account: z.string().optional(),
  method: z.string().optional(),
});

export const refund = z.looseObject({
  /** null while another person is awaited. */
  refund_id: z.string().nullable(),
  amount,
  date,
  credit_balance: amount,
  loan_id: z.string(),
  method: z.string(),
  account: z.string(),
  approvals: approvalCount,
});

import { z } from 'zod';
import { approvalCount } from './access.ts';
import { accountChange, corrections } from './corrections.ts';
import { amount, date, decimalInput, disbursementMethod, disbursementStatus, pageInput } from './fields.ts';

export const disburseRequest = z.strictObject({
  loan_id: z.string(),
  merchant_bank_account: z.string(),
  disbursement_amount: decimalInput,
  disbursement_date: z.string(),
  disbursement_method: z.string(),
});

export const disbursement = z.looseObject({
  loan_id: z.string(),
  merchant_bank_account: z.string(),
  disbursement_amount: amount,
  disbursement_date: date,
  disbursement_method: disbursementMethod,
  disbursement_reference: z.string().nullable(),
  status: disbursementStatus,
});
/** What a registration adds: sentences such as "dated before the decision", "another account than last time". */
export const registeredDisbursement = disbursement.extend({
  warnings: z.array(z.string()),
  corrections,
  account: accountChange,
  approvals: approvalCount,
});

export const listDisbursementsRequest = z.strictObject({
  loan_id: z.string().optional(),
  status: z.string().optional(),
  q: z.string().optional(),
  ...pageInput,
});
export const loanDisbursementsRequest = listDisbursementsRequest.required({ loan_id: true });
export const disbursementRequest = z.strictObject({
  loan_id: z.string(),
  disbursement_reference: z.string(),
});
export const disbursements = z.array(disbursement);

export const completeDisbursementRequest = z.strictObject({
  disbursement_reference: z.string(),
  date: z.string().optional(),
});
export const failDisbursementRequest = z.strictObject({
  disbursement_reference: z.string(),
  reason: z.string(),
});
export const settledDisbursement = disbursement.extend({
  corrections,
  account: accountChange,
  approvals: approvalCount,
});
/** Its value date may be before the decision, which is worth a sentence. */
export const completedDisbursement = settledDisbursement.extend({ warnings: z.array(z.string()) });

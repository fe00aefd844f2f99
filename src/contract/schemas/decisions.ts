import { z } from 'zod';
import { approvalCount } from './access.ts';
import { amount, applicationStatus, count, decimalInput, decisionKind, rate, wholeInput } from './fields.ts';

export const decideRequest = z.strictObject({
  application_id: z.string(),
  /** The body may repeat the id of the path; if they differ it is refused. */
  body_application_id: z.string().optional(),
  decision: z.string(),
  approved_amount: decimalInput.nullish(),
  interest_rate: decimalInput.nullish(),
  term_months: wholeInput.nullish(),
  day_count: z.string().nullish(),
  repayment_style: z.string().nullish(),
  grace_months: wholeInput.nullish(),
  revenue_share_percent: decimalInput.nullish(),
  rejection_reason: z.string().nullish(),
  override_reason: z.string().nullish(),
  note: z.string().nullish(),
  decision_maker_id: z.string(),
});

export const decision = z.looseObject({
  application_id: z.string(),
  decision: decisionKind,
  approved_amount: amount.nullable(),
  interest_rate: rate.nullable(),
  term_months: count.nullable(),
  rejection_reason: z.string().nullable(),
  decision_maker_id: z.string(),
  loan_id: z.string().nullable(),
  status: applicationStatus,
  /** What the loan would cost, all of it paid out on the day of the decision; null where nothing is approved. */
  total_interest: amount.nullable(),
  total_payment: amount.nullable(),
  effective_annual_rate: z.number().nullable(),
  /** How many have approved it and how many must; null where one is enough. */
  approvals: approvalCount,
  /** What the assessment recommended when the decision was recorded. */
  recommended: z.looseObject({ amount, interest_rate: rate }).nullable(),
});

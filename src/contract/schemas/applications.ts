import { z } from 'zod';
import {
  amount,
  applicationStatus,
  count,
  date,
  decimalInput,
  instant,
  loanPurpose,
  pageInput,
  pageOf,
  platformType,
  wholeInput,
} from './fields.ts';

export const createApplicationRequest = z.strictObject({
  merchant_id: z.string(),
  business_name: z.string(),
  requested_amount: decimalInput,
  loan_purpose: z.string(),
  monthly_sales_volume: decimalInput,
  platform_type: z.string(),
  requested_term_months: wholeInput,
  external_reference: z.string().nullish(),
});

const application = z.looseObject({
  application_id: z.string().nullable(),
  merchant_id: z.string(),
  business_name: z.string(),
  requested_amount: amount,
  loan_purpose: loanPurpose,
  monthly_sales_volume: amount,
  platform_type: platformType,
  requested_term_months: count,
  currency: z.literal('EGP'),
  status: applicationStatus,
  created_at: date,
  external_reference: z.string().nullable(),
});
/** What taking an application adds: the merchant's other applications that still wait for a decision. */
export const takenApplication = application.extend({
  // null stands for one taken in the same dry run, which has no id yet.
  open_applications: z.array(z.string().nullable()),
});

export const createApplicationsRequest = z.strictObject({ applications: z.array(z.unknown()) });
export const takenApplications = z.array(takenApplication);

export const listApplicationsRequest = z.strictObject({
  status: z.string().optional(),
  merchant_id: z.string().optional(),
  q: z.string().optional(),
  external_reference: z.string().optional(),
  created_after: z.string().optional(),
  updated_after: z.string().optional(),
  sort: z.string().optional(),
  ...pageInput,
});
export const applicationPage = pageOf(application);

export const applicationRequest = z.strictObject({ application_id: z.string() });

/** One decision as it stands in an application's history. */
const decisionInHistory = z.looseObject({
  number: count,
  decision: z.string(),
  approved_amount: amount.nullable(),
  interest_rate: z.number().nullable(),
  term_months: count.nullable(),
  day_count: z.string().nullable(),
  repayment_style: z.string().nullable(),
  grace_months: count.nullable(),
  rejection_reason: z.string().nullable(),
  decision_maker_id: z.string(),
  overrides: z.record(z.string(), z.unknown()).nullable(),
  override_reason: z.string().nullable(),
  note: z.string().nullable(),
  loan_id: z.string().nullable(),
  decided_on: date,
  decided_at: instant,
  decided_by: z.string(),
  policy_version: count,
});
export const applicationWithHistory = application.extend({ decisions: z.array(decisionInHistory) });

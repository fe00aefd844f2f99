import { z } from 'zod';
import { count, date, instant, pageInput, wholeInput } from './fields.ts';

export const signInRequest = z.strictObject({ email: z.string(), password: z.string() });
export const refreshRequest = z.strictObject({ refresh_token: z.string() });
/** Exactly these: nothing stands beside them. */
export const accessToken = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  user_id: z.number().int(),
  email: z.string(),
});
export const revoked = z.looseObject({ revoked: z.boolean() });

const role = z.enum(['admin', 'officer', 'servicing', 'reader']);

/** How many have agreed and how many must; null where one person is enough. */
export const approvalCount = z
  .looseObject({ given: z.number().int().min(1), needed: z.number().int().min(2) })
  .nullable();

const officer = z.looseObject({
  /** null while a second person is awaited, and in a dry run. */
  user_id: z.number().int().nullable(),
  email: z.string(),
  name: z.string(),
  roles: z.array(role),
  system: z.boolean(),
  disabled_at: instant.nullable(),
  created_at: instant,
  created_by: z.string(),
});
export const listOfficersRequest = z.strictObject({ q: z.string().optional(), ...pageInput });
export const officers = z.array(officer);
export const addOfficerRequest = z.strictObject({
  email: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  /** A machine rather than a person. */
  system: z.boolean().optional(),
  password: z.string(),
});
export const changedOfficer = officer.extend({ approvals: approvalCount });
/** `officer`: the number or the e-mail. */
export const disableOfficerRequest = z.strictObject({ officer: z.string() });
export const disabledOfficer = officer;
export const officerPasswordRequest = z.strictObject({ officer: z.string(), password: z.string() });

const approval = z.looseObject({
  approval: z.number().int(),
  action: z.string(),
  object: z.string(),
  content: z.unknown(),
  given: count,
  needed: z.number().int(),
  status: z.enum(['waiting', 'carried_out', 'withdrawn', 'overtaken']),
  given_by: z.array(z.string()),
  created_at: instant,
  created_by: z.string(),
  ended_at: instant.nullable(),
  ended_by: z.string().nullable(),
});
export const listApprovalsRequest = z.strictObject({
  all: z.string().optional(),
  q: z.string().optional(),
  ...pageInput,
});
export const approvals = z.array(approval);
export const withdrawApprovalRequest = z.strictObject({ approval: wholeInput });
export const withdrawnApproval = approval;

const auditRow = z.looseObject({
  sequence: z.number().int(),
  at: instant,
  actor: z.string(),
  os_user: z.string(),
  host: z.string(),
  channel: z.enum(['terminal', 'http']),
  action: z.string(),
  object: z.string(),
  outcome: z.string(),
  request_id: z.string(),
  policy_version: z.number().int().nullable(),
  /** Every id the action touches, `object` first. */
  objects: z.array(z.string()),
});
export const listAuditRequest = z.strictObject({
  since: z.string().optional(),
  until: z.string().optional(),
  actor: z.string().optional(),
  action: z.string().optional(),
  object: z.string().optional(),
  q: z.string().optional(),
  /** `true`: who read the audit trail, instead of the trail itself. */
  reads: z.string().optional(),
  ...pageInput,
});
export const auditRows = z.array(auditRow);
export const auditRecordRequest = z.strictObject({ sequence: wholeInput });
export const auditRecord = auditRow.extend({
  before: z.unknown(),
  after: z.unknown(),
  business_date: date.nullable(),
});

export const listEventsRequest = z.strictObject({
  after: wholeInput.optional(),
  size: wholeInput.optional(),
});
export const events = z.array(
  z.looseObject({
    sequence: z.number().int(),
    at: instant,
    type: z.string(),
    actor: z.string(),
    application_id: z.string().nullable(),
    loan_id: z.string().nullable(),
    data: z.unknown(),
    /** Every loan it touches. */
    loan_ids: z.array(z.string()),
    /** Every id it touches, what it is about first. */
    objects: z.array(z.string()),
  }),
);

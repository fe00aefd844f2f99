import { z } from 'zod';
import { approvalCount } from './access.ts';
import { count, date, instant } from './fields.ts';

export const showPolicyRequest = z.strictObject({ as_of: z.string().optional() });
export const policy = z.looseObject({
  version: count,
  as_of: date,
  values: z.array(z.looseObject({ key: z.string(), value: z.unknown(), from: date.nullable() })),
});

export const setPolicyRequest = z.strictObject({
  key: z.string(),
  value: z.string(),
  from: z.string().optional(),
});
export const policyChange = z.looseObject({
  version: count,
  key: z.string(),
  value: z.unknown(),
  from: date,
  approvals: approvalCount,
  /** False: the value held on that day already, and no version was written. */
  changed: z.boolean(),
});

export const policyHistoryRequest = z.strictObject({});
export const policyHistory = z.array(
  z.looseObject({
    version: count,
    key: z.string().nullable(),
    value: z.unknown(),
    from: date.nullable(),
    set_at: instant,
    set_by: z.string(),
  }),
);

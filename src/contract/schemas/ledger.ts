import { z } from 'zod';
import { count, instant } from './fields.ts';

const anchor = z.strictObject({ sequence: count, hash: z.string() });

export const ledgerInfoRequest = z.strictObject({});
export const ledgerInfo = z.looseObject({
  kind: z.enum(['sqlite', 'postgres']),
  location: z.string(),
  schema_version: count,
  created_at: instant,
  policy_version: count,
  applications: count,
  loans: count,
  payments: count,
  merchants: count,
  orders: count,
  entries: count,
  anchor: anchor.nullable(),
});

export const verifyRequest = z.strictObject({ expect: z.string().optional() });
export const verification = z.looseObject({
  ok: z.boolean(),
  entries: count,
  loans: count,
  anchor: anchor.nullable(),
  violations: z.array(z.looseObject({ check: z.string(), where: z.string(), message: z.string() })),
});

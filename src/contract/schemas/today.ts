import { z } from 'zod';
import { count, date, instant } from './fields.ts';

/** Sums over many things may pass what a JSON number carries exactly, so they are text. */
const sum = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .describe('EGP, two decimals');

export const todayRequest = z.strictObject({});
export const today = z.looseObject({
  as_of: date,
  policy_version: z.number().int(),
  /** What there is to do, in the order it is best done. */
  lines: z.array(
    z.looseObject({
      item: z.enum([
        'applications_to_decide',
        'approvals_waiting',
        'loans_to_pay_out',
        'disbursements_pending',
        'money_held',
        'returns_held',
        'unsure_held',
        'due_today',
        'newly_overdue',
        'last_verify',
      ]),
      /** null: not a thing that is counted. */
      count: count.nullable(),
      amount: sum.nullable(),
      /** The day of the first of them; of the last verify its own day. */
      since: date.nullable(),
      /** The command line that shows them. */
      command: z.string(),
    }),
  ),
  /** null: nobody ever did, or nobody who could note it in the ledger. */
  last_verify: z.looseObject({ at: instant, by: z.string(), ok: z.boolean(), violations: count }).nullable(),
});

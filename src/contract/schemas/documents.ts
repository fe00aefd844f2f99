import { z } from 'zod';
import { count, date, instant } from './fields.ts';

export const letterheadRequest = z.strictObject({});

/** What every printed document says of the bank and of the ledger it was printed from. */
export const letterhead = z.looseObject({
  bank_name: z.string(),
  bank_name_ar: z.string(),
  bank_branch: z.string(),
  bank_branch_ar: z.string(),
  document_language: z.enum(['en', 'ar']),
  policy_version: count,
  printed_on: date,
  printed_at: instant,
  /** null: nothing is sealed yet, or there is no ledger. */
  anchor: z.strictObject({ sequence: count, hash: z.string() }).nullable(),
});

import { z } from 'zod';
import { count, date, instant } from './fields.ts';

/** Decimal text, with a sign where it is below zero. */
const sum = z.string().regex(/^-?\d+\.\d{2,5}$/);
const side = z.looseObject({ count, sum });

export const reconciliationRequest = z.strictObject({
  account: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});

const gap = z.looseObject({
  /** Last date of the statement before it, and first of the one after it. */
  after: date,
  before: date,
  closing: sum,
  opening: sum,
  /** What moved in between. */
  missing: sum,
});

export const reconciliation = z.looseObject({
  account: z.string(),
  from: date,
  to: date,
  /** Whether every difference is zero and nothing is missing between statements. */
  reconciled: z.boolean(),
  currencies: z.array(
    z.looseObject({
      currency: z.string(),
      /** Balances at the ends of the time; null: no statement says them. */
      opening: sum.nullable(),
      credits: side,
      debits: side,
      closing: sum.nullable(),
      /** What became of the credits. Posted: at once, or later from what was held. */
      posted: side,
      held: side,
      dismissed: side,
      not_a_repayment: side,
      /** Of what is posted: reversed since, one by one. For information; the money did come. */
      reversed: side,
      /**
       * closing − (opening + posted + held + dismissed + not a repayment − debits); where no statement says balances,
       * what the statements say came in and went out against the same. null: they say neither, or overlap.
       */
      difference: sum.nullable(),
      statements: count,
      /** Dates the statements reach over. */
      first_date: date.nullable(),
      last_date: date.nullable(),
      gaps: z.array(gap),
    }),
  ),
  undone_batches: z.array(
    z.looseObject({
      batch_id: z.string(),
      file_name: z.string().nullable(),
      posted_on: date,
      undone_at: instant,
      undone_by: z.string(),
      reason: z.string(),
    }),
  ),
});

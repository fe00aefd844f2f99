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

const movements = z.looseObject({ credits: side, debits: side });

const dayDifference = z.looseObject({
  first_date: date,
  last_date: date,
  /** How many tell of these days; 0: no statement does, and rows are kept of them. */
  statements: count,
  /** Those that brought the statements, else the rows. */
  batch_ids: z.array(z.string()),
  opening: sum.nullable(),
  closing: sum.nullable(),
  /** What the statements say of their entries; null: some are told twice or unread, or there is no statement. */
  stated: movements.nullable(),
  /** The rows kept, each once. */
  kept: movements,
  /** What moved by the statements less the rows kept; zero where credits and debits differ alike. */
  difference: sum,
});

export const reconciliation = z.looseObject({
  account: z.string(),
  from: date,
  to: date,
  /** Whether every difference is zero, nothing is missing between statements or refused, and nothing unsure waits. */
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
      /** Days whose rows are not what their statements tell, each by itself. */
      differences: z.array(dayDifference),
      /** Held rows that may be known already and wait: until somebody says, they count. What went out is below zero. */
      unsure: side,
      /** Held rows that a person settled as others of the account: they count nowhere else here. */
      told_again: side,
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
  /** Files of which rows were refused that nothing brought since: no balance tells what they moved. */
  refused: z.array(z.looseObject({ batch_id: z.string(), file_name: z.string().nullable(), count })),
});

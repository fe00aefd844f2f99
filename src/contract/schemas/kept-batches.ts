import { z } from 'zod';
import { count, date, instant, pageInput, pageOf } from './fields.ts';

/** Decimal text: sums of a file may pass what a JSON number carries exactly. */
const sum = z.string().regex(/^-?\d+\.\d{2,5}$/);
const currencySums = z.array(z.looseObject({ currency: z.string(), count, sum }));

export const listBatchesRequest = z.strictObject({
  /** Part of the name of a file, of a source or of an id, or the beginning of a digest. */
  q: z.string().optional(),
  ...pageInput,
});
export const batchRequest = z.strictObject({ batch_id: z.string(), ...pageInput });

const batch = z.looseObject({
  batch_id: z.string(),
  status: z.enum(['posted', 'undone']),
  /** null: standard input. */
  file_name: z.string().nullable(),
  source_format: z.string(),
  source_name: z.string().nullable(),
  posted_on: date,
  posted_at: instant,
  posted_by: z.string(),
  /** Rows that were new to the ledger. */
  rows: count,
  /** In EGP, as it was posted. */
  posted: z.looseObject({ count, sum }),
  held: z.looseObject({ count, sum }),
  /** Of the file, lower-case hex. */
  digest: z.string(),
  undone_on: date.nullable(),
  undone_at: instant.nullable(),
  undone_by: z.string().nullable(),
  undo_reason: z.string().nullable(),
});
export const batches = z.array(batch);

/** A batch with what its run said, and a page of its rows under `data`. */
export const batchWithRows = batch.extend({
  statements: z.array(z.looseObject({ account: z.string().nullable() })),
  outcomes: z.record(z.string(), currencySums),
  totals: z.record(z.string(), sum),
  warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  /** Its rows were refused before and had been corrected. */
  of_rejected: z.boolean(),
  ...pageOf(
    z.looseObject({
      line: count,
      date,
      direction: z.enum(['credit', 'debit']),
      amount: sum,
      currency: z.string(),
      outcome: z.enum(['posted', 'held', 'not_a_repayment']),
      reason: z.string().nullable(),
      loan_id: z.string().nullable(),
      payment_id: z.string().nullable(),
      held_id: z.string().nullable(),
    }),
  ).shape,
});

import { z } from 'zod';
import { amount, count, date, instant, wholeInput } from './fields.ts';

export const listJournalRequest = z.strictObject({
  /** Sequence of the last entry seen; 0 is before the first. */
  after: wholeInput.optional(),
  /** Only what was booked on that day in Cairo. */
  booked_on: z.string().optional(),
  size: wholeInput.optional(),
});

export const journal = z.array(
  z.looseObject({
    sequence: count,
    loan_id: z.string(),
    entry_number: count,
    business_name: z.string(),
    kind: z.string(),
    event_id: z.string(),
    value_date: date,
    booked_at: instant,
    booked_by: z.string(),
    reverses_entry_number: count.nullable(),
    hash: z.string(),
    postings: z.array(
      z.looseObject({
        account: z.string(),
        gl_account: z.string(),
        debit: amount,
        credit: amount,
      }),
    ),
  }),
);

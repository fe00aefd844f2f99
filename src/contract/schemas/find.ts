import { z } from 'zod';
import { amount, count, date, wholeInput } from './fields.ts';

const kind = z.enum(['merchant', 'user', 'application', 'loan', 'payment', 'held_row', 'batch']);

export const findRequest = z.strictObject({
  /** A name, or a part of it; an id, an alias, a phone number, an account, a reference or an amount. */
  q: z.string(),
  /** At most so many of each kind; 20 unless told otherwise. */
  size: wholeInput.optional(),
});
export const found = z.looseObject({
  query: z.string(),
  size: count,
  /** By kind, of each what answers by its id first. */
  matches: z.array(
    z.looseObject({
      kind,
      id: z.string(),
      /** Which of its values answers. */
      matched: z.enum(['id', 'alias', 'name', 'phone', 'account', 'reference', 'amount', 'merchant']),
      /** That value; a phone number is masked. */
      value: z.string(),
      description: z.string(),
      amount: amount.nullable(),
      date: date.nullable(),
      /** The command line that shows it. */
      command: z.string(),
    }),
  ),
  /** Kinds of which more answer than are listed. */
  more: z.array(kind),
});

import { z } from 'zod';
import { approvalCount } from './access.ts';
import { accountChange, corrections } from './corrections.ts';
import { amount, count, date, decimalInput, instant, pageInput, paymentMethod } from './fields.ts';

const state = z.enum(['open', 'settled']);
/** `receipt`: money that came in; `returned`: a movement the bank has taken back. */
const kind = z.enum(['receipt', 'returned']);

export const listHeldRowsRequest = z.strictObject({
  /** `open`, the default, `settled`, `all`, or `unsure`: those that are open and may be known already. */
  state: z.string().optional(),
  /** Part of a reference, text, payer's name, phone or account; or the whole amount. */
  q: z.string().optional(),
  batch: z.string().optional(),
  ...pageInput,
});
export const heldRowRequest = z.strictObject({ held_id: z.string() });

const heldCandidate = z.looseObject({
  /** A payment, or a row that is held; null: a row of an imported file that came to neither. */
  id: z.string().nullable(),
  /** null: booked by hand. */
  batch_id: z.string().nullable(),
  /** Of its file; null where that is not known. */
  line: z.number().int().min(1).nullable(),
  date: date.nullable(),
  amount: amount.nullable(),
  loan_id: z.string().nullable(),
  /** Codes such as `same_day` and `equal_reference`. */
  for: z.array(z.string()),
  /** Codes such as `other_text`. */
  against: z.array(z.string()),
});

export const heldRow = z.looseObject({
  held_id: z.string(),
  state,
  kind,
  date,
  amount,
  currency: z.string(),
  /** What of it waits still; 0 when settled, null in another currency than EGP, which is in no book of ours. */
  waiting_amount: amount.nullable(),
  code: z.string(),
  reason: z.string(),
  bank_reference: z.string().nullable(),
  customer_reference: z.string().nullable(),
  payer_name: z.string().nullable(),
  payer_account: z.string().nullable(),
  payer_phone: z.string().nullable(),
  text: z.string().nullable(),
  /**
   * Loans worth a look; of a returned row, the payments it may take back; of one that may be known already, the loan it
   * names, then what it may be.
   */
  suggestions: z.array(z.string()),
  /** Of a row that may be known already: what it may be, and what speaks for and against each. */
  candidates: z.array(heldCandidate),
  payment_method: paymentMethod,
  account: z.string().nullable(),
  batch_id: z.string(),
  held_at: instant,
  held_by: z.string(),
  /** What became of it, in order. */
  steps: z.array(
    z.looseObject({
      number: z.number().int().min(1),
      kind: z.enum(['matched', 'dismissed', 'undone', 'reopened']),
      /** null in another currency than EGP. */
      amount: amount.nullable(),
      loan_id: z.string().nullable(),
      payment_id: z.string().nullable(),
      reason: z.string().nullable(),
      date,
      at: instant,
      by: z.string(),
    }),
  ),
});
export const heldRows = z.array(heldRow);

export const matchHeldRowRequest = z.strictObject({
  held_id: z.string(),
  /** Loans the money is for, by any id or alias; one may be without an amount, which is then the rest of the row. */
  allocations: z
    .array(z.strictObject({ loan_id: z.string(), amount: decimalInput.nullish() }))
    .max(100)
    .optional(),
  /** Of a returned row: the payment that is taken back. */
  payment_id: z.string().nullish(),
  /** Payment date; the row's own when it is left out. */
  date: z.string().nullish(),
});

const heldNow = {
  held_id: z.string(),
  batch_id: z.string(),
  state,
  waiting_amount: amount.nullable(),
  approvals: approvalCount,
};

const bookedFromHeld = z.looseObject({
  loan_id: z.string(),
  /** null while another person is awaited. */
  payment_id: z.string().nullable(),
  payment_amount: amount,
  payment_date: date,
  payment_method: paymentMethod,
  payment_reference: z.string(),
  principal_amount: amount,
  interest_amount: amount,
  fee_amount: amount,
  credit_amount: amount,
  recovered_amount: amount,
  remaining_balance: amount,
  /** A payment of the same loan, date and amount that was booked by hand without a reference. */
  equal_payment_id: z.string().nullable(),
  corrections,
  /** There when it is dated before something booked already; null otherwise. */
  account: accountChange.nullable(),
});

export const matchedHeldRow = z.looseObject({
  ...heldNow,
  kind,
  /** The payments made of it, in the order they were given. */
  payments: z.array(bookedFromHeld),
  /** The payment a returned row took back. */
  reversed: z
    .looseObject({
      payment_id: z.string(),
      loan_id: z.string(),
      payment_date: date,
      payment_amount: amount,
      remaining_balance: amount,
      corrections,
      account: accountChange,
    })
    .nullable(),
});

export const acceptHeldRowRequest = z.strictObject({
  held_id: z.string(),
  /** Payment date; the row's own when it is left out. */
  date: z.string().nullish(),
});

export const dismissHeldRowRequest = z.strictObject({ held_id: z.string(), reason: z.string() });
export const dismissedHeldRow = z.looseObject({
  ...heldNow,
  amount,
  currency: z.string(),
  /** What is dismissed of it; null in another currency than EGP. */
  dismissed_amount: amount.nullable(),
  /** null while another person is awaited. */
  dismissed_at: instant.nullable(),
  reason: z.string(),
});

export const undoBatchRequest = z.strictObject({ batch_id: z.string(), reason: z.string() });
export const undoneBatch = z.looseObject({
  batch_id: z.string(),
  /** null while another person is awaited. */
  undone_at: instant.nullable(),
  reason: z.string(),
  file_name: z.string().nullable(),
  posted_on: date,
  /** Payments that are reversed, with those made of what it held; sums are decimal text. */
  reversed: z.looseObject({ payments: count, loans: count, amount: z.string() }),
  /** Held rows that wait and are withdrawn, by currency. */
  withdrawn: z.array(z.looseObject({ currency: z.string(), count, sum: z.string() })),
  /** Rows that may be imported anew. */
  freed_rows: count,
  /** Payments that returned rows of it took back: what is reversed stays so. */
  stay_reversed: z.array(z.string()),
  /** Payments of other origin that are divided anew. */
  corrections: z.array(corrections.element.extend({ loan_id: z.string() })),
  approvals: approvalCount,
});

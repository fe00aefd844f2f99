import { z } from 'zod';
import { count, date, paymentMethod } from './fields.ts';

/** Decimal text without a sign, as statements and our own reports have it. */
const amountText = z.string().regex(/^\d{1,20}\.\d{2,5}$/);
/** The same, below zero for an account that is overdrawn. */
const balanceText = z.string().regex(/^-?\d{1,20}\.\d{2,5}$/);
const currency = z.string().min(1).max(8);
const place = z.number().int().min(0);
const statementNumber = z.number().int().min(0);
const told = z.string().nullish();

const statedAmount = z.strictObject({ amount: amountText, currency });
const statedBalance = statedAmount.extend({ negative: z.boolean(), date: date.nullish() });
const sideTotal = z.strictObject({ count, rows: count, sum: amountText });

/** What is said of a file once, before its parts. */
export const batchFile = z.strictObject({
  /** SHA-256 of its bytes, lower-case hex. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  source_format: z.enum([
    'csv',
    'xlsx',
    'ods',
    'html',
    'jsonl',
    'camt.052',
    'camt.053',
    'camt.054',
    'mt940',
    'mt942',
    'ofx',
    'qif',
    'bai2',
  ]),
  /** Without its folder; null: standard input. */
  file_name: z.string().max(255).nullable(),
  /** The source profile it was read with. */
  source_name: z.string().max(255).nullable(),
  /** Of rows that name none. */
  method: paymentMethod,
  /** Whether the value date is the payment date, rather than the booking date. */
  use_value_date: z.boolean(),
  /** Whether balances that do not tie post nothing. */
  strict_balances: z.boolean(),
  /** Whether a gap before a statement, an overlap or an older one posts nothing. */
  strict_sequence: z.boolean(),
  /** Rows of money that came in, as whoever sends it says. */
  expect_count: count.nullable(),
  /** And their sum in EGP, decimal text. */
  expect_total: amountText.nullable(),
  /** `reject`: the rows that are right are posted though others are refused. */
  on_error: z.enum(['stop', 'reject']),
  /** Whether a bank made it, of an account; false: staff prepared it, in our own columns. */
  has_account: z.boolean(),
  /** Whether its rows were refused before and are corrected now. */
  of_rejected: z.boolean().optional(),
});

const statementPart = z.strictObject({
  kind: z.literal('statement'),
  /** From 1, in the order of the file. */
  statement: statementNumber,
  line: place,
  account: told,
  currency: currency.nullish(),
  id: told,
  sequence: told,
  /** The bank may still change what it says. */
  intraday: z.boolean(),
});

const rowPart = z.strictObject({
  kind: z.literal('row'),
  statement: statementNumber,
  line: place,
  place: told,
  direction: z.enum(['credit', 'debit']),
  status: z.enum(['booked', 'pending', 'info', 'failed']),
  returned: z.strictObject({ of: z.enum(['credit', 'debit']), reference: told }).nullish(),
  /** What the account received or paid, charges taken off. */
  amount: amountText,
  currency,
  booking_date: date,
  date_from: z.enum(['booking', 'value', 'closing']),
  value_date: date.nullish(),
  bank_reference: told,
  entry_reference: told,
  customer_reference: told,
  end_to_end_id: told,
  loan: told,
  method: told,
  text: told,
  payer_account: told,
  payer_phone: told,
  payer_name: told,
  /** The account's balance after it as the file states it, below zero when overdrawn. */
  balance: balanceText.nullish(),
  /** Cells of columns nobody mapped, `Heading: cell`. */
  other_text: told,
  /** Of our own export: the payment it tells of. */
  payment_id: told,
  charges: statedAmount.nullish(),
  instructed: statedAmount.nullish(),
  /** Why several payments, perhaps of several loans, are this one row. */
  undivided: told,
});

const faultPart = z.strictObject({
  kind: z.literal('fault'),
  /** `file`: nothing of the file may be posted. */
  scope: z.enum(['row', 'file']),
  statement: statementNumber,
  line: place,
  place: told,
  column: told,
  value: told,
  code: z.string(),
  message: z.string(),
  /** What came in by a row whose amount can be read though the row cannot. */
  received: statedAmount.nullish(),
});

const warningPart = z.strictObject({
  kind: z.literal('warning'),
  /** 0: of the file. */
  statement: statementNumber,
  line: place.nullish(),
  code: z.string(),
  message: z.string(),
});

const statementEndPart = z.strictObject({
  kind: z.literal('statement-end'),
  statement: statementNumber,
  account: told,
  currency: currency.nullish(),
  opening: statedBalance.nullish(),
  closing: statedBalance.nullish(),
  entries: count,
  credits: sideTotal,
  debits: sideTotal,
  others: z.array(z.strictObject({ currency, credits: sideTotal, debits: sideTotal })),
  ties: z.boolean().nullable(),
  first_date: date.nullish(),
  last_date: date.nullish(),
});

/** What a reader made of a file, part by part in its order; what is null may be left out. */
export const canonicalPart = z.discriminatedUnion('kind', [
  rowPart,
  statementPart,
  faultPart,
  warningPart,
  statementEndPart,
]);

/** There may be a hundred thousand of them: in a program they are made as they are gone through. */
const manyOf = <Each>(each: z.ZodType<Each>) => z.array(each) as unknown as z.ZodType<Iterable<Each>>;

/** Over HTTP: JSON Lines, `file` on the first line and each part on one of its own. */
export const planBatchRequest = z.strictObject({ file: batchFile, parts: manyOf(canonicalPart) });

export const postBatchRequest = z.strictObject({ batch_id: z.string(), plan_digest: z.string() });

const side = z.looseObject({ count, sum: amountText });
const statementSummary = z.looseObject({
  account: z.string().nullable(),
  currency: z.string().nullable(),
  opening: balanceText.nullable(),
  closing: balanceText.nullable(),
  ties: z.boolean().nullable(),
  entries: count,
  credits: side,
  debits: side,
});

const currencySums = z.array(z.looseObject({ currency: z.string(), count, sum: amountText }));
const outcome = z.enum(['post', 'already_imported', 'held', 'not_a_repayment', 'refused']);

const division = z.looseObject({
  principal_amount: amountText,
  interest_amount: amountText,
  fee_amount: amountText,
  credit_amount: amountText,
  recovered_amount: amountText,
  remaining_balance: amountText,
});

/** In the order of the file. Amounts are decimal text; null where a row has none. */
const plannedRow = z.looseObject({
  line: count,
  reference: z.string().nullable(),
  amount: amountText.nullable(),
  currency: z.string().nullable(),
  /** Of the payment it makes or would make. */
  date: date.nullable(),
  outcome,
  /** In words: why it goes to its loan, is held, is no repayment or is refused. */
  reason: z.string().nullable(),
  loan_id: z.string().nullable(),
  /** Of a posted row, or of the payment an already imported one is; null in a plan. */
  payment_id: z.string().nullable(),
  principal_amount: amountText.nullable(),
  interest_amount: amountText.nullable(),
  remaining_balance: amountText.nullable(),
  fee_amount: amountText.nullable(),
  credit_amount: amountText.nullable(),
  recovered_amount: amountText.nullable(),
  /** Number of its statement, from 1; 0: of the file. */
  statement: count,
  /** Where its line says too little. */
  place: z.string().nullable(),
  /** Of a held or refused row. */
  code: z.string().nullable(),
  /** Of a refused row: the heading, tag or element, and what stands there. */
  column: z.string().nullable(),
  value: z.string().nullable(),
  held_id: z.string().nullable(),
  /** Of an already imported row: the batch it came with first; null when its payment was booked by hand. */
  batch_id: z.string().nullable(),
  /** Of a row that cannot be read: all that is wrong with it; `code`, `column` and `value` are of the first. */
  faults: z
    .array(
      z.looseObject({
        column: z.string().nullable(),
        value: z.string().nullable(),
        code: z.string(),
        message: z.string(),
      }),
    )
    .nullable(),
});

/** What a file comes to: as a plan, or as it was posted. */
export const plannedBatch = z.looseObject({
  /** null: a dry run, or there is nothing to post. */
  batch_id: z.string().nullable(),
  /** Digest of the file, lower-case hex. */
  digest: z.string(),
  source_format: z.string(),
  dry_run: z.boolean(),
  statements: z.array(statementSummary),
  outcomes: z.looseObject({
    post: currencySums,
    already_imported: currencySums,
    held: currencySums,
    not_a_repayment: currencySums,
    refused: currencySums,
  }),
  /** Of the rows that are posted. */
  totals: z.looseObject({
    principal: amountText,
    interest: amountText,
    fees: amountText,
    credit: amountText,
  }),
  warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  file_name: z.string().nullable(),
  source_name: z.string().nullable(),
  /** Its rows were refused before and are corrected. */
  of_rejected: z.boolean(),
  /** Over what the plan would do: posting it wants the same. */
  plan_digest: z.string(),
  /** How it ends: nothing waits for a person, something does, or nothing is posted. */
  verdict: z.enum(['done', 'waiting', 'nothing_posted']),
  /** Why nothing of the file may be posted, apart from refused rows. */
  file_faults: z.array(
    z.looseObject({
      line: count.nullable(),
      column: z.string().nullable(),
      value: z.string().nullable(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  /** Rows in the file that the ledger did not know, and those it did. */
  new_rows: count,
  /** Statements that bring no new row and are kept all the same, since the next one follows them. */
  quiet_statements: count.optional(),
  known_rows: count,
  /** Where every row is known from one batch: that one. */
  already_posted_batch: z.string().nullable(),
  /** Payments booked before that are divided otherwise by rows dated before them. */
  corrections: z.array(
    z.looseObject({
      loan_id: z.string(),
      payment_id: z.string(),
      payment_date: date,
      before: division,
      after: division,
    }),
  ),
  rows: manyOf(plannedRow),
});

import { parseDate } from '../../domain/dates.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { parseId } from '../../domain/identifiers.ts';
import { foldDigits, parseAmount } from '../../domain/money.ts';
import type { FieldFault } from '../../domain/refusal.ts';
import { readStrictJson } from '../../domain/strict-json.ts';
import { SPREADSHEET_NUMBER } from '../cell-words.ts';
import { MAX_JSON_DEPTH, nestsTooDeep } from '../json-depth.ts';
import { damagedReference } from './csv-payment.ts';
import { exportedStatus, figuresNotRead, isExportedFigure } from './own-export.ts';
import { PAYMENT_METHODS } from './source-profile.ts';
import { exactAmount, type ReadAmount } from './statement-amount.ts';
import type {
  RowStatus,
  StatedAmount,
  StatementBegin,
  StatementFault,
  StatementPart,
  StatementRow,
} from './statement-part.ts';
import { StatementTally } from './statement-tally.ts';
import { statusOfWord } from './statement-words.ts';
import { textLines } from './text-lines.ts';

/** What a payment can say. */
export const PAYMENT_FIELDS = [
  'loan_id',
  'payment_amount',
  'payment_date',
  'payment_method',
  'payment_reference',
  'currency',
  'value_date',
  'details',
  'payment_id',
  'status',
];

/** The number behind payment_amount as it was written: a float would change some. */
const AMOUNT_TEXT = /"payment_amount"\s*:\s*(-?\d[\d.eE+-]*)/g;

const BEGIN: StatementBegin = {
  kind: 'statement',
  statement: 1,
  line: 1,
  account: null,
  currency: 'EGP',
  id: null,
  sequence: null,
  intraday: false,
};

/**
 * Reads JSON Lines, one payment a line with the fields of our own columns; blank lines are no payments. Staff
 * prepare these: a line that is not right is a fault in its place, with every field that is wrong.
 */
export async function* paymentLines(text: AsyncIterable<string>): AsyncGenerator<readonly StatementPart[]> {
  const tally = new StatementTally(BEGIN);
  const figures = new Set<string>();
  yield [BEGIN];
  let number = 0;
  for await (const lines of textLines(text)) {
    const parts: StatementPart[] = [];
    for (const line of lines) {
      number += 1;
      if (line !== null && line.trim() === '') continue;
      const read = readLine(number, line, figures);
      if (read[0]?.kind === 'row') tally.see(read[0]);
      else tally.seeUnreadable();
      parts.push(...read);
    }
    yield parts;
  }
  yield [...tally.end({ opening: null, closing: null }, []), ...figuresNotRead([...figures])];
}

/** Reads a line, and notes in `figures` what it has of our lists of payments that is not read. */
function readLine(
  line: number,
  text: string | null,
  figures: Set<string>,
): readonly (StatementRow | StatementFault)[] {
  const unreadable = (message: string) => [
    faultOf(line, text, { field: '', code: 'unreadable_row', message }, null),
  ];
  if (text === null) return unreadable('the line is too long for a payment');
  if (text.includes('\ufffd'))
    return unreadable('the line has letters that are not UTF-8, or were lost before');
  const record = recordOfLine(text);
  if (typeof record === 'string') return unreadable(record);
  for (const field of Object.keys(record)) if (isExportedFigure(field)) figures.add(field);
  const reader = new FieldReader(
    Object.fromEntries(Object.entries(record).filter(([field]) => !isExportedFigure(field))),
  );
  const { row, received } = rowOf(reader, line, text);
  if (row !== null) return [row];
  return reader.faults.map((fault) => ({
    ...faultOf(line, text, fault, record[fault.field]),
    ...(received === null ? {} : { received }),
  }));
}

/** The fields of a line that is a JSON object, with its amount as it was written; or why it is none that can be meant. */
export function recordOfLine(text: string): Record<string, unknown> | string {
  if (nestsTooDeep(text)) return `the line nests deeper than ${MAX_JSON_DEPTH} levels`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'the line is not JSON: a payment stands whole on one line';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'the line is no JSON object';
  const strict = readStrictJson(text, MAX_JSON_DEPTH);
  if (!strict.ok) return strict.reason.replace(/^it /, 'the line ');
  const record: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  const { payment_amount: amount } = record;
  if (typeof amount === 'number') {
    // A member of the line may have one of that name too.
    const written = [...text.matchAll(AMOUNT_TEXT)].map(([, digits]) => digits as string);
    record.payment_amount = written.find((digits) => Number(digits) === amount) ?? String(amount);
  }
  return record;
}

/** The row of a line; null when it has faults, with what came in by it as far as they leave that to be read. */
function rowOf(
  reader: FieldReader,
  line: number,
  text: string,
): { readonly row: StatementRow | null; readonly received: StatedAmount | null } {
  reader.allowOnly(PAYMENT_FIELDS);
  const paymentId = reader.parsed('payment_id', (given) => parseId('payment', given));
  const status = statusIn(reader, paymentId !== null);
  // Money that is held is for no loan yet.
  reader.require([...(status === 'pending' ? [] : ['loan_id']), 'payment_amount', 'payment_date']);
  const loan = reader.token('loan_id', 64);
  const currency = reader.has('currency') ? reader.token('currency', 3) : 'EGP';
  if (currency !== null && !/^[A-Z]{3}$/.test(currency)) {
    reader.fault('currency', 'invalid_currency', `"${currency}" is not a currency of three capital letters`);
  }
  const money = reader.parsed('payment_amount', (given) => amountIn(given, currency ?? 'EGP'));
  if (money?.amountPiastres === 0)
    reader.fault('payment_amount', 'invalid_amount', 'payment_amount is not above zero');
  const bookingDate = reader.parsed('payment_date', parseDate);
  const valueDate = reader.parsed('value_date', parseDate);
  const method = reader.choice('payment_method', PAYMENT_METHODS);
  const bankReference = reader.token('payment_reference', 200);
  if (bankReference !== null && SPREADSHEET_NUMBER.test(bankReference)) {
    reader.fault('payment_reference', 'reference_damaged', damagedReference(bankReference));
  }
  const details = reader.text('details', 1_000, { prose: true });
  const isMoneyRead = reader.faults.every(({ field }) => field !== 'payment_amount' && field !== 'currency');
  const received =
    money === null || currency === null || !isMoneyRead ? null : { amount: money.amount, currency };
  if (reader.faults.length > 0 || money === null || bookingDate === null) return { row: null, received };
  const row: StatementRow = {
    kind: 'row',
    statement: 1,
    line,
    place: null,
    original: [text],
    direction: status === 'returned' ? 'debit' : 'credit',
    status: status === 'returned' ? 'booked' : status,
    returned: status === 'returned' ? { of: 'credit', reference: bankReference } : null,
    ...money,
    currency: currency as string,
    bookingDate,
    dateFrom: 'booking',
    valueDate,
    bankReference,
    entryReference: null,
    customerReference: null,
    endToEndId: null,
    loan,
    method,
    text: details,
    payerAccount: null,
    payerPhone: null,
    payerName: null,
    balance: null,
    otherText: null,
    ...(paymentId === null ? {} : { paymentId }),
    charges: null,
    instructed: null,
  };
  return { row, received };
}

/** What a status says; without one the money moved. One that is taken back and names no payment went out again. */
function statusIn(reader: FieldReader, hasPaymentId: boolean): RowStatus | 'returned' {
  const word = reader.has('status') ? reader.token('status', 40) : null;
  if (word === null) return 'booked';
  const status = exportedStatus(word, hasPaymentId) ?? statusOfWord(word);
  if (status === null) {
    const message = `"${word}" does not say whether the money moved`;
    reader.fault('status', 'unknown_status', message);
  }
  return status ?? 'booked';
}

/** EGP by the rule for amounts everywhere; other currencies by the digits they have. */
function amountIn(text: string, currency: string) {
  const inPounds = parseAmount(text);
  if (currency === 'EGP' && typeof inPounds !== 'number') return inPounds;
  const read: ReadAmount = exactAmount(foldDigits(text), currency);
  if ('reason' in read)
    return { refused: true as const, code: 'invalid_amount', message: `${text} ${read.reason}` };
  return read;
}

function faultOf(line: number, text: string | null, fault: FieldFault, value: unknown): StatementFault {
  return {
    kind: 'fault',
    scope: 'row',
    statement: 1,
    line,
    place: null,
    column: fault.field || null,
    value: value === undefined || value === null ? null : String(value).slice(0, 200),
    code: fault.code,
    message: fault.message,
    original: text === null ? [] : [text],
  };
}

import type { CalendarDate } from './dates.ts';
import { isRealReference } from './real-reference.ts';

/** What a line of a file is known again by. */
export interface KeyedRow {
  readonly status: 'booked' | 'pending' | 'info' | 'failed';
  readonly direction: 'credit' | 'debit';
  /** Decimal text, as statements give it. */
  readonly amount: string;
  readonly currency: string;
  readonly bookingDate: CalendarDate;
  readonly valueDate: CalendarDate | null;
  readonly bankReference: string | null;
  /** Whether its bank's reference is a real one (`isRealReference`), and no other payer's in its file. */
  readonly isReferenceReal: boolean;
  readonly customerReference: string | null;
  readonly endToEndId: string | null;
  readonly text: string | null;
  /** Of columns nobody mapped. */
  readonly otherText: string | null;
  readonly payerAccount: string | null;
  readonly payerPhone: string | null;
  readonly payerName: string | null;
}

/**
 * What a row says, to be digested into its key: account, money, date and its real reference, or without one every text
 * of it. `account` is the bank's account, in our own columns the loan. A statement's id and a line's place are not in
 * it: the next file has the same row elsewhere. Part of the format of a ledger, so nothing of it changes for a row that
 * has no more than rows of older versions had.
 */
export function rowContent(account: string, row: KeyedRow): string {
  const { status, direction, amount, currency, bookingDate, bankReference } = row;
  // What a bank only announces is another row than the one it books later.
  const money = [account, currency, direction, amount, bookingDate, ...(status === 'booked' ? [] : [status])];
  if (row.isReferenceReal) return JSON.stringify(['reference', ...money, bankReference]);
  const { valueDate, customerReference, endToEndId, text, payerAccount, payerPhone, payerName } = row;
  const told = [valueDate, customerReference, endToEndId, text, payerAccount, payerPhone, payerName];
  // One that several payers have says something; what stands where there is none says nothing.
  const shared = bankReference !== null && isRealReference(bankReference) ? bankReference : null;
  const more = [row.otherText, shared].flatMap((one) => one ?? []);
  return JSON.stringify([
    'content',
    ...money,
    ...told.map(withoutSurplusBlanks),
    ...more.map(withoutSurplusBlanks),
  ]);
}

/** A spreadsheet or another layout changes the blanks of a text and nothing else. */
function withoutSurplusBlanks(text: string | null): string | null {
  return text !== null && /^\s|\s$|\s\s/.test(text) ? text.trim().replace(/\s+/g, ' ') : text;
}

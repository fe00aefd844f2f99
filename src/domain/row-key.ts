import type { CalendarDate } from './dates.ts';

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
  readonly customerReference: string | null;
  readonly endToEndId: string | null;
  readonly text: string | null;
  readonly payerAccount: string | null;
  readonly payerPhone: string | null;
  readonly payerName: string | null;
}

/**
 * Gives the rows of one file the keys under which they are never booked twice: account, bank reference, amount,
 * direction and date where there is a reference, otherwise the whole content. Equal rows are equal payments, so the
 * n-th of them has the number n in every file. A statement's id and a line's place are in no key: the next file has
 * the same row elsewhere.
 */
export class RowKeys {
  readonly #digest: (content: string) => string;
  readonly #occurrences = new Map<string, number>();

  /** `digest` shortens a content, the same on every machine. */
  constructor(digest: (content: string) => string) {
    this.#digest = digest;
  }

  /** The key of the next row of the file. `account` is the bank's account, in our own columns the loan. */
  next(account: string, row: KeyedRow): { readonly key: string; readonly occurrence: number } {
    const key = this.#digest(rowContent(account, row));
    const occurrence = (this.#occurrences.get(key) ?? 0) + 1;
    this.#occurrences.set(key, occurrence);
    return { key, occurrence };
  }

  /** How many rows of the file have a key, so far. */
  countOf(key: string): number {
    return this.#occurrences.get(key) ?? 0;
  }
}

function rowContent(account: string, row: KeyedRow): string {
  const { status, direction, amount, currency, bookingDate, bankReference } = row;
  // What a bank only announces is another row than the one it books later.
  const money = [account, currency, direction, amount, bookingDate, ...(status === 'booked' ? [] : [status])];
  if (bankReference !== null) return JSON.stringify(['reference', ...money, bankReference]);
  const { valueDate, customerReference, endToEndId, text, payerAccount, payerPhone, payerName } = row;
  const told = [valueDate, customerReference, endToEndId, text, payerAccount, payerPhone, payerName];
  return JSON.stringify(['content', ...money, ...told]);
}

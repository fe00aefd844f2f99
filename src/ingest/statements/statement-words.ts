import { EVENT_WORDS } from '../cell-words.ts';
import { plainHeading } from '../plain-heading.ts';
import type { Label } from './source-profile.ts';
import type { RowStatus } from './statement-part.ts';

/** Words before the headings and after the rows of a bank's CSV, in one spelling. */
const LABEL_WORDS: ReadonlyMap<Label, readonly string[]> = new Map([
  [
    'account',
    [
      'account number',
      'account no',
      'account',
      'a/c no',
      'iban',
      'رقم الحساب',
      'الحساب',
      'حساب رقم',
      'كشف حساب رقم',
      'كشف الحساب رقم',
      'رقم الآيبان',
      'رقم الايبان',
      'الآيبان',
      'الايبان',
    ],
  ],
  ['currency', ['currency', 'account currency', 'ccy', 'العملة', 'عملة الحساب']],
  [
    'opening',
    [
      'opening balance',
      'balance at start of period',
      'balance brought forward',
      'brought forward',
      'beginning balance',
      'initial balance',
      'start balance',
      'previous balance',
      'رصيد افتتاحي',
      'الرصيد الافتتاحي',
      'رصيد أول المدة',
      'رصيد اول المدة',
      'رصيد سابق',
      'الرصيد السابق',
    ],
  ],
  [
    'closing',
    [
      'closing balance',
      'balance at end of period',
      'balance carried forward',
      'carried forward',
      'ending balance',
      'final balance',
      'end balance',
      'رصيد ختامي',
      'الرصيد الختامي',
      'رصيد آخر المدة',
      'رصيد اخر المدة',
      'الرصيد النهائي',
    ],
  ],
  [
    'total',
    [
      'total',
      'totals',
      'grand total',
      'sub total',
      'subtotal',
      'الإجمالي',
      'الاجمالي',
      'إجمالي',
      'اجمالي',
      'المجموع',
    ],
  ],
]);

/** A labelled value: `Account Number : 0123`, or a label with the value in a cell of its own. */
export interface Labelled {
  readonly label: Label;
  readonly value: string;
  /** The cell holds the label and nothing else. */
  readonly isAlone: boolean;
}

/** A colon, a number or an IBAN behind a label in its cell, or what the label is of, in brackets. */
const BEHIND_LABEL = /^\s*(?:[:\d\u0660-\u0669\u06f0-\u06f9(]|[a-z]{2}\d{2})/;
const ACCOUNT_BEHIND_WORDS = /^[^:(]*?\s((?:[A-Z]{2})?[\d\u0660-\u0669\u06f0-\u06f9].*)$/i;

/** Finds what the cells of a line say about the statement. */
export function labelledCells(
  cells: readonly string[],
  more: { readonly [label in Label]?: readonly string[] },
): readonly Labelled[] {
  const found: Labelled[] = [];
  cells.forEach((cell, at) => {
    const text = plainHeading(cell);
    if (text === '') return;
    for (const [label, known] of LABEL_WORDS) {
      const words = more[label] === undefined ? known : [...known, ...more[label].map(plainHeading)];
      const word = words.find(
        (one) => text === one || (text.startsWith(one) && BEHIND_LABEL.test(text.slice(one.length))),
      );
      if (word === undefined) continue;
      const behind =
        /^[^:]*:\s*(.+)$/.exec(cell) ?? (label === 'account' ? ACCOUNT_BEHIND_WORDS.exec(cell) : null);
      const inCell = behind?.[1]?.trim();
      const value =
        inCell ??
        cells
          .slice(at + 1)
          .find((other) => other.trim() !== '')
          ?.trim() ??
        '';
      found.push({ label, value, isAlone: text === word });
      return;
    }
  });
  return found;
}

/** A currency that stands in a cell alone (`: EUR`); null for anything else. */
export function loneCurrency(cell: string): string | null {
  const code = /^[\s:]*([A-Z]{3})\s*$/.exec(cell)?.[1];
  return code !== undefined && CURRENCY_CODES.includes(code) ? code : null;
}

/** Codes that may stand alone in a preamble; other words of three capitals are an organisation's name. */
const CURRENCY_CODES =
  'EGP USD EUR GBP SAR AED KWD QAR BHD OMR JOD LBP IQD SYP SDG LYD TND DZD MAD TRY CHF JPY CNY INR KES UGX TZS RWF ETB NGN GHS ZAR PLN CZK HUF RON BGN SEK NOK DKK CAD AUD';

const STATUS_WORDS: ReadonlyMap<string, RowStatus | 'returned'> = new Map([
  ...[
    'completed',
    'complete',
    'booked',
    'posted',
    'success',
    'successful',
    'settled',
    'cleared',
    'paid',
    'approved',
    'مكتمل',
    'مكتملة',
    'ناجحة',
    'ناجح',
    'منفذة',
    'منفذ',
  ].map((word) => [word, 'booked'] as const),
  ...[
    'pending',
    'in progress',
    'processing',
    'authorised',
    'authorized',
    'initiated',
    'uncleared',
    'معلق',
    'معلقة',
    'قيد التنفيذ',
  ].map((word) => [word, 'pending'] as const),
  ...[
    'failed',
    'declined',
    'cancelled',
    'canceled',
    'rejected',
    'expired',
    'void',
    'voided',
    'فاشلة',
    'فشل',
    'مرفوضة',
    'ملغاة',
  ].map((word) => [word, 'failed'] as const),
  ...['info', 'information'].map((word) => [word, 'info'] as const),
  ...[
    'returned',
    'return',
    'reversed',
    'reversal',
    'refunded',
    'bounced',
    'chargeback',
    'مرتجع',
    'مرتجعة',
    'مردود',
    'معكوسة',
  ].map((word) => [word, 'returned'] as const),
]);

/** What a status column says of a row; null for a word that is not known. */
export function statusOfWord(text: string): RowStatus | 'returned' | null {
  return STATUS_WORDS.get(plainHeading(text)) ?? null;
}

/** What a bank takes for taking a payment back is no return of it. */
const CHARGE_WORDS = ['charge', 'charges', 'fee', 'fees', 'commission', 'عمولة', 'رسوم'];

/** True for a text that tells of a payment taken back, like "Pay Bill Reversal", and not of the charge for it. */
export function tellsOfReturn(text: string): boolean {
  const words = plainHeading(text).split(/[^\p{L}\p{M}]+/u);
  return (
    words.some((word) => STATUS_WORDS.get(word) === 'returned') &&
    !words.some((word) => CHARGE_WORDS.includes(word))
  );
}

/** The direction that a type column says; null for a word that says none. */
export function directionOfWord(text: string): 'credit' | 'debit' | null {
  const event = EVENT_WORDS.get(plainHeading(text));
  return event === 'cash_in' ? 'credit' : event === 'cash_out' ? 'debit' : null;
}

import { foldForSearch } from '../../domain/search-folding.ts';
import { EVENT_WORDS } from '../cell-words.ts';
import { plainHeading } from '../plain-heading.ts';
import type { StatusName, StatusWords } from '../sign-and-status.ts';
import type { RowStatus } from './statement-part.ts';

/** What lines before the headings and after the rows can say. */
export const LABELS = ['account', 'currency', 'opening', 'closing', 'total'] as const;
export type Label = (typeof LABELS)[number];

const words = (text: string): readonly string[] => text.split('|').map((word) => folded(word));

/** Words before the headings and after the rows of a bank's CSV, in one spelling. */
const LABEL_WORDS: ReadonlyMap<Label, readonly string[]> = new Map([
  [
    'account',
    words(
      'account number|account no|account|a/c no|iban|رقم الحساب|الحساب|حساب رقم|كشف حساب رقم|كشف الحساب رقم|رقم الآيبان|الآيبان',
    ),
  ],
  ['currency', words('currency|account currency|ccy|العملة|عملة الحساب')],
  [
    'opening',
    words(
      `opening balance|opening bal|opening ledger balance|opening book balance|balance at start of period|balance brought forward|
       balance brought fwd|balance b/f|balance b/fwd|balance bf|brought forward|brought fwd|b/f|b/fwd|beginning balance|initial balance|
       start balance|starting balance|previous balance|رصيد افتتاحي|الرصيد الافتتاحي|رصيد أول المدة|رصيد أول الفترة|رصيد بداية المدة|
       رصيد بداية الفترة|رصيد سابق|الرصيد السابق|رصيد مدور|الرصيد المدور|رصيد مرحل من قبله|رصيد منقول|الرصيد المنقول`,
    ),
  ],
  [
    'closing',
    words(
      `closing balance|closing bal|closing ledger balance|closing book balance|balance at end of period|balance carried forward|
       balance carried fwd|balance c/f|balance c/fwd|balance cf|carried forward|carried fwd|c/f|c/fwd|ending balance|final balance|
       end balance|رصيد ختامي|الرصيد الختامي|رصيد آخر المدة|رصيد آخر الفترة|رصيد نهاية المدة|رصيد نهاية الفترة|الرصيد النهائي|
       رصيد مرحل|الرصيد المرحل|رصيد مرحل إلى ما بعده`,
    ),
  ],
  [
    'total',
    words(
      `total|totals|grand total|sub total|subtotal|page total|total debit|total debits|total credit|total credits|total withdrawals|
       total deposits|total amount|الإجمالي|إجمالي|المجموع|المجموع الكلي|الإجمالي الكلي|الإجمالي العام|إجمالي المدين|إجمالي الدائن|
       إجمالي الحركات|إجمالي الإيداعات|إجمالي السحوبات`,
    ),
  ],
]);

/** A word as it is compared: without case, and in one spelling of Arabic. */
function folded(word: string): string {
  return foldForSearch(plainHeading(word));
}

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
    const text = folded(cell);
    if (text === '') return;
    for (const [label, known] of LABEL_WORDS) {
      const words = more[label] === undefined ? known : [...known, ...more[label].map(folded)];
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

const FIRST_WORDS = new Set(
  (['opening', 'closing', 'total'] as const).flatMap((label) =>
    (LABEL_WORDS.get(label) ?? []).map((word) => word.split(' ')[0] as string),
  ),
);
/** When a balance was so, behind its name. */
const AS_OF = /[\s:*.–-]*(?:(?:as of|as at|on|at|for|في|بتاريخ)[\s:]+)?[\s\d/.:–-]*$/u;

/** The balance or total that a text names, and nothing else but its day; null for any other text. */
export function statedLabel(
  text: string,
  more: { readonly [label in Label]?: readonly string[] },
): 'opening' | 'closing' | 'total' | null {
  // Nearly every row of a file is a movement, so that its first word must do.
  const first = /^[\s*]*([^\s:]+)/.exec(text)?.[1];
  const isCustom = more.opening !== undefined || more.closing !== undefined || more.total !== undefined;
  if (first === undefined || (!isCustom && !FIRST_WORDS.has(folded(first)))) return null;
  const name = folded(text)
    .replace(/^[\s*]+/, '')
    .replace(AS_OF, '');
  for (const label of ['opening', 'closing', 'total'] as const) {
    if (LABEL_WORDS.get(label)?.includes(name) || more[label]?.some((word) => folded(word) === name))
      return label;
  }
  return null;
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
  ...words(
    `completed|complete|booked|posted|success|successful|succeeded|settled|cleared|captured|paid|approved|processed|executed|done|
     accepted|confirmed|مكتمل|مكتملة|اكتملت|تم|تمت|تم بنجاح|تمت بنجاح|ناجحة|ناجح|ناجحه|نجحت|منفذة|منفذ|مرحلة|مسوى|مسواة|مدفوع|مدفوعة|مقبولة`,
  ).map((word) => [word, 'booked'] as const),
  ...words(
    `pending|in progress|in process|processing|authorised|authorized|initiated|created|scheduled|uncleared|on hold|held|waiting|queued|
     submitted|معلق|معلقة|قيد التنفيذ|قيد المعالجة|قيد الانتظار|جاري التنفيذ|تحت التنفيذ|انتظار`,
  ).map((word) => [word, 'pending'] as const),
  ...words(
    `failed|failure|declined|cancelled|canceled|rejected|expired|void|voided|error|denied|aborted|unsuccessful|timed out|timeout|
     فاشلة|فاشل|فشل|فشلت|مرفوضة|مرفوض|ملغاة|ملغي|ملغية|منتهية|منتهية الصلاحية|لم تتم|لم تنجح`,
  ).map((word) => [word, 'failed'] as const),
  ...words('info|information').map((word) => [word, 'info'] as const),
  ...words(
    `returned|return|reversed|reversal|refunded|refund|bounced|chargeback|charged back|charge back|مرتجع|مرتجعة|مردود|مردودة|معكوسة|
     معكوس|مستردة|مسترد|تم الاسترداد|تم رد المبلغ|ملغاة بعد التنفيذ|مرتدة|مرتد`,
  ).map((word) => [word, 'returned'] as const),
]);

/** What words of a status column mean, by what a person said of them. */
const STATUSES: Readonly<Record<StatusName, RowStatus | 'returned'>> = {
  posted: 'booked',
  failed: 'failed',
  pending: 'pending',
  reversed: 'returned',
};

/** Words of a status column under the spelling in which they are looked up. */
export function foldedStatuses(said: Iterable<readonly [string, StatusName]>): StatusWords {
  return new Map(Array.from(said, ([word, status]) => [folded(word), status]));
}

/** What a status column says of a row, words that a person explained first; null for a word that is not known. */
export function statusSaid(text: string, said: StatusWords | null): RowStatus | 'returned' | null {
  const own = said?.get(folded(text));
  return own === undefined ? statusOfWord(text) : STATUSES[own];
}

/** What a status column says of a row; null for a word that is not known. */
export function statusOfWord(text: string): RowStatus | 'returned' | null {
  return STATUS_WORDS.get(folded(text)) ?? null;
}

/** What a bank takes for taking a payment back is no return of it. */
const CHARGE_WORDS = words('charge|charges|fee|fees|commission|عمولة|رسوم');

/** True for a text that tells of a payment taken back, like "Pay Bill Reversal", and not of the charge for it. */
export function tellsOfReturn(text: string): boolean {
  const told = folded(text).split(/[^\p{L}\p{M}]+/u);
  return (
    told.some((word) => STATUS_WORDS.get(word) === 'returned') &&
    !told.some((word) => CHARGE_WORDS.includes(word))
  );
}

const DIRECTIONS: ReadonlyMap<string, 'credit' | 'debit'> = new Map([
  ...words(
    'c|cr|crdt|credit|credited|in|inward|incoming|inflow|deposit|received|money in|paid in|+|دائن|د|له|ايداع|إضافة|وارد|حركة دائنة|دائنة',
  ).map((word) => [word, 'credit'] as const),
  ...words(
    'd|dr|db|dbit|debit|debited|out|outward|outgoing|outflow|withdrawal|money out|paid out|-|مدين|م|عليه|سحب|خصم|صادر|منصرف|حركة مدينة|مدينة',
  ).map((word) => [word, 'debit'] as const),
]);

/** The direction that a type column says; null for a word that says none. */
export function directionOfWord(text: string): 'credit' | 'debit' | null {
  const known = DIRECTIONS.get(folded(text));
  if (known !== undefined) return known;
  const event = EVENT_WORDS.get(plainHeading(text));
  return event === 'cash_in' ? 'credit' : event === 'cash_out' ? 'debit' : null;
}

import { piastres } from '../../domain/money.ts';
import { nearestWord } from '../../domain/nearest-word.ts';
import { CsvAmounts, type Movement } from './csv-amounts.ts';
import type { CsvCells, MoneyCell } from './csv-cells.ts';
import { PAYMENT_METHODS, type SourceProfile } from './source-profile.ts';
import { isZeroAmount } from './statement-amount.ts';
import type { ReturnedMovement, RowStatus, StatedAmount, StatementRow } from './statement-part.ts';
import { statusOfWord, tellsOfReturn } from './statement-words.ts';

/** Longest text in which a profile's pattern looks for a reference: patterns are slow on long texts. */
const MAX_PATTERN_TEXT = 500;

/** Where a row stands. */
interface RowPlace {
  readonly statement: number;
  readonly line: number;
  readonly original: readonly string[];
}

/** Reads the cells of a row as a payment, by the rules of its source. */
export class CsvPayments {
  readonly #cells: CsvCells;
  readonly #profile: SourceProfile;
  readonly #amounts: CsvAmounts;
  /** What moved by the row read last, which may have faults elsewhere; null: no amount can be read in it. */
  moved: Movement | null = null;
  /** The account's balance after that row; null where none can be read. */
  balance: MoneyCell | null = null;

  constructor(cells: CsvCells, profile: SourceProfile) {
    this.#cells = cells;
    this.#profile = profile;
    this.#amounts = new CsvAmounts(cells, profile);
  }

  /**
   * The payment in the row that {@link CsvCells.take} took up; one without an amount is information. null: it has
   * faults, or no date.
   */
  read({ statement, line, original }: RowPlace, statementCurrency: string): StatementRow | null {
    const cells = this.#cells;
    const { staff } = this.#profile;
    const currency = this.#currency(statementCurrency);
    const movement = this.#amounts.read(currency);
    const bookingDate = cells.date('payment_date');
    const valueDate = cells.date('value_date');
    const date = bookingDate ?? (staff ? null : valueDate);
    const dateIsEmpty = cells.text('payment_date') === '' && (staff || cells.text('value_date') === '');
    if (dateIsEmpty && (staff || movement !== null))
      cells.fault('payment_date', 'required', 'the date is empty');
    const status = this.#status(movement);
    const loan = cells.text('loan_id') || null;
    if (staff && loan === null) cells.fault('loan_id', 'required', 'the loan is empty');
    const method = this.#method();
    const reference = this.#references(staff);
    const text = cells.details();
    const payer = splitPayer(cells.text('payer_name'));
    const isReturn = status === 'returned' || (status === 'booked' && takesBack(movement, reference, text));
    const charges = this.#side('charges', currency);
    const instructed = this.#side('instructed_amount', currency);
    this.moved = movement;
    if (cells.faults.length > 0 || date === null) return null;
    const { direction, amount, amountPiastres } = movement ?? NOTHING;
    return {
      kind: 'row',
      statement,
      line,
      place: null,
      original,
      direction,
      status: statusOf(status, amount),
      returned: isReturn && movement !== null ? this.#returned(movement, reference) : null,
      amount,
      amountPiastres,
      currency: movement?.currency ?? currency,
      bookingDate: date,
      dateFrom: bookingDate === null ? 'value' : 'booking',
      valueDate,
      bankReference: reference.bank,
      entryReference: null,
      customerReference: reference.customer ?? this.patternIn(text),
      endToEndId: reference.endToEnd,
      loan,
      method,
      text,
      payerAccount: cells.text('payer_account') || null,
      payerPhone: cells.text('payer_phone') || payer.phone,
      payerName: payer.name,
      balance: this.#balance(movement?.currency ?? currency),
      otherText: cells.otherText(),
      charges,
      instructed,
    };
  }

  #balance(currency: string): string | null {
    const read = this.#cells.balance(currency);
    this.balance = read;
    if (read === null) return null;
    return read.negative ? `-${read.amount}` : read.amount;
  }

  /** What came in by the row read last though it has faults; null where they leave that open. */
  received(): StatedAmount | null {
    const { moved } = this;
    if (moved?.direction !== 'credit' || this.#cells.faults.some(({ column }) => column === 'currency'))
      return null;
    const status = statusOfWord(this.#cells.text('status'));
    if (status !== null && status !== 'booked' && status !== 'returned') return null;
    return { amount: moved.amount, currency: moved.currency };
  }

  #currency(statementCurrency: string): string {
    const cell = this.#cells.text('currency');
    if (cell === '') return statementCurrency;
    const code = cell.toUpperCase();
    if (/^[A-Z]{3}$/.test(code)) return code;
    this.#cells.fault('currency', 'invalid_currency', `"${cell}" is not a currency of three letters`);
    return statementCurrency;
  }

  #status(movement: Movement | null): RowStatus | 'returned' {
    const word = this.#cells.text('status');
    if (word === '') {
      const type = this.#cells.text('type');
      return type !== '' && movement !== null && statusOfWord(type) === 'returned' ? 'returned' : 'booked';
    }
    const status = statusOfWord(word);
    if (status !== null) return status;
    this.#cells.fault('status', 'unknown_status', `"${word}" does not say whether the money moved`);
    return 'booked';
  }

  #method(): string | null {
    const method = this.#cells.text('payment_method');
    if (method === '') return null;
    if (PAYMENT_METHODS.some((known) => known === method)) return method;
    // A bank's own word for how money came says nothing about ours.
    if (!this.#profile.staff) return null;
    const near = nearestWord(method, PAYMENT_METHODS);
    const meant = near === null ? `; it is one of ${PAYMENT_METHODS.join(', ')}` : `; did you mean ${near}?`;
    return this.#cells.fault('payment_method', 'invalid_choice', `there is no method "${method}"${meant}`);
  }

  #references(staff: boolean) {
    const cells = this.#cells;
    const read = {
      bank: cells.reference('reference'),
      customer: cells.reference('customer_reference'),
      endToEnd: cells.reference('end_to_end_id'),
      returned: cells.reference('returned_reference'),
    };
    if (staff && cells.damaged !== null) {
      cells.fault(cells.damaged.column, 'reference_damaged', damagedReference(cells.damaged.value));
    }
    return read;
  }

  #returned(
    { direction }: Movement,
    reference: {
      bank: string | null;
      customer: string | null;
      endToEnd: string | null;
      returned: string | null;
    },
  ): ReturnedMovement {
    const names = reference.returned ?? reference.customer ?? reference.endToEnd ?? reference.bank;
    return { of: direction === 'debit' ? 'credit' : 'debit', reference: names };
  }

  /** The customer's reference that the profile's pattern finds in a text; null: none. */
  patternIn(text: string | null): string | null {
    const { referencePattern } = this.#profile;
    if (referencePattern === null || text === null) return null;
    const match = referencePattern.exec(text.slice(0, MAX_PATTERN_TEXT));
    return match === null ? null : (match[1] ?? match[0]) || null;
  }

  #side(column: 'charges' | 'instructed_amount', currency: string): StatedAmount | null {
    if (!this.#cells.has(column)) return null;
    const money = this.#cells.money(column, currency);
    if (money === null || isZeroAmount(money.amount)) return null;
    return {
      amount: money.amount,
      currency: money.currencies?.length === 1 ? (money.currencies[0] as string) : currency,
    };
  }
}

/** Money that went out and names another transaction: charges do too, so it must say that it takes that one back. */
function takesBack(
  movement: Movement | null,
  { bank, returned }: { readonly bank: string | null; readonly returned: string | null },
  text: string | null,
): boolean {
  if (movement?.direction !== 'debit' || returned === null || returned === bank) return false;
  return text !== null && tellsOfReturn(text);
}

const NOTHING = { direction: 'credit', amount: '0.00', amountPiastres: piastres(0) } as const;

/** What is said of a reference whose last digits a spreadsheet has dropped. */
export function damagedReference(value: string): string {
  return `the reference "${value}" was changed by a spreadsheet: its last digits are lost`;
}

/** A row of nothing is information, whatever it says; a return moved money like any booked row. */
function statusOf(status: RowStatus | 'returned', amount: string): RowStatus {
  if (isZeroAmount(amount)) return 'info';
  return status === 'returned' ? 'booked' : status;
}

const NOBODY = { phone: null, name: null };

/** `254712345678 - JANE DOE` as wallets write the other party. */
function splitPayer(text: string): { readonly phone: string | null; readonly name: string | null } {
  if (text === '') return NOBODY;
  const match = /^(\+?\d[\d*]{7,14}\d)\s*-\s*(.+)$/.exec(text);
  return match === null
    ? { phone: null, name: text || null }
    : { phone: match[1] as string, name: match[2] as string };
}

import { parseId } from '../../domain/identifiers.ts';
import { piastres } from '../../domain/money.ts';
import { nearestWord } from '../../domain/nearest-word.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { CsvAmounts, type Movement } from './csv-amounts.ts';
import type { CsvCells, MoneyCell } from './csv-cells.ts';
import { exportedStatus } from './own-export.ts';
import { PAYMENT_METHODS, type SourceProfile } from './source-profile.ts';
import { isZeroAmount } from './statement-amount.ts';
import type { ReturnedMovement, RowStatus, StatedAmount, StatementRow } from './statement-part.ts';
import { statusOfWord, statusSaid, tellsOfReturn } from './statement-words.ts';

/** Longest text in which a profile's pattern looks for a reference: patterns are slow on long texts. */
const MAX_PATTERN_TEXT = 500;

/** What is told of a row beside its amount. */
interface Told {
  readonly status: RowStatus | 'returned';
  /** A column of statuses says it. */
  readonly isSaid: boolean;
  readonly reference: References;
  readonly text: string | null;
}

interface References {
  readonly bank: string | null;
  readonly customer: string | null;
  readonly endToEnd: string | null;
  /** Of the transaction that is taken back. */
  readonly returned: string | null;
}

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
  /** Words of statuses that nobody knows have been asked about. */
  statusesAsked = false;
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
    const said = this.#statusSaid();
    const movement = this.#amounts.read(currency, said === 'returned');
    const bookingDate = cells.date('payment_date');
    const valueDate = cells.date('value_date');
    const date = bookingDate ?? (staff ? null : valueDate);
    const dateIsEmpty = cells.text('payment_date') === '' && (staff || cells.text('value_date') === '');
    if (dateIsEmpty && (staff || movement !== null))
      cells.fault('payment_date', 'required', 'the date is empty');
    const status = said ?? this.#statusByType(movement);
    const loan = cells.text('loan_id') || null;
    const paymentId = staff ? this.#paymentId() : null;
    // Money that is held is for no loan yet.
    if (staff && loan === null && status !== 'pending')
      cells.fault('loan_id', 'required', 'the loan is empty');
    const method = this.#method();
    const reference = this.#references(staff);
    const text = cells.details();
    const payer = splitPayer(cells.text('payer_name'));
    const charges = this.#side('charges', currency);
    const instructed = this.#side('instructed_amount', currency);
    this.moved = movement;
    if (cells.faults.length > 0 || date === null) return null;
    const { amount, amountPiastres } = movement ?? NOTHING;
    const taken =
      movement === null
        ? null
        : this.#takenBack(movement, { status, isSaid: said !== null, reference, text });
    const direction = taken?.direction ?? movement?.direction ?? 'credit';
    return {
      kind: 'row',
      statement,
      line,
      place: null,
      original,
      direction,
      status: statusOf(status, amount),
      returned: taken?.returned ?? null,
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
      ...(paymentId === null ? {} : { paymentId }),
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
    const status = statusSaid(this.#cells.text('status'), this.#profile.statuses);
    if (status !== null && status !== 'booked') return null;
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

  /** What the column of statuses says; null: nothing. */
  #statusSaid(): RowStatus | 'returned' | null {
    const word = this.#cells.text('status');
    if (word === '') return null;
    const exported = this.#profile.staff && exportedStatus(word, this.#cells.text('payment_id') !== '');
    if (exported) return exported;
    const status = statusSaid(word, this.#profile.statuses);
    if (status !== null) return status;
    // All that a file leaves open about its statuses is asked at once.
    if (this.statusesAsked) {
      this.#cells.fault('status', 'unknown_status', `"${word}" does not say whether the money moved`);
    } else this.#cells.undecided = true;
    return 'booked';
  }

  #statusByType(movement: Movement | null): RowStatus | 'returned' {
    const type = this.#cells.text('type');
    return type !== '' && movement !== null && statusOfWord(type) === 'returned' ? 'returned' : 'booked';
  }

  /** Of our own export: the payment the row is. */
  #paymentId(): string | null {
    const text = this.#cells.text('payment_id');
    if (text === '') return null;
    const id = parseId('payment', text);
    return isRefusal(id) ? this.#cells.fault('payment_id', id.code, id.message) : id;
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

  #references(staff: boolean): References {
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

  /**
   * What a row takes back. One that names another transaction, or tells of a reversal, moved the money back itself. Any
   * other whose status says so is the payment itself, told as taken back: its money went the other way.
   */
  #takenBack(
    { direction }: Movement,
    { status, isSaid, reference, text }: Told,
  ): { readonly direction: 'credit' | 'debit'; readonly returned: ReturnedMovement } | null {
    const { bank, customer, endToEnd, returned } = reference;
    const tellsOf = returned !== null && returned !== bank;
    const isBack = direction === 'debit' && (tellsOf || (text !== null && tellsOfReturn(text)));
    const other = direction === 'debit' ? 'credit' : 'debit';
    if (
      status === 'booked'
        ? isBack && tellsOf && tellsOfReturn(text ?? '')
        : status === 'returned' && (isBack || !isSaid)
    )
      return { direction, returned: { of: other, reference: returned ?? customer ?? endToEnd ?? bank } };
    if (status !== 'returned') return null;
    return {
      direction: other,
      returned: { of: direction, reference: bank ?? endToEnd ?? customer ?? returned },
    };
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

const NOTHING = { amount: '0.00', amountPiastres: piastres(0) } as const;

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

import type { CalendarDate } from '../../domain/dates.ts';
import { type Piastres, piastres } from '../../domain/money.ts';
import { isPlaceholder, isRealReference } from '../../domain/real-reference.ts';
import { SPREADSHEET_NUMBER } from '../cell-words.ts';
import { readDateCell } from '../column-dates.ts';
import { type DecimalMark, isNoAmount, type NumberCell, readNumberCell } from '../column-numbers.ts';
import type { CsvRow } from '../csv-rows.ts';
import type { ColumnsDecision } from './csv-evidence.ts';
import type { ColumnPlaces, CsvLayout } from './csv-layout.ts';
import type { SourceColumn } from './source-columns.ts';
import { exactAmount, isZeroAmount } from './statement-amount.ts';

/** A cell that cannot be read. */
export interface CellFault {
  readonly column: SourceColumn;
  readonly value: string;
  readonly code: string;
  readonly message: string;
}

/** An amount out of a cell. */
export interface MoneyCell {
  readonly amount: string;
  readonly amountPiastres: Piastres | null;
  readonly negative: boolean;
  readonly signed: boolean;
  readonly currencies: readonly string[] | null;
  /** The side of the account beside it, as in `10.00 Dr`. */
  readonly side: 'credit' | 'debit' | null;
}

/** Dates that mean the same whatever the decision about their column is. */
const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/;
const CONTROL = /[\u0000-\u001f\u007f]/;
const GUARDED = /^'[=+\-@\t\r]/;
const LARGEST_MEMORY = 4_096;
/** No placeholder has another digit than 0. */
const TELLS_APART = /[1-9]/;

/** Reads the cells of one row after another; the faults of the row gather in {@link CsvCells.faults}. */
export class CsvCells {
  faults: CellFault[] = [];
  /** A reference that a spreadsheet has rounded, in this row. */
  damaged: { readonly column: SourceColumn; readonly value: string } | null = null;
  /** What the whole columns say; null before anything but the plainest cells was met. */
  decision: ColumnsDecision | null = null;
  /** A cell of this row means something only once the whole columns have been asked. */
  undecided = false;
  /** Columns whose cells are not what they should be in this row: a placeholder is no reference, and is text. */
  #onlyText: Exclude<SourceColumn, 'details'>[] = [];
  #cells: readonly string[] = [];
  /** Places of cells that a workbook holds as numbers. */
  #numbers: ReadonlySet<number> | undefined;
  readonly #layout: CsvLayout;
  readonly #places: ColumnPlaces;
  readonly #dateInZone: (unixMs: number) => string;
  readonly #dates = new Map<string, CalendarDate>();

  constructor(layout: CsvLayout, zone: string) {
    this.#layout = layout;
    this.#places = layout.places;
    this.#dateInZone = dateInZone(zone);
  }

  /** Takes up a row. */
  take({ cells, numbers }: Pick<CsvRow, 'cells' | 'numbers'>): void {
    this.#cells = cells;
    this.#numbers = numbers;
    this.undecided = false;
    if (this.faults.length > 0) this.faults = [];
    if (this.#onlyText.length > 0) this.#onlyText = [];
    this.damaged = null;
  }

  has(column: Exclude<SourceColumn, 'details'>): boolean {
    return this.#places[column] !== undefined;
  }

  /** The text of a column; '' when it is empty or not there. */
  text(column: Exclude<SourceColumn, 'details'>): string {
    const place = this.#places[column];
    return place === undefined ? '' : cleaned(this.#cell(place));
  }

  /** The texts of all details columns, in one. */
  details(): string | null {
    const { details } = this.#places;
    if (details.length === 0) return null;
    if (details.length === 1) return cleaned(this.#cell(details[0] as number)) || null;
    const texts = details.map((place) => cleaned(this.#cell(place))).filter((text) => text !== '');
    return texts.length === 0 ? null : texts.join(' ');
  }

  /** A reference, letter by letter; null when there is none or a spreadsheet has rounded it. */
  reference(column: Exclude<SourceColumn, 'details'>): string | null {
    let text = this.text(column);
    // Excel's own mark for "this is text".
    if (/^'[\d+-]/.test(text)) text = text.slice(1);
    if (text === '') return null;
    const isDamaged = SPREADSHEET_NUMBER.test(text);
    if (isDamaged) this.damaged = { column, value: text };
    else if (TELLS_APART.test(text) || isRealReference(text)) return text;
    // What stands where there is none says as little as an empty cell; a channel's word is text.
    if (!isPlaceholder(text)) this.#onlyText.push(column);
    return null;
  }

  /** What stands in columns that nobody mapped, or in others and is not what it should be; null: nothing. */
  otherText(): string | null {
    const { others, headings } = this.#layout;
    if (
      others.length === 0 &&
      this.#onlyText.length === 0 &&
      this.#cells.length <= headings.length &&
      !this.#typeIsText
    )
      return null;
    const told: string[] = [];
    const add = (place: number, heading: string) => {
      const text = cleaned(this.#cell(place)).replace(/\s+/g, ' ');
      if (text !== '') told.push(heading === '' ? text : `${heading}: ${text}`);
    };
    if (this.#typeIsText) add(this.#places.type as number, this.headingOf('type'));
    for (const { place, heading } of others) add(place, heading);
    for (const column of this.#onlyText) add(this.#places[column] as number, this.headingOf(column));
    for (let place = headings.length; place < this.#cells.length; place++) add(place, '');
    return told.length === 0 ? null : told.join('; ');
  }

  /** True where a column of types says nothing of the direction: then it is text. */
  get #typeIsText(): boolean {
    const { type, credit, debit } = this.#places;
    if (type === undefined) return false;
    return (credit !== undefined && debit !== undefined) || this.decision?.amountSign === 'sign';
  }

  /** The balance after the row; null when it has none, or one that cannot be read, which is text then. */
  balance(currency: string): MoneyCell | null {
    const column = this.decision?.closingRuns === true ? 'closing_balance' : 'balance';
    if (this.#places[column] === undefined) return null;
    const before = this.faults.length;
    const read = this.money(column, currency);
    if (this.faults.length > before) {
      this.faults.length = before;
      this.#onlyText.push(column);
    }
    return read;
  }

  /** Notes a fault of the row. */
  fault(column: SourceColumn, code: string, message: string): null {
    const value = column === 'details' ? '' : this.text(column);
    this.faults.push({ column, value, code, message });
    return null;
  }

  /** A date; null with a fault when it cannot be read, and without one when the cell is empty. */
  date(column: 'payment_date' | 'value_date'): CalendarDate | null {
    const cell = this.#raw(column);
    if (cell === '') return null;
    const known = this.#dates.get(cell);
    if (known !== undefined) return known;
    if (this.decision === null && !PLAIN_DATE.test(cell)) return this.#undecided();
    const read = readDateCell(cell, this.decision?.order ?? 'YMD');
    if ('reason' in read) return this.fault(column, 'invalid_date', `"${cell}" ${read.reason}`);
    const date =
      'unixSeconds' in read
        ? this.#dateInZone(read.unixSeconds * 1000)
        : read.offsetMinutes === null || read.secondOfDay === null
          ? read.date
          : this.#dateInZone(
              Date.parse(`${read.date}T00:00:00Z`) + (read.secondOfDay - read.offsetMinutes * 60) * 1000,
            );
    if (this.#dates.size < LARGEST_MEMORY) this.#dates.set(cell, date as CalendarDate);
    return date as CalendarDate;
  }

  /** An amount; null with a fault when it cannot be read, and without one when the cell is empty. */
  money(column: Exclude<SourceColumn, 'details'>, currency: string): MoneyCell | null {
    const cell = this.#raw(column);
    if (cell === '') return null;
    if (CONTROL.test(cell))
      return this.fault(column, 'invalid_amount', 'the amount holds a control character');
    const mark = this.#markOf(column);
    if (mark !== 'comma') {
      const hundredths = plainHundredths(cell);
      if (hundredths !== -1) return plainMoney(cell, hundredths);
    }
    if (isNoAmount(cell)) return null;
    if (mark === null) return this.#undecided();
    const number: NumberCell | { readonly reason: string } = readNumberCell(cell, mark);
    if ('reason' in number) return this.fault(column, 'invalid_amount', `"${cell}" ${number.reason}`);
    const plain = plainHundredths(number.digits);
    if (plain !== -1) return { ...plainMoney(number.digits, plain), ...signOf(number, plain === 0) };
    const named = number.currencies?.length === 1 ? (number.currencies[0] as string) : currency;
    const read = exactAmount(number.digits, named);
    if ('reason' in read) return this.fault(column, 'invalid_amount', `"${cell}" ${read.reason}`);
    return { ...read, ...signOf(number, isZeroAmount(read.amount)) };
  }

  /** A cell as it stands: what is dropped from a text must not make a number of two. */
  #raw(column: Exclude<SourceColumn, 'details'>): string {
    const place = this.#places[column];
    return place === undefined ? '' : this.#cell(place).trim();
  }

  /** A cell without the `'` that keeps spreadsheets from taking it for a formula, as in reject files. */
  #cell(place: number): string {
    const cell = this.#cells[place] ?? '';
    return cell.charCodeAt(0) === 39 && GUARDED.test(cell) ? cell.slice(1) : cell;
  }

  /** The decimal mark of a cell; null where only whole columns can say it. */
  #markOf(column: Exclude<SourceColumn, 'details'>): DecimalMark | null {
    const place = this.#places[column];
    const isNumber = place !== undefined && this.#numbers?.has(place) === true;
    return isNumber ? 'point' : (this.decision?.mark ?? null);
  }

  #undecided(): null {
    this.undecided = true;
    return null;
  }

  /** The heading of a column, for messages. */
  headingOf(column: SourceColumn): string {
    const place = column === 'details' ? this.#places.details[0] : this.#places[column];
    return place === undefined ? column : (this.#layout.headings[place] ?? column).trim();
  }
}

const UNSEEN = /[\u0000-\u001f\u007f\ufeff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;
/** Up to here no letter is unseen, but for the controls at the beginning. */
const LAST_PLAIN = 0x61b;

/** A text without control characters and marks nobody sees, which would make two texts look alike. */
function cleaned(text: string): string {
  const last = text.length - 1;
  for (let at = 0; at <= last; at++) {
    const code = text.charCodeAt(at);
    const plain =
      code > 32 ? code !== 127 && code !== 160 && code <= LAST_PLAIN : code === 32 && at > 0 && at < last;
    if (!plain) return text.replace(UNSEEN, ' ').trim();
  }
  return text;
}

/**
 * Hundredths of an amount that means the same whatever the decision about its column is: digits, perhaps a point
 * and one or two decimals; −1 for any other text.
 */
function plainHundredths(cell: string): number {
  const { length } = cell;
  let value = 0;
  let point = -1;
  for (let at = 0; at < length; at++) {
    const code = cell.charCodeAt(at);
    if (code >= 48 && code <= 57) value = value * 10 + code - 48;
    else if (code === 46 && point === -1 && at > 0) point = at;
    else return -1;
  }
  const decimals = point === -1 ? 0 : length - point - 1;
  const whole = point === -1 ? length : point;
  if (whole === 0 || whole > 12 || decimals > 2 || (point !== -1 && decimals === 0)) return -1;
  return decimals === 2 ? value : decimals === 1 ? value * 10 : value * 100;
}

function signOf({ negative, signed, currencies, side }: NumberCell, isZero: boolean) {
  return { negative: negative && !isZero, signed, currencies, side };
}

function plainMoney(cell: string, hundredths: number): MoneyCell {
  const isWritten =
    cell.length > 3 && cell[cell.length - 3] === '.' && (cell[0] !== '0' || cell.length === 4);
  const digits = isWritten ? '' : hundredths.toString().padStart(3, '0');
  const amount = isWritten ? cell : `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  const sign = { negative: false, signed: false, currencies: null, side: null };
  return { amount, amountPiastres: piastres(hundredths), ...sign };
}

function dateInZone(zone: string): (unixMs: number) => string {
  let format: Intl.DateTimeFormat | null = null;
  return (unixMs) => {
    format ??= new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    return format.format(unixMs);
  };
}

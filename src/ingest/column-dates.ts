import { type CalendarDate, parseDate } from '../domain/dates.ts';
import { foldDigits } from '../domain/money.ts';
import { isRefusal } from '../domain/refusal.ts';
import { type CellPlace, namedCell } from './cell-place.ts';
import type { CellFault } from './column-numbers.ts';

/** Order of day, month and year in the cells of a column. */
export type DateOrder = 'DMY' | 'MDY' | 'YMD';

/** What all cells of a column together say about their order. */
export type DateDecision =
  | { readonly order: DateOrder }
  | { readonly order: null; readonly why: 'ambiguous' | 'contradictory'; readonly cell: string };

/** A cell read as a date, with its time of day where it has one; or a moment given in Unix seconds. */
export type DateCell =
  | {
      readonly date: CalendarDate;
      /** Seconds since midnight; null when the cell is a date alone. */
      readonly secondOfDay: number | null;
      /** Minutes east of UTC; null when the cell does not say. */
      readonly offsetMinutes: number | null;
    }
  | { readonly unixSeconds: number };

interface Parts {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

const ORDERS: readonly DateOrder[] = ['YMD', 'DMY', 'MDY'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAME =
  /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/;

const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const TIME =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*([ap]\.?m\.?|[\u0635\u0645])?\s*(z|utc|gmt|[-+]\d{2}:?\d{2})?$/;
const NUMERIC = /^(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})$/;
const DAY_NAME_YEAR = /^(\d{1,2})[-/. ]*([a-z]+)[-/., ]*(\d{4}|\d{2})$/;
const NAME_DAY_YEAR = /^([a-z]+)\.? +(\d{1,2}),? +(\d{4})$/;

/** The order that a flag such as `DD/MM/YYYY` names (letters D, M and YY or YYYY), or null. */
export function orderOfFormat(format: string): DateOrder | null {
  const match = /^(D{1,2}|M{1,2}|Y{4}|YY)([-/. ]?)(D{1,2}|M{1,2})\2(D{1,2}|M{1,2}|Y{4}|YY)$/i.exec(
    format.trim(),
  );
  if (match === null) return null;
  const order = [match[1], match[3], match[4]]
    .map((part) => (part as string).charAt(0).toUpperCase())
    .join('');
  return ORDERS.find((known) => known === order) ?? null;
}

/**
 * Gathers evidence over a column of dates: `13/04/2026` settles that days come first for every other cell;
 * `03/04/2026` alone settles nothing.
 */
export class DateEvidence {
  #orders: readonly DateOrder[] = ORDERS;
  #open: string | null = null;
  #against: string | null = null;
  #last = '';

  /** Takes one cell into account. */
  see(cell: string, place: CellPlace | null = null): void {
    const { dateText } = splitCell(cell);
    if (isYearFirst(dateText)) return;
    const readings = ORDERS.flatMap((order) => {
      const parts = numericParts(dateText, order);
      return parts !== null && isPlausible(parts) ? [{ order, parts }] : [];
    });
    if (readings.length === 0 || this.#against !== null) return;
    const left = this.#orders.filter((order) => readings.some((reading) => reading.order === order));
    if (left.length === 0) {
      this.#against = `${this.#last} and ${namedCell(cell, place)}`;
      return;
    }
    if (left.length < this.#orders.length) this.#last = namedCell(cell, place);
    this.#orders = left;
    if (new Set(readings.map(({ parts }) => JSON.stringify(parts))).size > 1)
      this.#open ??= namedCell(cell, place);
  }

  /** The decision over all cells seen. */
  decide(): DateDecision {
    if (this.#against !== null) return { order: null, why: 'contradictory', cell: this.#against };
    if (this.#orders.length > 1 && this.#open !== null) {
      return { order: null, why: 'ambiguous', cell: this.#open };
    }
    return { order: this.#orders[0] as DateOrder };
  }
}

/**
 * Reads a cell as a date in this order, perhaps with a time and an offset. Years first with four digits, names
 * of months and Unix seconds say themselves what they are. A day that does not exist is a fault, never the next.
 */
export function readDateCell(cell: string, order: DateOrder): DateCell | CellFault {
  const { text, dateText, timeText } = splitCell(cell);
  if (/^\d{9,11}$/.test(text)) return { unixSeconds: Number(text) };
  if (/^\d{12,16}$/.test(text)) return { reason: 'looks like milliseconds; give Unix seconds' };
  const parts = namedParts(dateText) ?? numericParts(dateText, order);
  if (parts === null) return { reason: 'is not a date' };
  const { year, month, day } = parts;
  const date = parseDate(
    `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
  );
  if (isRefusal(date)) {
    const read = isYearFirst(dateText) ? 'YMD' : order;
    return { reason: `is no day of the calendar, read as ${nameOf(read)}` };
  }
  if (timeText === null) return { date, secondOfDay: null, offsetMinutes: null };
  const time = readTime(timeText);
  return time === null ? { reason: 'has no readable time of day' } : { date, ...time };
}

function nameOf(order: DateOrder): string {
  return { DMY: 'DD/MM/YYYY', MDY: 'MM/DD/YYYY', YMD: 'YYYY-MM-DD' }[order];
}

function splitCell(cell: string): { text: string; dateText: string; timeText: string | null } {
  const text = foldDigits(cell.replace(DIRECTION_MARKS, '')).replace(/\s+/g, ' ').trim().toLowerCase();
  const match = /^(.*?)(?:t|,? )(\d{1,2}:.*)$/.exec(text);
  return { text, dateText: match?.[1] ?? text, timeText: match?.[2] ?? null };
}

function readTime(text: string): { secondOfDay: number; offsetMinutes: number | null } | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [, hourText, minuteText, secondText = '0', half, offset] = match;
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    const afternoon = half.startsWith('p') || half === '\u0645';
    hour = (hour % 12) + (afternoon ? 12 : 0);
  }
  const [minute, second] = [Number(minuteText), Number(secondText)];
  if (hour > 23 || minute > 59 || second > 59) return null;
  return {
    secondOfDay: hour * 3600 + minute * 60 + second,
    offsetMinutes: offset === undefined ? null : offsetMinutesOf(offset),
  };
}

/** Minutes east of UTC of `z`, `utc`, `gmt`, `+02:00` or `+0200`. */
function offsetMinutesOf(offset: string): number {
  const digits = offset.replace(/\D/g, '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return offset.startsWith('-') ? -minutes : minutes;
}

function namedParts(text: string): Parts | null {
  const dayFirst = DAY_NAME_YEAR.exec(text);
  const nameFirst = dayFirst === null ? NAME_DAY_YEAR.exec(text) : null;
  const [day, name, year] =
    dayFirst !== null
      ? [dayFirst[1], dayFirst[2], dayFirst[3]]
      : [nameFirst?.[2], nameFirst?.[1], nameFirst?.[3]];
  if (day === undefined || name === undefined || year === undefined || !MONTH_NAME.test(name)) return null;
  return { day: Number(day), month: MONTHS.indexOf(name.slice(0, 3)) + 1, year: fullYear(year) };
}

/** Four digits at the start are a year whatever the order; elsewhere the order says which part is which. */
function numericParts(text: string, order: DateOrder): Parts | null {
  const match = NUMERIC.exec(text);
  const [a, b, c] =
    match !== null ? [match[1], match[3], match[4]] : /^(?:\d{6}|\d{8})$/.test(text) ? cut(text, order) : [];
  if (a === undefined || b === undefined || c === undefined) return null;
  const yearFirst = order === 'YMD' || isYearFirst(text);
  const [day, month, year] = yearFirst ? [c, b, a] : order === 'DMY' ? [a, b, c] : [b, a, c];
  if (day.length > 2 || month.length > 2 || (year.length !== 2 && year.length !== 4)) return null;
  return { day: Number(day), month: Number(month), year: fullYear(year) };
}

function isYearFirst(text: string): boolean {
  return /^\d{4}[-/. ]/.test(text);
}

/** Digits without anything between them; a year has two of six, and four of eight. */
function cut(text: string, order: DateOrder): string[] {
  const first = order === 'YMD' ? text.length - 4 : 2;
  return [text.slice(0, first), text.slice(first, first + 2), text.slice(first + 2)];
}

function fullYear(year: string): number {
  return year.length === 2 ? 2000 + Number(year) : Number(year);
}

function isPlausible({ day, month, year }: Parts): boolean {
  return day >= 1 && day <= 31 && month >= 1 && month <= 12 && year >= 1970 && year <= 2100;
}

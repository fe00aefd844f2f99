import { foldDigits } from './money.ts';
import { type Refusal, refuse } from './refusal.ts';

declare const dateBrand: unique symbol;

/** A really existing calendar date `YYYY-MM-DD` without a time zone; compares with `<` like text. */
export type CalendarDate = string & { readonly [dateBrand]: true };

/** Year, month 1–12 and day 1–31 of a date. */
export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Later dates are refused, so that no schedule starting on a date that was read runs out of the year 9999. */
const LAST_YEAR_READ = 9889;

/** Reads `YYYY-MM-DD`; anything else, or a day that does not exist, is refused with code `invalid_date`. */
export function parseDate(text: string): CalendarDate | Refusal {
  const folded = foldDigits(text);
  const given = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  const hint = 'write a date as YYYY-MM-DD, such as 2026-03-31';
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(folded);
  if (match === null)
    return refuse('invalid_date', `${given === '' ? 'the date' : given} is not a date`, { hint });
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    return refuse('invalid_date', `${given} does not exist`, { hint });
  }
  if (year > LAST_YEAR_READ) {
    return refuse('invalid_date', `${given} is too far in the future; dates end with ${LAST_YEAR_READ}`, {
      hint,
    });
  }
  return folded as CalendarDate;
}

/** Whether the year has 366 days. */
export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days of month 1–12 of a year. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Splits a date into its numbers. */
export function datePartsOf(date: CalendarDate): DateParts {
  return { year: digits(date, 0, 4), month: digits(date, 5, 2), day: digits(date, 8, 2) };
}

/** Reads `count` digits of the date at `start` without making strings: this runs for every day counted. */
function digits(date: string, start: number, count: number): number {
  let value = 0;
  for (let i = start; i < start + count; i += 1) value = value * 10 + date.charCodeAt(i) - 48;
  return value;
}

/** Days before 1 March of year 0 of the proleptic Gregorian calendar, up to year `y` counted from March. */
function daysBeforeMarchYear(y: number): number {
  return 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
}

/** 1970-01-01 counted from 0000-03-01. */
const EPOCH = 719_468;

/** Days since 1970-01-01. Years are counted from March, so that the leap day is the last of its year. */
export function toDayNumber(date: CalendarDate): number {
  const { year, month, day } = datePartsOf(date);
  return dayNumberOf(year, month, day);
}

/** Day number of a year, month and day that exist. */
function dayNumberOf(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  return daysBeforeMarchYear(marchYear) + Math.floor((153 * marchMonth + 2) / 5) + day - 1 - EPOCH;
}

/** The date of a day number; inverse of {@link toDayNumber}. Throws outside the years 1 to 9999. */
export function fromDayNumber(n: number): CalendarDate {
  const days = n + EPOCH;
  // The average year gives the March year or one too many; one step back mends it.
  let marchYear = Math.floor((days * 400) / 146_097) + 1;
  while (daysBeforeMarchYear(marchYear) > days) marchYear -= 1;
  const dayOfYear = days - daysBeforeMarchYear(marchYear);
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  return marchMonth < 10
    ? compose(marchYear, marchMonth + 3, day)
    : compose(marchYear + 1, marchMonth - 9, day);
}

/** Writes year, month and day as a date. */
function compose(year: number, month: number, day: number): CalendarDate {
  if (!(year >= 1 && year <= 9999)) throw new RangeError(`year out of range: ${year}`);
  const y = year < 1000 ? String(year).padStart(4, '0') : year;
  return `${y}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}` as CalendarDate;
}

/** The date `n` days later (earlier when negative). */
export function addDays(date: CalendarDate, n: number): CalendarDate {
  return fromDayNumber(toDayNumber(date) + n);
}

/**
 * The same day of the month `n` months after `anchor`, or that month's last day when it has no such day.
 * Count always from the anchor, never from the last result, so that the day comes back:
 * 31 Jan → 28 Feb → 31 Mar.
 */
export function addMonths(anchor: CalendarDate, n: number): CalendarDate {
  const { year, month, day } = datePartsOf(anchor);
  const months = year * 12 + month - 1 + n;
  const targetYear = Math.floor(months / 12);
  const targetMonth = months - targetYear * 12 + 1;
  return compose(targetYear, targetMonth, Math.min(day, daysInMonth(targetYear, targetMonth)));
}

/**
 * Day number of {@link addMonths} from the parts of the anchor: the same date without the text, for
 * arithmetic that runs for every day counted.
 */
export function dayNumberAfterMonths(anchor: DateParts, n: number): number {
  const months = anchor.year * 12 + anchor.month - 1 + n;
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  return dayNumberOf(year, month, Math.min(anchor.day, daysInMonth(year, month)));
}

/** Real days from `a` to `b`; negative when `b` is earlier. */
export function daysBetween(a: CalendarDate, b: CalendarDate): number {
  return toDayNumber(b) - toDayNumber(a);
}

/** The later of two dates. */
export function laterOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  if (a < b) return b;
  return a;
}

/** The earlier of two dates. */
export function earlierOf(a: CalendarDate, b: CalendarDate): CalendarDate {
  if (a < b) return a;
  return b;
}

/** Later than any date there is: everything booked, whatever the business date. */
export const END_OF_TIME = '9999-12-31' as CalendarDate;

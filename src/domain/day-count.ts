import {
  type CalendarDate,
  type DateParts,
  datePartsOf,
  dayNumberAfterMonths,
  daysBetween,
  isLeapYear,
  toDayNumber,
} from './dates.ts';

/** How days become a part of a year; `monthly` is Actual/Actual (ICMA) on the loan's own months. */
export const DAY_COUNTS = [
  'monthly',
  'actual/365',
  'actual/360',
  'actual/actual',
  '30/360',
  '30E/360',
] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

/** Least common multiple of 28, 29, 30 and 31: a day of any month is a whole number of these parts. */
export const MONTH_PARTS = 377_580;
/** Least common multiple of 365 and 366: a day of any year is a whole number of these parts. */
const YEAR_PARTS = 133_590;

const DENOMINATORS: Record<DayCount, bigint> = {
  monthly: BigInt(MONTH_PARTS * 12),
  'actual/365': 365n,
  'actual/360': 360n,
  'actual/actual': BigInt(YEAR_PARTS),
  '30/360': 360n,
  '30E/360': 360n,
};

/** The fixed denominator all year fractions of a day count are written over. */
export function dayCountDenominator(dayCount: DayCount): bigint {
  return DENOMINATORS[dayCount];
}

/**
 * Answers numerators of exact year fractions from one date to a later one in one piece, over
 * {@link dayCountDenominator}. `scheduleStart` anchors the months of `monthly`; the others ignore it. The 30/360 counts
 * are not additive: two pieces need not sum to the whole. Counting goes from date to date, so that where the last one
 * lies is remembered.
 */
export function yearFractionParts(
  dayCount: DayCount,
  scheduleStart: CalendarDate,
): (from: CalendarDate, to: CalendarDate) => number {
  if (dayCount !== 'monthly' && dayCount !== 'actual/actual') {
    return (from, to) => countedDays(dayCount, from, to);
  }
  const start = datePartsOf(scheduleStart);
  const positionOf = dayCount === 'monthly' ? (date: CalendarDate) => monthParts(start, date) : yearParts;
  let lastDate: CalendarDate | null = null;
  let lastPosition = 0;
  return (from, to) => {
    const fromPosition = from === lastDate ? lastPosition : positionOf(from);
    lastPosition = positionOf(to);
    lastDate = to;
    return lastPosition - fromPosition;
  };
}

/** Days from `from` to `to` as the day count counts them: 30-day months for the 30/360 counts, else real. */
export function countedDays(dayCount: DayCount, from: CalendarDate, to: CalendarDate): number {
  if (dayCount === '30/360') return bondDays(from, to);
  if (dayCount === '30E/360') return eurobondDays(from, to);
  return daysBetween(from, to);
}

/** A month of a loan, counted from its start. */
export interface ScheduleMonth {
  /** From 0. */
  readonly index: number;
  readonly firstDayNumber: number;
  readonly days: number;
  /** Days from its first day to the date it was looked up for. */
  readonly elapsedDays: number;
}

/** The schedule month a date lies in. */
export function scheduleMonthAt(scheduleStart: CalendarDate, date: CalendarDate): ScheduleMonth {
  return monthOf(datePartsOf(scheduleStart), date);
}

function monthOf(start: DateParts, date: CalendarDate): ScheduleMonth {
  const at = datePartsOf(date);
  const dayNumber = dayNumberAfterMonths(at, 0);
  let index = (at.year - start.year) * 12 + at.month - start.month;
  let firstDayNumber = dayNumberAfterMonths(start, index);
  if (firstDayNumber > dayNumber) {
    index -= 1;
    firstDayNumber = dayNumberAfterMonths(start, index);
  }
  return {
    index,
    firstDayNumber,
    days: dayNumberAfterMonths(start, index + 1) - firstDayNumber,
    elapsedDays: dayNumber - firstDayNumber,
  };
}

/** Position of a date in the loan's own months, in parts of a month (1/{@link MONTH_PARTS}). */
function monthParts(start: DateParts, date: CalendarDate): number {
  const month = monthOf(start, date);
  return month.index * MONTH_PARTS + (month.elapsedDays * MONTH_PARTS) / month.days;
}

/** Position of a date in calendar years, in parts of a year (ISDA actual/actual). */
function yearParts(date: CalendarDate): number {
  const { year } = datePartsOf(date);
  const dayOfYear = toDayNumber(date) - toDayNumber(`${date.slice(0, 4)}-01-01` as CalendarDate);
  return year * YEAR_PARTS + (dayOfYear * YEAR_PARTS) / (isLeapYear(year) ? 366 : 365);
}

/** 30/360 bond basis, ISDA 2006 section 4.16(f). */
function bondDays(from: CalendarDate, to: CalendarDate): number {
  const a = datePartsOf(from);
  const b = datePartsOf(to);
  const dayA = Math.min(a.day, 30);
  const dayB = b.day === 31 && dayA > 29 ? 30 : b.day;
  return 360 * (b.year - a.year) + 30 * (b.month - a.month) + dayB - dayA;
}

/** 30E/360 Eurobond basis, ISDA 2006 section 4.16(g). */
function eurobondDays(from: CalendarDate, to: CalendarDate): number {
  const a = datePartsOf(from);
  const b = datePartsOf(to);
  return 360 * (b.year - a.year) + 30 * (b.month - a.month) + Math.min(b.day, 30) - Math.min(a.day, 30);
}

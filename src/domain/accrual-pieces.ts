import {
  addMonths,
  type CalendarDate,
  datePartsOf,
  daysBetween,
  fromDayNumber,
  isLeapYear,
  laterOf,
} from './dates.ts';
import { countedDays, scheduleMonthAt } from './day-count.ts';
import type { InterestRule } from './interest-rule.ts';
import type { LoanTerms } from './loan-terms.ts';
import { formatAmountGrouped, type Piastres, piastres } from './money.ts';

/** A stretch of days whose interest is one line of arithmetic. */
export interface AccrualPiece {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** As the day count counts them. */
  readonly days: number;
  /** What the days are divided by: interest = balance × rate × days ÷ basis. */
  readonly basis: number;
  /** Exact interest over the rule's denominator. */
  readonly numerator: bigint;
  /** What makes the basis, where it is no plain number of the day count. */
  readonly note: string;
}

/**
 * Cuts the time from one date to another into stretches that a person can check with a calculator: schedule
 * months for `monthly`, calendar years for `actual/actual`, installment periods for `flat`, else one piece.
 * The parts add up to the whole exactly; rounding is not done here.
 */
export function accrualPieces(
  terms: LoanTerms,
  start: CalendarDate,
  rule: InterestRule,
  principalPiastres: Piastres,
  from: CalendarDate,
  to: CalendarDate,
): AccrualPiece[] {
  const pieces: AccrualPiece[] = [];
  const maturity = addMonths(start, terms.termMonths);
  for (let at = from; at < to; ) {
    const flat = terms.repaymentStyle === 'flat' && at < maturity;
    const stretch = flat ? flatStretch(rule, start, at) : simpleStretch(terms, start, at, to);
    const end = stretch.end < to ? stretch.end : to;
    pieces.push({
      from: at,
      to: end,
      days: flat ? daysBetween(at, end) : countedDays(terms.dayCount, at, end),
      basis: stretch.basis,
      numerator: rule.exact(principalPiastres, at, end),
      note: stretch.note,
    });
    at = end;
  }
  return pieces;
}

/** The end of a stretch and what its days are divided by. */
interface Stretch {
  readonly end: CalendarDate;
  readonly basis: number;
  readonly note: string;
}

/** The schedule month, the calendar year or all of it. */
function simpleStretch(terms: LoanTerms, start: CalendarDate, at: CalendarDate, to: CalendarDate): Stretch {
  switch (terms.dayCount) {
    case 'monthly': {
      const month = scheduleMonthAt(start, at);
      const note = `basis 12 × ${month.days}: a schedule month of ${month.days} days is 1/12 of a year`;
      return { end: fromDayNumber(month.firstDayNumber + month.days), basis: 12 * month.days, note };
    }
    case 'actual/actual': {
      const { year } = datePartsOf(at);
      const days = isLeapYear(year) ? 366 : 365;
      const end = `${String(year + 1).padStart(4, '0')}-01-01` as CalendarDate;
      return { end, basis: days, note: `basis ${days}: the days of ${year}` };
    }
    case 'actual/365':
      return { end: laterOf(at, to), basis: 365, note: 'real days' };
    case 'actual/360':
      return { end: laterOf(at, to), basis: 360, note: 'real days' };
    default:
      return { end: laterOf(at, to), basis: 360, note: 'months of 30 days' };
  }
}

/** The installment period of a flat loan, whose interest was fixed at the start. */
function flatStretch(rule: InterestRule, start: CalendarDate, at: CalendarDate): Stretch {
  const month = scheduleMonthAt(start, at);
  const end = fromDayNumber(month.firstDayNumber + month.days);
  const whole = Number(rule.exact(piastres(1), fromDayNumber(month.firstDayNumber), end) / rule.denominator);
  const interest = formatAmountGrouped(piastres(whole));
  const note = `flat: ${interest} of installment ${month.index + 1} accrue evenly over its ${month.days} days`;
  return { end, basis: month.days, note };
}

import { type CalendarDate, daysBetween } from './dates.ts';
import type { Schedule } from './schedule.ts';

/** A payout of a loan and its value date. */
export interface Payout {
  readonly amountPiastres: number;
  readonly valueDate: CalendarDate;
}

/** Money that goes out, below zero, or comes in, so many periods after the first payout. */
interface Flow {
  readonly amountPiastres: number;
  readonly periods: number;
}

/** Binary digits after the point: enough that neither solving nor the yearly power touches the fourth decimal. */
const PRECISION = 192n;
const ONE = 1n << PRECISION;
/** From a double each step of Newton's method doubles the digits that are right. */
const EXACT_STEPS = 5;
const BISECTIONS = 200;
const MONTHS_A_YEAR = 12;
const DAYS_A_YEAR = 365;

/**
 * Effective annual rate of a schedule in percent, rounded half up to 4 decimals. With one payout it is (1 + m)^12 − 1,
 * m the rate at which the installments, discounted by m per row number, are worth the amount. With more it is solved on
 * the real dates of payouts and installments, in years of 365 days.
 *
 * Solved for v = 1 / (1 + rate a period) in (0, 1], where installments and payouts are worth the same.
 */
export function effectiveAnnualRate({ rows }: Pick<Schedule, 'rows'>, payouts: readonly Payout[]): number {
  const [first] = payouts;
  if (first === undefined) throw new Error('a schedule starts with a payout');
  const byDays = payouts.length > 1;
  const daysTo = (date: CalendarDate) => daysBetween(first.valueDate, date);
  const flows: Flow[] = [
    ...rows.map(({ installmentPiastres: amountPiastres, number, dueDate }) => ({
      amountPiastres,
      periods: byDays ? daysTo(dueDate) : number,
    })),
    ...payouts.map(({ amountPiastres, valueDate }) => ({
      amountPiastres: -amountPiastres,
      periods: daysTo(valueDate),
    })),
  ].filter(({ amountPiastres }) => amountPiastres !== 0);
  const discount = exactDiscount(flows);
  const grown = (ONE * ONE) / powerOf(discount, byDays ? DAYS_A_YEAR : MONTHS_A_YEAR);
  // Percent with four decimals, half up.
  const doubled = ((grown - ONE) * 2_000_000n) >> PRECISION;
  return Number((doubled + 1n) >> 1n) / 10_000;
}

/** The discount a period, fixed point. */
function exactDiscount(flows: readonly Flow[]): bigint {
  let discount = toFixed(nearDiscount(flows));
  for (let step = 0; step < EXACT_STEPS; step += 1) {
    let value = 0n;
    let slope = 0n;
    for (const { amountPiastres, periods } of flows) {
      const worth = BigInt(amountPiastres) * powerOf(discount, periods);
      value += worth;
      // d/dv v^t = t × v^t / v.
      slope += worth * BigInt(periods);
    }
    if (slope <= 0n) break;
    const next = discount - (value * discount) / slope;
    if (next === discount) break;
    discount = next < ONE ? next : ONE;
  }
  return discount;
}

/** The same as a double, between bounds at which payouts are worth more than installments, and less. */
function nearDiscount(flows: readonly Flow[]): number {
  const worth = (discount: number) =>
    flows.reduce((sum, { amountPiastres, periods }) => sum + amountPiastres * discount ** periods, 0);
  // Nothing is paid for the money.
  if (worth(1) <= 0) return 1;
  let [low, high] = [0, 1];
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (worth(middle) < 0) low = middle;
    else high = middle;
  }
  return high;
}

/** A discount to a whole power, fixed point. */
function powerOf(discount: bigint, exponent: number): bigint {
  let power = ONE;
  let square = discount;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = (power * square) >> PRECISION;
    square = (square * square) >> PRECISION;
  }
  return power;
}

const DOUBLE_BITS = 52n;

function toFixed(value: number): bigint {
  return BigInt(Math.round(value * 2 ** Number(DOUBLE_BITS))) << (PRECISION - DOUBLE_BITS);
}

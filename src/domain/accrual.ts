import type { CalendarDate } from './dates.ts';
import { APPROXIMATE_ERROR, type InterestRule } from './interest-rule.ts';
import { divideHalfAwayFromZero, type Piastres, piastres, roundedIfClear } from './money.ts';

/** Where a loan's principal and interest stand between two events. */
export interface Accrual {
  readonly principalPiastres: Piastres;
  /** Interest that was due at the last payment and not paid; it earns none. */
  readonly carriedPiastres: Piastres;
  /** Exact interest since the last payment up to `countedFrom`, over the rule's denominator. */
  readonly exactNumerator: bigint;
  /** The last payment, or a disbursement after it: days are counted in one piece from here. */
  readonly countedFrom: CalendarDate;
}

/** How a payment was applied to interest and principal. */
export interface Applied {
  readonly interestPiastres: Piastres;
  readonly principalPiastres: Piastres;
  readonly accrual: Accrual;
}

/** A loan on the day it starts, before its first disbursement is counted. */
export function openAccrual(start: CalendarDate): Accrual {
  const none = piastres(0);
  return { principalPiastres: none, carriedPiastres: none, exactNumerator: 0n, countedFrom: start };
}

/** Exact interest since the last payment, unrounded, over the rule's denominator. */
export function exactInterest(rule: InterestRule, accrual: Accrual, date: CalendarDate): bigint {
  return accrual.exactNumerator + rule.exact(accrual.principalPiastres, accrual.countedFrom, date);
}

/** Interest due at a date: what was carried plus the exact interest since, rounded once. */
export function interestDue(rule: InterestRule, accrual: Accrual, date: CalendarDate): Piastres {
  if (rule.approximate !== undefined && accrual.exactNumerator === 0n) {
    const near = rule.approximate(accrual.principalPiastres, accrual.countedFrom, date);
    const rounded = roundedIfClear(near, APPROXIMATE_ERROR);
    if (rounded !== null) return piastres(accrual.carriedPiastres + rounded);
  }
  const fresh = divideHalfAwayFromZero(exactInterest(rule, accrual, date), rule.denominator);
  return piastres(accrual.carriedPiastres + Number(fresh));
}

/** Counts a disbursement: the exact interest so far is kept and a new piece starts at the new principal. */
export function withDisbursement(
  rule: InterestRule,
  accrual: Accrual,
  date: CalendarDate,
  amountPiastres: Piastres,
): Accrual {
  return {
    principalPiastres: piastres(accrual.principalPiastres + amountPiastres),
    carriedPiastres: accrual.carriedPiastres,
    exactNumerator: exactInterest(rule, accrual, date),
    countedFrom: date,
  };
}

/**
 * Applies an amount to the interest due at a date ({@link interestDue}), then principal. Interest it does not
 * cover is carried; interest is counted anew from this date. The amount must not be above principal and
 * interest due: what to do with a surplus is not arithmetic but a rule.
 */
export function withPayment(
  accrual: Accrual,
  date: CalendarDate,
  amountPiastres: Piastres,
  interestDuePiastres: Piastres,
): Applied {
  const interest = Math.min(interestDuePiastres, amountPiastres);
  const principal = amountPiastres - interest;
  if (principal > accrual.principalPiastres) throw new RangeError('a payment above what is owed');
  return {
    interestPiastres: piastres(interest),
    principalPiastres: piastres(principal),
    accrual: {
      principalPiastres: piastres(accrual.principalPiastres - principal),
      carriedPiastres: piastres(interestDuePiastres - interest),
      exactNumerator: 0n,
      countedFrom: date,
    },
  };
}

import type { CalendarDate } from './dates.ts';
import { dayCountDenominator, yearFractionParts } from './day-count.ts';
import { flatInterestRule } from './flat-interest.ts';
import type { LoanTerms } from './loan-terms.ts';
import type { Piastres } from './money.ts';

/** Percent × 10^4 per 1: a rate E4 divided by this is the yearly rate as a plain number. */
const RATE_DENOMINATOR = 1_000_000n;

/**
 * How interest of a loan comes about, exactly: piastres as a whole numerator over one denominator that holds
 * for the life of the loan, so that sums stay exact until a posting rounds them.
 */
export interface InterestRule {
  readonly denominator: bigint;
  /** Numerator of the interest on a principal from one date to a later one, counted in one piece. */
  exact(principalPiastres: Piastres, from: CalendarDate, to: CalendarDate): bigint;
  /**
   * The same in piastres as a double, its relative error within {@link APPROXIMATE_ERROR}. Rounding needs the exact
   * numerator only where this lies too near to a half, which spares nearly all of the arithmetic in large integers.
   */
  approximate?(principalPiastres: Piastres, from: CalendarDate, to: CalendarDate): number;
}

/** Four operations on doubles, each within 2^-53. */
export const APPROXIMATE_ERROR = 2 ** -50;

/**
 * The rule of a loan that started on `start`. Simple interest, principal × rate × year fraction; for `flat`
 * the even accrual of the interest fixed by the one disbursement of `firstAmountPiastres`.
 */
export function interestRuleOf(
  terms: LoanTerms,
  start: CalendarDate,
  firstAmountPiastres: Piastres,
): InterestRule {
  const simple = simpleInterestRule(terms, start);
  return terms.repaymentStyle === 'flat'
    ? flatInterestRule(terms, start, firstAmountPiastres, simple)
    : simple;
}

/** Simple interest on outstanding principal: principal × rate × year fraction. */
export function simpleInterestRule(terms: LoanTerms, start: CalendarDate): InterestRule {
  const rate = BigInt(terms.annualRateE4);
  const denominator = dayCountDenominator(terms.dayCount) * RATE_DENOMINATOR;
  const perPart = terms.annualRateE4 / Number(denominator);
  const parts = yearFractionParts(terms.dayCount, start);
  return {
    denominator,
    exact: (principal, from, to) =>
      principal === 0 || from === to ? 0n : BigInt(principal) * rate * BigInt(parts(from, to)),
    approximate: (principal, from, to) => (from === to ? 0 : principal * perPart * parts(from, to)),
  };
}

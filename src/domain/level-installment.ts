import { type Accrual, exactInterest } from './accrual.ts';
import type { CalendarDate } from './dates.ts';
import { APPROXIMATE_ERROR, type InterestRule } from './interest-rule.ts';
import { type InstallmentRounding, PIASTRES_A_POUND } from './loan-terms.ts';
import { divideHalfAwayFromZero, type Piastres, piastres, roundedIfClear } from './money.ts';

/**
 * The equal installment that repays what is owed on the given due dates, solved exactly over the real period
 * factors and rounded once.
 *
 * With O owed on the first due date and g_i the growth factor of period i, A solves the annuity equation
 * O × Π g_i = A × Σ_k Π_{i>k} g_i over the periods after the first. All factors are whole numerators over the
 * rule's denominator, so both products are integers (Horner's scheme).
 */
export function levelInstallment(
  rule: InterestRule,
  accrual: Accrual,
  dueDates: readonly CalendarDate[],
  rounding: InstallmentRounding,
): Piastres {
  return (
    clearInstallment(rule, accrual, dueDates, rounding) ?? exactInstallment(rule, accrual, dueDates, rounding)
  );
}

/**
 * The same on doubles, where its error cannot decide the rounding; null elsewhere. Every step adds or multiplies numbers
 * that are not negative, so relative errors only add up: a factor brings APPROXIMATE_ERROR at most, and each of the
 * three operations of a step 2^-53.
 */
function clearInstallment(
  rule: InterestRule,
  accrual: Accrual,
  dueDates: readonly CalendarDate[],
  rounding: InstallmentRounding,
): Piastres | null {
  if (rule.approximate === undefined || accrual.exactNumerator !== 0n) return null;
  const unit = piastres(1);
  let growth = 1;
  let annuity = 1;
  for (let i = 1; i < dueDates.length; i += 1) {
    const factor = 1 + rule.approximate(unit, dueDates[i - 1] as CalendarDate, dueDates[i] as CalendarDate);
    growth *= factor;
    annuity = annuity * factor + 1;
  }
  const fresh = rule.approximate(accrual.principalPiastres, accrual.countedFrom, dueDates[0] as CalendarDate);
  const level = ((accrual.principalPiastres + accrual.carriedPiastres + fresh) * growth) / annuity;
  const error = 4 * (dueDates.length + 2) * APPROXIMATE_ERROR;
  if (rounding === 'pound') {
    const pounds = roundedIfClear(level / Number(PIASTRES_A_POUND), error);
    return pounds === null ? null : piastres(pounds * Number(PIASTRES_A_POUND));
  }
  if (rounding === 'half_up') {
    const rounded = roundedIfClear(level, error);
    return rounded === null ? null : piastres(rounded);
  }
  // Up: what may be whole is decided exactly.
  const up = Math.ceil(level);
  const clear = Math.min(up - level, level - up + 1) > level * error + Number.EPSILON;
  return clear ? piastres(up) : null;
}

/** By whole numerators. */
function exactInstallment(
  rule: InterestRule,
  accrual: Accrual,
  dueDates: readonly CalendarDate[],
  rounding: InstallmentRounding,
): Piastres {
  const one = rule.denominator;
  const unit = piastres(1);
  let growth = 1n;
  let power = 1n;
  let annuity = 1n;
  for (let i = 1; i < dueDates.length; i += 1) {
    const factor = one + rule.exact(unit, dueDates[i - 1] as CalendarDate, dueDates[i] as CalendarDate);
    power *= one;
    growth *= factor;
    annuity = annuity * factor + power;
  }
  const whole = BigInt(accrual.principalPiastres + accrual.carriedPiastres) * one;
  const owed = whole + exactInterest(rule, accrual, dueDates[0] as CalendarDate);
  const numerator = owed * growth;
  const denominator = one * annuity;
  return piastres(Number(roundedInstallment(numerator, denominator, rounding)));
}

function roundedInstallment(numerator: bigint, denominator: bigint, rounding: InstallmentRounding): bigint {
  if (rounding === 'up') return (numerator + denominator - 1n) / denominator;
  if (rounding === 'pound') {
    return divideHalfAwayFromZero(numerator, denominator * PIASTRES_A_POUND) * PIASTRES_A_POUND;
  }
  return divideHalfAwayFromZero(numerator, denominator);
}

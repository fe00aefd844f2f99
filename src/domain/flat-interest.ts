import { addMonths, type CalendarDate, laterOf } from './dates.ts';
import { MONTH_PARTS, scheduleMonthAt } from './day-count.ts';
import type { InterestRule } from './interest-rule.ts';
import { type LoanTerms, roundedToTerms } from './loan-terms.ts';
import { divideHalfAwayFromZero, type Piastres, piastres } from './money.ts';

/** What one installment of a flat loan consists of. */
export interface FlatPart {
  readonly principalPiastres: Piastres;
  readonly interestPiastres: Piastres;
}

/**
 * Principal and interest of each installment of a flat loan: amount × rate × year fraction to maturity,
 * rounded once, spread evenly (half up, the last takes the rest), principal likewise. Where an amount is so
 * small that the rounded parts use up the principal early, that row takes the interest left and the rows
 * after it are empty, since nothing is owed on them.
 */
export function flatParts(
  terms: LoanTerms,
  start: CalendarDate,
  amountPiastres: Piastres,
  simple: InterestRule,
): readonly FlatPart[] {
  const maturity = addMonths(start, terms.termMonths);
  const interest = Number(
    divideHalfAwayFromZero(simple.exact(amountPiastres, start, maturity), simple.denominator),
  );
  const principals = principalParts(terms, amountPiastres, interest);
  const lastRow = principals.findLastIndex((part) => part > 0) + 1;
  const interests = spreadEvenly(interest, terms.termMonths, lastRow);
  return principals.map((principal, row) => ({
    principalPiastres: piastres(principal),
    interestPiastres: piastres(interests[row] as number),
  }));
}

/** Principal spread evenly; where installments are whole pounds, what is left of each after its interest. */
function principalParts(terms: LoanTerms, amountPiastres: Piastres, interest: number): number[] {
  const { termMonths: count, installmentRounding } = terms;
  const even = spreadEvenly(amountPiastres, count, count);
  if (installmentRounding !== 'pound') return even;
  const interests = spreadEvenly(interest, count, count);
  let left: number = amountPiastres;
  return even.map((part, row) => {
    const beside = interests[row] as number;
    const wanted = Math.max(0, roundedToTerms(part + beside, installmentRounding) - beside);
    const principal = row === count - 1 ? left : Math.min(wanted, left);
    left -= principal;
    return principal;
  });
}

/** `total` in `count` parts, each total ÷ count half up while there is some; part number `last` takes the rest. */
function spreadEvenly(total: number, count: number, last: number): number[] {
  const even = Number(divideHalfAwayFromZero(BigInt(total), BigInt(count)));
  const parts: number[] = [];
  let left = total;
  for (let row = 0; row < count; row += 1) {
    const part = row === last - 1 ? left : Math.min(even, left);
    left -= part;
    parts.push(part);
  }
  return parts;
}

/**
 * Interest of a flat loan: each installment's interest accrues evenly by the day over its own period whatever
 * has been repaid; after maturity simple interest on what is still outstanding. Once the principal is repaid
 * nothing more accrues, so a payoff owes interest to its own date only.
 */
export function flatInterestRule(
  terms: LoanTerms,
  start: CalendarDate,
  amountPiastres: Piastres,
  simple: InterestRule,
): InterestRule {
  const maturity = addMonths(start, terms.termMonths);
  const parts = flatParts(terms, start, amountPiastres, simple);
  const beforeRow: number[] = [0];
  for (const part of parts) beforeRow.push((beforeRow.at(-1) as number) + part.interestPiastres);

  /** Interest from the start to a date not after maturity, in piastres × MONTH_PARTS. */
  const accruedParts = (date: CalendarDate): bigint => {
    if (date >= maturity) return BigInt(beforeRow[terms.termMonths] as number) * BigInt(MONTH_PARTS);
    const month = scheduleMonthAt(start, date);
    const dayParts = (month.elapsedDays * MONTH_PARTS) / month.days;
    const interest = parts[month.index]?.interestPiastres ?? 0;
    return BigInt(beforeRow[month.index] ?? 0) * BigInt(MONTH_PARTS) + BigInt(interest) * BigInt(dayParts);
  };

  return {
    denominator: simple.denominator * BigInt(MONTH_PARTS),
    exact(principal, from, to) {
      if (principal === 0 || from === to) return 0n;
      const inTerm = (accruedParts(to) - accruedParts(from)) * simple.denominator;
      if (to <= maturity) return inTerm;
      const late = simple.exact(principal, laterOf(from, maturity), to);
      return inTerm + late * BigInt(MONTH_PARTS);
    },
  };
}

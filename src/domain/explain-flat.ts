import { accrualPieces } from './accrual-pieces.ts';
import { addMonths, type CalendarDate } from './dates.ts';
import { exactEgp } from './explain-line.ts';
import { simpleInterestRule } from './interest-rule.ts';
import type { LoanTerms } from './loan-terms.ts';
import { divideHalfAwayFromZero, formatAmountGrouped, type Piastres, piastres } from './money.ts';
import { formatRate } from './rate.ts';

/**
 * How the interest of a flat loan was fixed at its start: amount × rate × the part of a year to maturity, rounded once
 * and spread over the installments. null for the other styles.
 */
export function flatInterestInWords(
  terms: LoanTerms,
  start: CalendarDate,
  amountPiastres: Piastres,
): string | null {
  if (terms.repaymentStyle !== 'flat') return null;
  const maturity = addMonths(start, terms.termMonths);
  const simple = simpleInterestRule(terms, start);
  const exact = simple.exact(amountPiastres, start, maturity);
  const rounded = piastres(Number(divideHalfAwayFromZero(exact, simple.denominator)));
  const sum = `${formatAmountGrouped(amountPiastres)} × ${formatRate(terms.annualRateE4)} % × ${partOfYear(terms, start, maturity)}`;
  return `flat: interest to ${maturity} is ${sum} = ${exactEgp(exact, simple.denominator)}, rounded ${formatAmountGrouped(rounded)}, spread over ${terms.termMonths} installments`;
}

/** The part of a year, as the fractions that make it. */
function partOfYear(terms: LoanTerms, start: CalendarDate, maturity: CalendarDate): string {
  if (terms.dayCount === 'monthly') return `${terms.termMonths} ÷ 12`;
  const simpleTerms = { ...terms, repaymentStyle: 'annuity' as const };
  const rule = simpleInterestRule(terms, start);
  const pieces = accrualPieces(simpleTerms, start, rule, piastres(1), start, maturity);
  const parts = pieces.map(({ days, basis }) => `${days} ÷ ${basis}`);
  return parts.length === 1 ? parts[0]! : `(${parts.join(' + ')})`;
}

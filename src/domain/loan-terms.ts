import type { DayCount } from './day-count.ts';
import { divideHalfAwayFromZero, type Piastres } from './money.ts';
import type { RateE4 } from './rate.ts';

export const REPAYMENT_STYLES = ['annuity', 'equal_principal', 'bullet', 'flat'] as const;
export type RepaymentStyle = (typeof REPAYMENT_STYLES)[number];

export const INSTALLMENT_ROUNDINGS = ['half_up', 'up', 'pound'] as const;
export type InstallmentRounding = (typeof INSTALLMENT_ROUNDINGS)[number];

/** What a decision fixed for the life of a loan. */
export interface LoanTerms {
  readonly approvedAmountPiastres: Piastres;
  readonly annualRateE4: RateE4;
  readonly termMonths: number;
  readonly dayCount: DayCount;
  readonly repaymentStyle: RepaymentStyle;
  readonly graceMonths: number;
  readonly installmentRounding: InstallmentRounding;
}

export const PIASTRES_A_POUND = 100n;

/** An installment that is not level, in whole pounds where the terms want that. */
export function roundedToTerms(amountPiastres: number, rounding: InstallmentRounding): number {
  if (rounding !== 'pound') return amountPiastres;
  return Number(divideHalfAwayFromZero(BigInt(amountPiastres), PIASTRES_A_POUND) * PIASTRES_A_POUND);
}

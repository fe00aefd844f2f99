import type { DayCount } from './day-count.ts';
import type { Piastres } from './money.ts';
import type { RateE4 } from './rate.ts';

export const REPAYMENT_STYLES = ['annuity', 'equal_principal', 'bullet', 'flat'] as const;
export type RepaymentStyle = (typeof REPAYMENT_STYLES)[number];

export const INSTALLMENT_ROUNDINGS = ['half_up', 'up'] as const;
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

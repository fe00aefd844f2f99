import type { CalendarDate } from './dates.ts';
import { divideHalfAwayFromZero, type Piastres } from './money.ts';
import type { RateE4 } from './rate.ts';

/**
 * One line of arithmetic: balance × rate × days ÷ basis = interest. The last line of a posting also says what
 * was carried into it and what rounding did, once, to the sum of its lines.
 */
export interface ExplainLine {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** Principal the interest was counted on. */
  readonly balancePiastres: Piastres;
  readonly annualRateE4: RateE4;
  readonly days: number;
  /** What the days are divided by; null on a line that counts no days. */
  readonly basis: number | null;
  /** Interest in EGP, unrounded, to eight decimals. */
  readonly interest: string;
  /** Interest left unpaid before, due beside this posting's. */
  readonly carriedPiastres: Piastres;
  /** What rounding added (or took, with a minus) at the posting, in EGP to eight decimals. */
  readonly rounding: string;
  readonly note: string;
}

/** A fraction of piastres in EGP to eight decimals, zeros after the second left out. */
export function exactEgp(numerator: bigint, denominator: bigint): string {
  const scaled = divideHalfAwayFromZero(numerator * 1_000_000n, denominator);
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(9, '0');
  const decimals = digits.slice(-8).replace(/0{1,6}$/, '');
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -8)}.${decimals}`;
}

import type { DatedValue } from './dated-values.ts';
import type { CalendarDate } from './dates.ts';

/**
 * The bank's rules that decide how the payments of a loan divide, each with its history; plain data, so that it can be
 * handed on with a loan's facts.
 */
export interface ServicingRules {
  /** Values are a `LateFee`, or null where there is none. */
  readonly fees: readonly DatedValue[];
  /** Values are piastres: what an installment may lack and be covered. */
  readonly tolerances: readonly DatedValue[];
  /** Values are a `RateE4` a year on what is overdue, or null where there is none. */
  readonly penaltyRates: readonly DatedValue[];
  /** Values are piastres: a rest that is not above it is released; null where none is. */
  readonly smallBalances: readonly DatedValue[];
  /**
   * Through this day the rules of before part 8 hold, by which an earlier program posted: fees paid covered
   * installments, and a write-off left no interest to recover. null: never.
   */
  readonly earlierThrough: CalendarDate | null;
}

/** No rule at all, ever. */
export const NO_RULES: ServicingRules = {
  fees: [],
  tolerances: [],
  penaltyRates: [],
  smallBalances: [],
  earlierThrough: null,
};

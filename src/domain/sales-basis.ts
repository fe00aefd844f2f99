import type { AssessmentPolicy } from './assessment-policy.ts';
import type { Piastres } from './money.ts';
import type { SalesProfile } from './order-tally.ts';
import { clamp, minus, ONE, over, type Rational, rational, smallest, sum, times, ZERO } from './rational.ts';

/** At most a year of buckets speaks for a merchant's month. */
const LONGEST_HISTORY_BUCKETS = 12;

/** What the sales say about a usual month; amounts in piastres. */
export interface SalesBasis {
  /** h: whole buckets since the first order, at most 12. */
  readonly historyBuckets: number;
  /** V: verified monthly sales. */
  readonly verified: Rational;
  /** d: data sufficiency, 0 to 1; 1 is a full file, less a thin one. */
  readonly sufficiency: Rational;
  /** S: the monthly sales an offer is measured by. */
  readonly base: Rational;
  /** d = 1. */
  readonly fullFile: boolean;
}

/** Sales of a bucket in piastres. */
export function bucketSales(profile: SalesProfile, index: number): Rational {
  return rational(profile.bucketsHalfPiastres[index] ?? 0n, 2n);
}

/** Mean of the buckets from `first` on, `count` of them. */
export function meanSales(profile: SalesProfile, first: number, count: number): Rational {
  const buckets = Array.from({ length: count }, (_, i) => bucketSales(profile, first + i));
  return over(sum(...buckets), rational(count));
}

/**
 * V = the lower of the newest quarter's mean and the whole history's; d = min(1, h/6) × min(1, orders/20);
 * S = d × min(declared, V) + (1 − d) × (half of declared, at most V when there is any).
 */
export function salesBasis(profile: SalesProfile, declared: Piastres, policy: AssessmentPolicy): SalesBasis {
  const historyBuckets = Math.min(profile.wholeBuckets, LONGEST_HISTORY_BUCKETS);
  const verified =
    historyBuckets === 0
      ? ZERO
      : smallest(meanSales(profile, 0, Math.min(3, historyBuckets)), meanSales(profile, 0, historyBuckets));
  const sufficiency = times(
    clamp(rational(historyBuckets, policy.fullHistoryBuckets), ZERO, ONE),
    clamp(rational(profile.ordersLast90Days, policy.fullHistoryOrders), ZERO, ONE),
  );
  const told = rational(declared);
  const believed = times(policy.declaredShareWithoutData, told);
  const unverified = verified.numerator > 0n ? smallest(believed, verified) : believed;
  const base = sum(times(sufficiency, smallest(told, verified)), times(minus(ONE, sufficiency), unverified));
  const fullFile = sufficiency.numerator === sufficiency.denominator;
  return { historyBuckets, verified, sufficiency, base, fullFile };
}

import type { AssessmentPolicy } from './assessment-policy.ts';
import { egpNumber, egpText } from './exact-amount.ts';
import type { Piastres } from './money.ts';
import type { SalesProfile } from './order-tally.ts';
import {
  clamp,
  compare,
  minus,
  ONE,
  over,
  type Rational,
  rational,
  roundedHalfUp,
  squareRoot,
  sum,
  times,
  toDecimalText,
  toJsonNumber,
  ZERO,
} from './rational.ts';
import { bucketSales, meanSales, type SalesBasis } from './sales-basis.ts';

export type PartName = 'trend' | 'stability' | 'returns' | 'activity' | 'agreement' | 'concentration';

/** One part of the sales performance score. */
export interface ScorePart {
  readonly name: PartName;
  /** Rounded half up to two places. */
  readonly points: Rational;
  /** The most it can give. */
  readonly of: Rational;
  /** The figures it was made from, for JSON; null when there was nothing to judge. */
  readonly input: Readonly<Record<string, number | string>> | null;
  /** The formula with its numbers put in. */
  readonly formula: string;
  /** False where points are missing but the words of the reason would not be true: what sold nothing did not fall. */
  readonly blamed: boolean;
}

/** The sales performance score with its parts. */
export interface Scorecard {
  readonly parts: readonly ScorePart[];
  /** Sum of the parts. */
  readonly raw: Rational;
  /** d × raw + (1 − d) × 25, 0 to 100, one decimal. */
  readonly score: Rational;
}

/** A year back needs all fifteen buckets to have been lived through, the quarter before needs six. */
const SEASON_BUCKETS = 15;
const QUARTER_BUCKETS = 6;

/** A part before points: its formula's value (clamped later), or why there is none. */
interface Judged {
  readonly value: Rational;
  readonly input: ScorePart['input'];
  readonly formula: string;
  /** True unless given. */
  readonly blamed?: boolean;
}

/** Scores sales; the requested amount is no input, so asking for more can never lower it. */
export function scoreSales(
  profile: SalesProfile,
  basis: SalesBasis,
  declared: Piastres,
  policy: AssessmentPolicy,
): Scorecard {
  const nothing: Judged = {
    value: ZERO,
    input: null,
    formula: 'no orders, so nothing to judge',
    blamed: false,
  };
  const judge = (judged: () => Judged) => (profile.orderCount === 0 ? nothing : judged());
  const parts = [
    part(
      'trend',
      policy.pointsTrend,
      judge(() => trend(profile, basis, policy)),
    ),
    part(
      'stability',
      policy.pointsStability,
      judge(() => stability(profile, basis, policy)),
    ),
    part(
      'returns',
      policy.pointsReturns,
      judge(() => returns(profile, policy)),
    ),
    part(
      'activity',
      policy.pointsActivity,
      judge(() => activity(profile, policy)),
    ),
    part(
      'agreement',
      policy.pointsAgreement,
      judge(() => agreement(basis, declared, policy)),
    ),
    part(
      'concentration',
      policy.pointsConcentration,
      judge(() => concentration(profile, policy)),
    ),
  ];
  const raw = sum(...parts.map((each) => each.points));
  const thin = minus(ONE, basis.sufficiency);
  const score = sum(times(basis.sufficiency, raw), times(thin, policy.thinFileScore));
  return { parts, raw, score: roundedHalfUp(clamp(score, ZERO, rational(100)), 1) };
}

function part(name: PartName, of: Rational, judged: Judged): ScorePart {
  const points = roundedHalfUp(times(of, clamp(judged.value, ZERO, ONE)), 2);
  return { name, points, of, input: judged.input, formula: judged.formula, blamed: judged.blamed ?? true };
}

function trend(profile: SalesProfile, basis: SalesBasis, policy: AssessmentPolicy): Judged {
  if (basis.historyBuckets < QUARTER_BUCKETS) {
    const formula = `${basis.historyBuckets} whole buckets, fewer than ${QUARTER_BUCKETS}: counted as neutral`;
    return {
      value: policy.trendWithoutHistory,
      input: { buckets: basis.historyBuckets },
      formula,
      blamed: false,
    };
  }
  const season = profile.wholeBuckets >= SEASON_BUCKETS;
  const now = meanSales(profile, 0, 3);
  const then = meanSales(profile, season ? 12 : 3, 3);
  const compared = season ? 'N12..N14' : 'N3..N5';
  const input = { mean_now: egpNumber(now), mean_earlier: egpNumber(then), compared_with: compared };
  if (then.numerator === 0n) {
    const value = now.numerator > 0n ? ONE : ZERO;
    return { value, input, formula: `no sales in ${compared}: 1 with sales now, else 0`, blamed: false };
  }
  const growth = minus(over(now, then), ONE);
  return {
    // Growth below 10 % costs points, but only less than before may be called falling.
    blamed: growth.numerator < 0n,
    value: over(sum(growth, policy.trendFloor), policy.trendSpan),
    input: { growth: toJsonNumber(growth, 4), ...input },
    formula:
      `(g + ${show(policy.trendFloor)}) / ${show(policy.trendSpan)}, ` +
      `g = ${egpText(now)} / ${egpText(then)} - 1 = ${toDecimalText(growth, 4)}`,
  };
}

function stability(profile: SalesProfile, basis: SalesBasis, policy: AssessmentPolicy): Judged {
  const count = basis.historyBuckets;
  const mean = count === 0 ? ZERO : meanSales(profile, 0, count);
  if (mean.numerator === 0n) {
    return { value: ZERO, input: { mean: 0, buckets: count }, formula: 'mean 0: 0', blamed: false };
  }
  const squares = Array.from({ length: count }, (_, i) => {
    const distance = minus(bucketSales(profile, i), mean);
    return times(distance, distance);
  });
  const variation = squareRoot(over(over(sum(...squares), rational(count)), times(mean, mean)));
  return {
    value: minus(ONE, over(variation, policy.stabilityLimit)),
    input: { variation: toJsonNumber(variation, 4), mean: egpNumber(mean), buckets: count },
    formula: `1 - cv / ${show(policy.stabilityLimit)}, cv = ${toDecimalText(variation, 4)} over ${count} buckets`,
  };
}

function returns(profile: SalesProfile, policy: AssessmentPolicy): Judged {
  const gross = rational(profile.grossLast90HalfPiastres, 2n);
  const returned = rational(profile.returnedLast90HalfPiastres, 2n);
  const amounts = { returned: egpNumber(returned), gross: egpNumber(gross) };
  if (gross.numerator === 0n) {
    return { value: ZERO, input: amounts, formula: 'nothing sold in 90 days: 0', blamed: false };
  }
  const share = over(returned, gross);
  return {
    // A few per cent cost points, but nobody would call them high.
    blamed: compare(share, policy.returnsHigh) >= 0,
    value: minus(ONE, over(share, policy.returnsLimit)),
    input: { share: toJsonNumber(share, 4), ...amounts },
    formula:
      `1 - r / ${show(policy.returnsLimit)}, ` +
      `r = ${egpText(returned)} / ${egpText(gross)} = ${toDecimalText(share, 4)}`,
  };
}

function activity(profile: SalesProfile, policy: AssessmentPolicy): Judged {
  const days = profile.activeDaysLast90;
  return {
    value: rational(days, policy.activityDays),
    input: { days },
    formula: `${days} days with a sale in the last 90 / ${policy.activityDays}`,
  };
}

function agreement(basis: SalesBasis, declared: Piastres, policy: AssessmentPolicy): Judged {
  const told = rational(declared);
  const amounts = { declared: egpNumber(told), verified: egpNumber(basis.verified) };
  if (basis.verified.numerator === 0n) {
    return { value: ZERO, input: amounts, formula: 'V = 0: 0', blamed: declared > 0 };
  }
  const ratio = over(told, basis.verified);
  return {
    value: over(minus(policy.agreementLimit, ratio), policy.agreementSpan),
    input: { ratio: toJsonNumber(ratio, 4), ...amounts },
    formula:
      `(${show(policy.agreementLimit)} - declared / V) / ${show(policy.agreementSpan)}, ` +
      `declared / V = ${egpText(told)} / ${egpText(basis.verified)} = ${toDecimalText(ratio, 4)}`,
  };
}

function concentration(profile: SalesProfile, policy: AssessmentPolicy): Judged {
  const all = rational(profile.salesLast180HalfPiastres, 2n);
  const top = rational(profile.topCustomerLast180HalfPiastres, 2n);
  const amounts = { largest_customer: egpNumber(top), sales: egpNumber(all) };
  if (all.numerator === 0n) {
    return { value: ZERO, input: amounts, formula: 'nothing sold in 180 days: 0', blamed: false };
  }
  const share = over(top, all);
  return {
    value: minus(ONE, over(minus(share, policy.concentrationFloor), policy.concentrationSpan)),
    input: { share: toJsonNumber(share, 4), ...amounts },
    formula:
      `1 - (share - ${show(policy.concentrationFloor)}) / ${show(policy.concentrationSpan)}, ` +
      `share = ${egpText(top)} / ${egpText(all)} = ${toDecimalText(share, 4)}`,
  };
}

/** A constant in a formula: at least two decimals, four where it has them. */
function show(value: Rational): string {
  return toDecimalText(value, 4).replace(/0{1,2}$/, '');
}

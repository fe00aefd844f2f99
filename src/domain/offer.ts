import type { AssessmentPolicy } from './assessment-policy.ts';
import { isDefaulted, isOverdue, type LoanHere } from './conduct.ts';
import { type Piastres, piastres } from './money.ts';
import { type RateE4, rateE4 } from './rate.ts';
import {
  compare,
  floorOf,
  minus,
  over,
  type Rational,
  rational,
  smallest,
  sum,
  times,
  ZERO,
} from './rational.ts';
import type { ReasonCode } from './reason-codes.ts';
import type { RiskRating } from './risk-rating.ts';
import type { SalesBasis } from './sales-basis.ts';

/** The recommended rate with what it is made of, in percent per year. */
export interface RateOffer {
  readonly annualRateE4: RateE4;
  readonly base: Rational;
  readonly margin: Rational;
  readonly thinFile: Rational;
  readonly laterYears: Rational;
  readonly maximum: Rational;
}

/** What an offer is measured by. */
interface OfferInputs {
  readonly rating: RiskRating;
  readonly score: Rational;
  readonly basis: SalesBasis;
  readonly requestedPiastres: Piastres;
  readonly termMonths: number;
  readonly loansHere: readonly LoanHere[];
}

/** The recommended amount with its caps, all in piastres. */
export interface AmountOffer {
  readonly amountPiastres: Piastres;
  readonly multiple: Rational;
  readonly cover: Rational;
  /** Outstanding here and approved but not disbursed. */
  readonly exposure: Rational;
  readonly installmentsDue: Rational;
  /** multiple × S − exposure. */
  readonly salesCap: Rational;
  /** 0.15 × S / cover − installments already due monthly. */
  readonly largestInstallment: Rational;
  /** What that installment repays at the rate over the term. */
  readonly affordabilityCap: Rational;
  readonly policyMaximum: Rational;
  /** Why nothing is offered whatever the caps say; null when they decide. */
  readonly barredBy: 'defaulted loan' | 'overdue loan' | 'low score' | null;
  /** What kept the amount below the request; empty when nothing did. */
  readonly limits: readonly ReasonCode[];
}

/** Base + margin of the rating + thin file + 0.50 per started year beyond the first; at most the maximum. */
export function offerRate(
  rating: RiskRating,
  fullFile: boolean,
  termMonths: number,
  policy: AssessmentPolicy,
): RateOffer {
  const margin = { low: policy.marginLow, medium: policy.marginMedium, high: policy.marginHigh }[rating];
  const thinFile = fullFile ? ZERO : policy.marginThinFile;
  const startedLaterYears = Math.ceil(Math.max(0, termMonths - 12) / 12);
  const laterYears = times(rational(startedLaterYears), policy.marginPerLaterYear);
  const rate = smallest(sum(policy.baseRate, margin, thinFile, laterYears), policy.maxRate);
  // The policy's decimals have four places at most, so nothing is lost here.
  const annualRateE4 = rateE4(Number(floorOf(times(rate, rational(10_000)))));
  return { annualRateE4, base: policy.baseRate, margin, thinFile, laterYears, maximum: policy.maxRate };
}

/** The smallest of requested, sales cap, affordability cap and policy maximum, rounded down to the step. */
export function offerAmount(inputs: OfferInputs, rate: RateE4, policy: AssessmentPolicy): AmountOffer {
  const total = (of: (loan: LoanHere) => number) =>
    inputs.loansHere.reduce((all, loan) => sum(all, rational(of(loan))), ZERO);
  const exposure = total((loan) => loan.outstandingPiastres + loan.approvedUndisbursedPiastres);
  const installmentsDue = total((loan) => loan.monthlyInstallmentPiastres);
  const caps = capsOf(inputs, rate, exposure, installmentsDue, policy);
  const decided = decide(caps, inputs.requestedPiastres, policy);
  const unburdened = decide(capsOf(inputs, rate, ZERO, ZERO, policy), inputs.requestedPiastres, policy);
  const barredBy = barred(inputs, policy);
  const limits: ReasonCode[] = [];
  if (barredBy === null) {
    if (decided.limit !== null) limits.push(decided.limit);
    if (decided.amount < unburdened.amount) limits.push('A03');
    if (decided.amount === 0n) limits.push('A05');
  }
  return {
    ...caps,
    amountPiastres: piastres(barredBy === null ? Number(decided.amount) : 0),
    exposure,
    installmentsDue,
    barredBy,
    limits,
  };
}

/**
 * Present value of `installment` paid monthly, in arrears, over the term at a rate per year:
 * installment × (1 − (1 + m)^−n) / m, m = rate/12; exact.
 */
export function presentValue(installment: Rational, rate: RateE4, termMonths: number): Rational {
  if (rate === 0) return times(installment, rational(termMonths));
  const monthly = rational(rate, 12_000_000);
  const grown = (monthly.numerator + monthly.denominator) ** BigInt(termMonths);
  const ungrown = monthly.denominator ** BigInt(termMonths);
  // Not brought to lowest terms: with thousands of digits that would cost more than all the rest.
  return {
    numerator: installment.numerator * (grown - ungrown) * monthly.denominator,
    denominator: installment.denominator * grown * monthly.numerator,
  };
}

interface Caps {
  readonly multiple: Rational;
  readonly cover: Rational;
  readonly salesCap: Rational;
  readonly largestInstallment: Rational;
  readonly affordabilityCap: Rational;
  readonly policyMaximum: Rational;
}

function capsOf(
  inputs: OfferInputs,
  rate: RateE4,
  exposure: Rational,
  installmentsDue: Rational,
  policy: AssessmentPolicy,
): Caps {
  const { multipleLow, multipleMedium, multipleHigh, coverLow, coverMedium, coverHigh } = policy;
  const multiple = { low: multipleLow, medium: multipleMedium, high: multipleHigh }[inputs.rating];
  const cover = { low: coverLow, medium: coverMedium, high: coverHigh }[inputs.rating];
  const capacity = over(times(policy.affordabilityShare, inputs.basis.base), cover);
  const largestInstallment = minus(capacity, installmentsDue);
  return {
    multiple,
    cover,
    salesCap: minus(times(multiple, inputs.basis.base), exposure),
    largestInstallment,
    affordabilityCap: presentValue(largestInstallment, rate, inputs.termMonths),
    policyMaximum: rational(policy.maxAmount),
  };
}

function decide(
  caps: Caps,
  requested: Piastres,
  policy: AssessmentPolicy,
): { amount: bigint; limit: ReasonCode | null } {
  const choices: readonly (readonly [ReasonCode | null, Rational])[] = [
    [null, rational(requested)],
    ['A01', caps.salesCap],
    ['A02', caps.affordabilityCap],
    ['A04', caps.policyMaximum],
  ];
  const least = smallest(rational(requested), ...choices.map(([, cap]) => cap));
  const limit = choices.find(([, cap]) => compare(cap, least) === 0)?.[0] ?? null;
  const step = BigInt(policy.amountStep);
  const { numerator, denominator } = least;
  const stepped = floorOf({ numerator, denominator: denominator * step }) * step;
  return { amount: stepped < BigInt(policy.minAmount) ? 0n : stepped, limit };
}

function barred(inputs: OfferInputs, policy: AssessmentPolicy): AmountOffer['barredBy'] {
  if (inputs.loansHere.some(isDefaulted)) return 'defaulted loan';
  if (inputs.loansHere.some(isOverdue)) return 'overdue loan';
  const low = compare(inputs.score, policy.noOfferBelowScore) < 0;
  return inputs.basis.fullFile && low ? 'low score' : null;
}

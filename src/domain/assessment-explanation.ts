import type { AssessmentInputs } from './assess.ts';
import type { AssessmentPolicy } from './assessment-policy.ts';
import type { Reasons } from './assessment-reasons.ts';
import type { Conduct } from './conduct.ts';
import { egpNumber, egpText } from './exact-amount.ts';
import type { AmountOffer, RateOffer } from './offer.ts';
import { rateToNumber } from './rate.ts';
import { type Rational, rational, toDecimalText, toJsonNumber } from './rational.ts';
import type { ReasonCode } from './reason-codes.ts';
import type { RatingResult } from './risk-rating.ts';
import type { SalesBasis } from './sales-basis.ts';
import type { Scorecard } from './scorecard.ts';

/** How an assessment came about, as JSON: amounts in EGP, rates in percent. */
export interface Explanation {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly parts: readonly {
    readonly name: string;
    readonly points: number;
    readonly of: number;
    readonly input: Readonly<Record<string, unknown>> | null;
    readonly formula: string;
  }[];
  readonly rating: Readonly<Record<string, unknown>>;
  readonly amount: Readonly<Record<string, unknown>>;
  readonly rate: Readonly<Record<string, unknown>>;
  readonly reasons: readonly ReasonCode[];
  readonly policy_version: number;
}

/** Everything reckoned on the way to an assessment. */
interface Reckoning {
  readonly inputs: AssessmentInputs;
  readonly ageMonths: number;
  readonly basis: SalesBasis;
  readonly scorecard: Scorecard;
  readonly conduct: Conduct;
  readonly rating: RatingResult;
  readonly rate: RateOffer;
  readonly offer: AmountOffer;
  readonly reasons: Reasons;
}

/** Sets out every part with its input, formula and points. */
export function explainAssessment(reckoning: Reckoning, policy: AssessmentPolicy): Explanation {
  return {
    inputs: explainInputs(reckoning),
    parts: reckoning.scorecard.parts.map((part) => ({
      name: part.name,
      points: toJsonNumber(part.points, 2),
      of: toJsonNumber(part.of, 4),
      input: part.input,
      formula: part.formula,
    })),
    rating: explainRating(reckoning, policy),
    amount: explainAmount(reckoning, policy),
    rate: explainRate(reckoning.rate),
    reasons: reckoning.reasons.all,
    policy_version: reckoning.inputs.policyVersion,
  };
}

function explainInputs({ inputs, ageMonths, basis }: Reckoning): Record<string, unknown> {
  const { sales } = inputs;
  return {
    at: new Date(inputs.atMs).toISOString(),
    requested_amount: egpNumber(rational(inputs.requestedAmountPiastres)),
    requested_term_months: inputs.requestedTermMonths,
    declared_monthly_sales: egpNumber(rational(inputs.declaredSalesPiastres)),
    founded_on: inputs.foundedOn,
    first_order_on: sales.firstOrderOn,
    business_age_months: ageMonths,
    orders: sales.orderCount,
    orders_last_90_days: sales.ordersLast90Days,
    foreign_currency_orders: sales.foreignOrderCount,
    buckets: sales.bucketsHalfPiastres.map((half) => egpNumber(rational(half, 2n))),
    history_buckets: basis.historyBuckets,
    verified_monthly_sales: egpNumber(basis.verified),
    data_sufficiency: toJsonNumber(basis.sufficiency, 4),
    sales_base: egpNumber(basis.base),
    linked_user:
      inputs.counters === null
        ? null
        : {
            airtime_0_30: inputs.counters.airtime0To30,
            airtime_30_60: inputs.counters.airtime30To60,
            airtime_60_90: inputs.counters.airtime60To90,
            reminders_0_30: inputs.counters.reminders0To30,
            reminders_0_90: inputs.counters.reminders0To90,
            warnings_0_60: inputs.counters.warnings0To60,
            warnings_0_90: inputs.counters.warnings0To90,
          },
    loans_here: inputs.loansHere.map((loan) => ({
      paid_off: loan.paidOff,
      ever_more_than_30_days_late: loan.everMoreThan30DaysLate,
      overdue_now: loan.overdueNow,
      defaulted: loan.defaulted,
      written_off: loan.writtenOff,
      outstanding: egpNumber(rational(loan.outstandingPiastres)),
      approved_undisbursed: egpNumber(rational(loan.approvedUndisbursedPiastres)),
      monthly_installment: egpNumber(rational(loan.monthlyInstallmentPiastres)),
    })),
    stores: inputs.stores.map((store) => ({
      status: store.status,
      last_fetch: store.lastFetchMs === null ? null : new Date(store.lastFetchMs).toISOString(),
    })),
  };
}

function explainRating({ scorecard, conduct, rating, basis }: Reckoning, policy: AssessmentPolicy) {
  const { sufficiency } = basis;
  const [score, age, k] = [
    toDecimalText(scorecard.score, 1),
    toDecimalText(rating.agePoints, 2),
    toDecimalText(conduct.points, 2),
  ];
  const weights = [policy.weightScore, policy.weightAge, policy.weightConduct].map((weight) =>
    trimmed(weight),
  );
  return {
    rating: rating.rating,
    by_r: rating.byIndex,
    r: toJsonNumber(rating.index, 1),
    a: toJsonNumber(rating.agePoints, 2),
    k: toJsonNumber(conduct.points, 2),
    raw: toJsonNumber(scorecard.raw, 2),
    score: toJsonNumber(scorecard.score, 1),
    score_formula:
      `d × raw + (1 - d) × ${trimmed(policy.thinFileScore)}, d = ${toDecimalText(sufficiency, 4)}, ` +
      `raw = ${toDecimalText(scorecard.raw, 2)}`,
    formula: `${weights[0]} × ${score} + ${weights[1]} × ${age} + ${weights[2]} × ${k}`,
    conduct: conduct.steps.map((step) => ({ what: step.what, points: toJsonNumber(step.points, 2) })),
    floors: rating.floors.map((floor) => ({ at_least: floor.atLeast, code: floor.code, rule: floor.rule })),
  };
}

function explainAmount({ inputs, offer, rate, basis }: Reckoning, policy: AssessmentPolicy) {
  const base = egpText(basis.base);
  return {
    amount: egpNumber(rational(offer.amountPiastres)),
    requested: egpNumber(rational(inputs.requestedAmountPiastres)),
    sales_cap: egpNumber(offer.salesCap),
    affordability_cap: egpNumber(offer.affordabilityCap),
    policy_maximum: egpNumber(offer.policyMaximum),
    largest_installment: egpNumber(offer.largestInstallment),
    multiple: toJsonNumber(offer.multiple, 4),
    cover: toJsonNumber(offer.cover, 4),
    exposure: egpNumber(offer.exposure),
    installments_due: egpNumber(offer.installmentsDue),
    rounded_down_to: egpNumber(rational(policy.amountStep)),
    sales_formula: `${trimmed(offer.multiple)} × ${base} - ${egpText(offer.exposure)}`,
    installment_formula:
      `${trimmed(policy.affordabilityShare)} × ${base} / ${trimmed(offer.cover)} - ` +
      egpText(offer.installmentsDue),
    affordability_formula:
      `present value of the installment at ${rateToNumber(rate.annualRateE4)} % ` +
      `over ${inputs.requestedTermMonths} months`,
    barred_by: offer.barredBy,
    limited_by: offer.limits,
  };
}

function explainRate(rate: RateOffer): Record<string, unknown> {
  const [base, margin, thin, later] = [rate.base, rate.margin, rate.thinFile, rate.laterYears].map((part) =>
    toDecimalText(part, 2),
  );
  return {
    rate: rateToNumber(rate.annualRateE4),
    base: toJsonNumber(rate.base, 4),
    margin: toJsonNumber(rate.margin, 4),
    thin_file: toJsonNumber(rate.thinFile, 4),
    later_years: toJsonNumber(rate.laterYears, 4),
    maximum: toJsonNumber(rate.maximum, 4),
    formula: `${base} + ${margin} + ${thin} + ${later}, at most ${toDecimalText(rate.maximum, 2)}`,
  };
}

/** A constant without needless zeros. */
function trimmed(value: Rational): string {
  return toDecimalText(value, 4).replace(/\.?0+$/, '');
}

import { type Explanation, explainAssessment } from './assessment-explanation.ts';
import { writeNotes } from './assessment-notes.ts';
import type { AssessmentPolicy } from './assessment-policy.ts';
import { collectReasons } from './assessment-reasons.ts';
import { businessAgeMonths } from './business-age.ts';
import { type ConductCounters, judgeConduct, type LoanHere } from './conduct.ts';
import { type CalendarDate, fromDayNumber } from './dates.ts';
import type { Piastres } from './money.ts';
import { offerAmount, offerRate } from './offer.ts';
import type { SalesProfile } from './order-tally.ts';
import type { RateE4 } from './rate.ts';
import { toJsonNumber } from './rational.ts';
import { type RiskRating, rateRisk, type StoreFreshness } from './risk-rating.ts';
import { salesBasis } from './sales-basis.ts';
import { scoreSales } from './scorecard.ts';

const DAY_MS = 86_400_000;

/** All an assessment rests on. No name, address, gender, age of a person or religion is among it. */
export interface AssessmentInputs {
  /** T: the instant the application was made. */
  readonly atMs: number;
  readonly declaredSalesPiastres: Piastres;
  readonly requestedAmountPiastres: Piastres;
  readonly requestedTermMonths: number;
  readonly foundedOn: CalendarDate | null;
  /** The orders at T: `OrderTally.profile()`. */
  readonly sales: SalesProfile;
  /** Features of the linked user; null when none is linked or the permission is not granted. */
  readonly counters: ConductCounters | null;
  /** The merchant's loans here, as on the day of the request. */
  readonly loansHere: readonly LoanHere[];
  readonly stores: readonly StoreFreshness[];
  /** Version of the policy the constants come from. */
  readonly policyVersion: number;
}

/** The answer, with everything needed to see how it came about. */
export interface Assessment {
  /** 0 to 100, one decimal. */
  readonly salesPerformanceScore: number;
  readonly businessAgeMonths: number;
  readonly defaultRiskRating: RiskRating;
  readonly recommendedAmountPiastres: Piastres;
  readonly recommendedRateE4: RateE4;
  /** One line, at most 500 characters. */
  readonly assessmentNotes: string;
  /** JSON of `assess --explain`. */
  readonly explanation: Explanation;
}

/** Assesses an application: the same answer for the same inputs. */
export function assess(inputs: AssessmentInputs, policy: AssessmentPolicy): Assessment {
  const { sales, counters, loansHere, stores } = inputs;
  const on = fromDayNumber(Math.floor(inputs.atMs / DAY_MS));
  const ageMonths = businessAgeMonths(inputs.foundedOn, sales.firstOrderOn, on);
  const hasOrders = sales.orderCount > 0;
  const basis = salesBasis(sales, inputs.declaredSalesPiastres, policy);
  const scorecard = scoreSales(sales, basis, inputs.declaredSalesPiastres, policy);
  const conduct = judgeConduct(loansHere, counters, policy);
  const rating = rateRisk(
    {
      atMs: inputs.atMs,
      ageMonths,
      declaredPiastres: inputs.declaredSalesPiastres,
      hasOrders,
      score: scorecard.score,
      basis,
      conduct,
      counters,
      loansHere,
      stores,
    },
    policy,
  );
  const rate = offerRate(rating.rating, basis.fullFile, inputs.requestedTermMonths, policy);
  const offer = offerAmount(
    {
      rating: rating.rating,
      score: scorecard.score,
      basis,
      requestedPiastres: inputs.requestedAmountPiastres,
      termMonths: inputs.requestedTermMonths,
      loansHere,
    },
    rate.annualRateE4,
    policy,
  );
  const foreignOrders = sales.foreignOrderCount > 0;
  const reasons = collectReasons({ parts: scorecard.parts, conduct, rating, offer, foreignOrders }, policy);
  return {
    salesPerformanceScore: toJsonNumber(scorecard.score, 1),
    businessAgeMonths: ageMonths,
    defaultRiskRating: rating.rating,
    recommendedAmountPiastres: offer.amountPiastres,
    recommendedRateE4: rate.annualRateE4,
    assessmentNotes: writeNotes(rating, offer, inputs.requestedAmountPiastres, reasons, policy),
    explanation: explainAssessment(
      { inputs, ageMonths, basis, scorecard, conduct, rating, rate, offer, reasons },
      policy,
    ),
  };
}

import type { CalendarDate } from './dates.ts';
import type { Piastres } from './money.ts';
import type { PolicyDocument } from './policy-document.ts';
import {
  amountKind,
  type PolicyDefinition,
  type PolicyKind,
  readInForce,
  wholeKind,
} from './policy-kinds.ts';
import { compare, parseDecimal, type Rational, toDecimalText } from './rational.ts';

/**
 * Every constant of the scorecard; `docs/credit-model.md` gives the reason for each. The key in the document is
 * `assessment.` and the name in snake case.
 */
const DEFINITIONS = {
  // Data sufficiency and sales base
  fullHistoryBuckets: whole(1, 12, 6),
  fullHistoryOrders: whole(1, 10_000, 20),
  declaredShareWithoutData: decimal('0', '1', '0.5'),
  thinFileScore: decimal('0', '100', '25'),
  // Points and limits of the six parts
  pointsTrend: decimal('0', '100', '25'),
  pointsStability: decimal('0', '100', '25'),
  pointsReturns: decimal('0', '100', '20'),
  pointsActivity: decimal('0', '100', '15'),
  pointsAgreement: decimal('0', '100', '10'),
  pointsConcentration: decimal('0', '100', '5'),
  trendFloor: decimal('0', '10', '0.40'),
  trendSpan: decimal('0.01', '10', '0.50'),
  trendWithoutHistory: decimal('0', '1', '0.5'),
  stabilityLimit: decimal('0.01', '10', '0.60'),
  returnsLimit: decimal('0.01', '1', '0.30'),
  // From here on returns are called high, where they cost points enough; below they cost what they cost.
  returnsHigh: decimal('0', '1', '0.10'),
  activityDays: whole(1, 90, 45),
  agreementLimit: decimal('1', '10', '2'),
  agreementSpan: decimal('0.01', '10', '0.90'),
  concentrationFloor: decimal('0', '1', '0.10'),
  concentrationSpan: decimal('0.01', '1', '0.40'),
  // Risk index
  weightScore: decimal('0', '1', '0.55'),
  weightAge: decimal('0', '1', '0.20'),
  weightConduct: decimal('0', '1', '0.25'),
  fullAgeMonths: whole(1, 600, 36),
  // Conduct
  conductStart: decimal('0', '100', '70'),
  conductCleanLoan: decimal('0', '100', '30'),
  conductOverdueLoan: decimal('0', '100', '40'),
  conductRecentWarning: decimal('0', '100', '12'),
  conductRecentWarningMax: whole(1, 100, 4),
  conductOlderWarning: decimal('0', '100', '5'),
  conductOlderWarningMax: whole(1, 100, 3),
  conductManyReminders: decimal('0', '100', '5'),
  conductManyRemindersFrom: whole(1, 100, 5),
  conductRemindersOnly: decimal('0', '100', '10'),
  conductAirtimeSteady: decimal('0', '100', '5'),
  conductAirtimeStopped: decimal('0', '100', '5'),
  conductAirtimeStoppedFrom: whole(1, 100, 3),
  // Rating
  lowFrom: decimal('0', '100', '70'),
  mediumFrom: decimal('0', '100', '50'),
  mediumBelowAgeMonths: whole(0, 600, 12),
  mediumAboveDeclaredRatio: decimal('1', '10', '1.5'),
  staleAfterDays: whole(1, 365, 30),
  highFromWarnings: whole(1, 100, 3),
  highBelowScore: decimal('0', '100', '35'),
  // Rate
  baseRate: decimal('0', '100', '20.00'),
  marginLow: decimal('0', '100', '3'),
  marginMedium: decimal('0', '100', '6'),
  marginHigh: decimal('0', '100', '10'),
  marginThinFile: decimal('0', '100', '1.00'),
  marginPerLaterYear: decimal('0', '100', '0.50'),
  maxRate: decimal('0', '100', '40'),
  // Amount
  multipleLow: decimal('0', '100', '1.5'),
  multipleMedium: decimal('0', '100', '1.0'),
  multipleHigh: decimal('0', '100', '0.5'),
  affordabilityShare: decimal('0', '1', '0.15'),
  coverLow: decimal('1', '100', '1.25'),
  coverMedium: decimal('1', '100', '1.40'),
  coverHigh: decimal('1', '100', '1.75'),
  maxAmount: amount('0.00', '100000000.00', '1000000.00'),
  minAmount: amount('0.01', '100000000.00', '1000.00'),
  amountStep: amount('0.01', '1000000.00', '500.00'),
  noOfferBelowScore: decimal('0', '100', '25'),
  // Notes
  reasonMinPoints: decimal('0', '100', '2'),
  reasonMaxCount: whole(1, 6, 4),
} as const;

/** The scorecard's constants in force on one date: decimals exact, amounts in piastres. */
export type AssessmentPolicy = {
  readonly [Name in keyof typeof DEFINITIONS]: (typeof DEFINITIONS)[Name] extends PolicyDefinition<infer T>
    ? T
    : never;
};

/** The definitions under the keys of the policy document. */
export const ASSESSMENT_DEFINITIONS: Readonly<Record<string, PolicyDefinition<unknown>>> = Object.fromEntries(
  Object.entries(DEFINITIONS).map(([name, definition]) => [
    keyOf(name),
    definition as PolicyDefinition<unknown>,
  ]),
);

/** The scorecard's constants in force on a date. */
export function assessmentPolicyAt(document: PolicyDocument, date: CalendarDate): AssessmentPolicy {
  const values = Object.entries(DEFINITIONS).map(([name, definition]) => [
    name,
    readInForce(keyOf(name), definition as PolicyDefinition<unknown>, document, date),
  ]);
  return Object.fromEntries(values) as AssessmentPolicy;
}

function keyOf(name: string): string {
  return `assessment.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

function whole(low: number, high: number, shipped: number): PolicyDefinition<number> {
  return { kind: wholeKind(low, high), shipped };
}

function amount(low: string, high: string, shipped: string): PolicyDefinition<Piastres> {
  return { kind: amountKind(low, high), shipped };
}

function decimal(low: string, high: string, shipped: string): PolicyDefinition<Rational> {
  const [least, most] = [parseDecimal(low), parseDecimal(high)] as [Rational, Rational];
  const kind: PolicyKind<Rational> = {
    allowed: `a decimal from ${low} to ${high} with at most 4 decimals`,
    read(value) {
      const text = String(value);
      const number = /^\d+(\.\d{1,4})?$/.test(text) ? parseDecimal(text) : undefined;
      return number === undefined || compare(number, least) < 0 || compare(number, most) > 0
        ? undefined
        : number;
    },
    keep: (value) => toDecimalText(value, 4).replace(/\.?0+$/, ''),
  };
  return { kind, shipped };
}

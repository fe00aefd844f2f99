import { type AuthorityBand, authorityKind, type FourEyesAction, fourEyesKind } from './controls.ts';
import type { CalendarDate } from './dates.ts';
import { DAY_COUNTS, type DayCount } from './day-count.ts';
import type { LateFee } from './late-fees.ts';
import {
  INSTALLMENT_ROUNDINGS,
  type InstallmentRounding,
  REPAYMENT_STYLES,
  type RepaymentStyle,
} from './loan-terms.ts';
import type { Piastres } from './money.ts';
import type { PolicyDocument } from './policy-document.ts';
import {
  amountKind,
  choiceKind,
  optionalDateKind,
  type PolicyDefinition,
  rateKind,
  readInForce,
  switchKind,
  wholeKind,
} from './policy-kinds.ts';
import type { RateE4 } from './rate.ts';
import { lateFeeKind, penaltyRateKind, smallBalanceKind } from './servicing-policy.ts';

const LARGEST_AMOUNT = '999999999999.99';

/** The policy values of lending, in the order they are shown. The scorecard's are in `assessment-policy.ts`. */
export const LENDING_DEFINITIONS = {
  day_count: define(choiceKind(DAY_COUNTS), 'monthly'),
  repayment_style: define(choiceKind(REPAYMENT_STYLES), 'annuity'),
  installment_rounding: define(choiceKind(INSTALLMENT_ROUNDINGS), 'half_up'),
  min_interest_rate: define(rateKind, '1.0000'),
  max_interest_rate: define(rateKind, '100'),
  min_requested_amount: define(amountKind('0.01', LARGEST_AMOUNT), '1000.00'),
  max_requested_amount: define(amountKind('0.01', LARGEST_AMOUNT), '100000000.00'),
  // Fifty years: the schedule's properties are tested up to there.
  max_term_months: define(wholeKind(1, 600), 120),
  max_name_length: define(wholeKind(1, 1000), 200),
  max_id_length: define(wholeKind(1, 200), 64),
  require_known_merchant: define(switchKind, false),
  override_reason_required: define(switchKind, false),
  disbursement_before_decision: define(choiceKind(['warn', 'refuse'] as const), 'warn'),
  settlement: define(choiceKind(['automatic', 'manual'] as const), 'automatic'),
  books_closed_through: define(optionalDateKind, null),
  accept_overpayment: define(switchKind, false),
  late_fee: define(lateFeeKind, null),
  penalty_rate: define(penaltyRateKind, null),
  small_balance: define(smallBalanceKind, null),
  arrears_tolerance: define(amountKind('0.00', LARGEST_AMOUNT), '0.00'),
  default_days: define(wholeKind(1, 3650), 90),
  grace_days: define(wholeKind(0, 365), 0),
  four_eyes: define(fourEyesKind, []),
  authority: define(authorityKind, []),
} as const;

/** The lending policy in force on one date. */
export interface Policy {
  readonly dayCount: DayCount;
  readonly repaymentStyle: RepaymentStyle;
  readonly installmentRounding: InstallmentRounding;
  /** Rates above 0 and below this are refused as looking like a fraction. */
  readonly minInterestRateE4: RateE4;
  readonly maxInterestRateE4: RateE4;
  readonly minRequestedAmountPiastres: Piastres;
  readonly maxRequestedAmountPiastres: Piastres;
  readonly maxTermMonths: number;
  readonly maxNameLength: number;
  readonly maxIdLength: number;
  readonly requireKnownMerchant: boolean;
  readonly overrideReasonRequired: boolean;
  readonly disbursementBeforeDecision: 'warn' | 'refuse';
  readonly settlement: 'automatic' | 'manual';
  /** Nothing with a value date on or before it is accepted; null: no period is closed. */
  readonly booksClosedThrough: CalendarDate | null;
  /** What is paid above the payoff is kept as credit of the customer; else such a payment is refused. */
  readonly acceptOverpayment: boolean;
  /** What an installment not covered in time brings; null: nothing. */
  readonly lateFee: LateFee | null;
  /** Percent a year on what is overdue; null: nothing. */
  readonly penaltyRateE4: RateE4 | null;
  /** A rest after the last payment that is not above it is released; null: none is. */
  readonly smallBalancePiastres: Piastres | null;
  readonly arrearsTolerancePiastres: Piastres;
  /** Days past due from which a loan is defaulted. */
  readonly defaultDays: number;
  /** Days past due up to which a loan is still current. */
  readonly graceDays: number;
  /** Actions that need a second person. */
  readonly fourEyes: readonly FourEyesAction[];
  /** Who may approve how much, in rising order; empty: whoever may decide, any amount. */
  readonly authority: readonly AuthorityBand[];
}

/** The lending policy in force on a date. Loads nothing of the scorecard, so a read of a loan stays light. */
export function policyAt(document: PolicyDocument, date: CalendarDate): Policy {
  const read = <Key extends keyof typeof LENDING_DEFINITIONS>(key: Key) =>
    readInForce(key, LENDING_DEFINITIONS[key] as PolicyDefinition<ValueOf<Key>>, document, date);
  return {
    dayCount: read('day_count'),
    repaymentStyle: read('repayment_style'),
    installmentRounding: read('installment_rounding'),
    minInterestRateE4: read('min_interest_rate'),
    maxInterestRateE4: read('max_interest_rate'),
    minRequestedAmountPiastres: read('min_requested_amount'),
    maxRequestedAmountPiastres: read('max_requested_amount'),
    maxTermMonths: read('max_term_months'),
    maxNameLength: read('max_name_length'),
    maxIdLength: read('max_id_length'),
    requireKnownMerchant: read('require_known_merchant'),
    overrideReasonRequired: read('override_reason_required'),
    disbursementBeforeDecision: read('disbursement_before_decision'),
    settlement: read('settlement'),
    booksClosedThrough: read('books_closed_through'),
    acceptOverpayment: read('accept_overpayment'),
    lateFee: read('late_fee'),
    penaltyRateE4: read('penalty_rate'),
    smallBalancePiastres: read('small_balance'),
    arrearsTolerancePiastres: read('arrears_tolerance'),
    defaultDays: read('default_days'),
    graceDays: read('grace_days'),
    fourEyes: read('four_eyes'),
    authority: read('authority'),
  };
}

type ValueOf<Key extends keyof typeof LENDING_DEFINITIONS> =
  (typeof LENDING_DEFINITIONS)[Key] extends PolicyDefinition<infer T> ? T : never;

function define<T>(kind: PolicyDefinition<T>['kind'], shipped: unknown): PolicyDefinition<T> {
  return { kind, shipped };
}

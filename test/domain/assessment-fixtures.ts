import type { AssessmentInputs } from '../../src/domain/assess.ts';
import { assessmentPolicyAt } from '../../src/domain/assessment-policy.ts';
import type { ConductCounters, LoanHere } from '../../src/domain/conduct.ts';
import { addMonths, type CalendarDate } from '../../src/domain/dates.ts';
import { piastres } from '../../src/domain/money.ts';
import type { SalesProfile } from '../../src/domain/order-tally.ts';
import { SHIPPED_POLICY } from '../../src/domain/policy-document.ts';

const T_DATE = '2026-07-01' as CalendarDate;

/** The instant the examples are assessed at. */
export const T_MS = Date.parse('2026-07-01T12:00:00Z');

export const SHIPPED = assessmentPolicyAt(SHIPPED_POLICY, T_DATE);

/** Whole EGP in half piastres. */
const halfPiastres = (egp: number): bigint => BigInt(Math.round(egp * 200));

/** A profile from bucket totals in thousands of EGP and shares in percent. */
export function profileOf(given: {
  readonly buckets: readonly number[];
  readonly wholeBuckets?: number;
  readonly orders90: number;
  readonly activeDays: number;
  readonly returnsPercent: number;
  readonly topPercent: number;
}): SalesProfile {
  const buckets = Array.from({ length: 15 }, (_, i) => halfPiastres((given.buckets[i] ?? 0) * 1000));
  const sales180 = buckets.slice(0, 6).reduce((a, b) => a + b, 0n);
  return {
    orderCount: given.orders90,
    foreignOrderCount: 0,
    firstOrderOn: null,
    wholeBuckets: given.wholeBuckets ?? given.buckets.length,
    ordersLast90Days: given.orders90,
    bucketsHalfPiastres: buckets,
    activeDaysLast90: given.activeDays,
    grossLast90HalfPiastres: 100_000n,
    returnedLast90HalfPiastres: BigInt(given.returnsPercent * 1000),
    salesLast180HalfPiastres: sales180,
    topCustomerLast180HalfPiastres: (sales180 * BigInt(given.topPercent)) / 100n,
  };
}

/** No orders at all. */
export const NO_ORDERS: SalesProfile = profileOf({
  buckets: [],
  orders90: 0,
  activeDays: 0,
  returnsPercent: 0,
  topPercent: 0,
});

/** Inputs of an assessment from amounts in EGP. */
export function inputsOf(given: {
  readonly sales: SalesProfile;
  readonly declared: number;
  readonly requested: number;
  readonly term: number;
  readonly ageMonths: number | null;
  readonly counters?: ConductCounters;
  readonly loansHere?: readonly LoanHere[];
}): AssessmentInputs {
  return {
    atMs: T_MS,
    declaredSalesPiastres: piastres(given.declared * 100),
    requestedAmountPiastres: piastres(given.requested * 100),
    requestedTermMonths: given.term,
    foundedOn: given.ageMonths === null ? null : addMonths(T_DATE, -given.ageMonths),
    sales: given.sales,
    counters: given.counters ?? null,
    loansHere: given.loansHere ?? [],
    stores: [{ status: 'READY', lastFetchMs: T_MS }],
    policyVersion: 1,
  };
}

/** A user with nothing counted. */
export const QUIET: ConductCounters = {
  airtime0To30: 0,
  airtime30To60: 0,
  airtime60To90: 0,
  reminders0To30: 0,
  reminders0To90: 0,
  warnings0To60: 0,
  warnings0To90: 0,
};

/** A running loan here that is paid as agreed and owes nothing any more. */
export const QUIET_LOAN: LoanHere = {
  paidOff: false,
  everMoreThan30DaysLate: false,
  overdueNow: false,
  defaulted: false,
  writtenOff: false,
  outstandingPiastres: piastres(0),
  approvedUndisbursedPiastres: piastres(0),
  monthlyInstallmentPiastres: piastres(0),
};

/** The published example of a steady merchant. */
export const STEADY = inputsOf({
  sales: profileOf({
    buckets: [128, 122, 131, 125, 119, 121, 117, 123, 118, 115, 120, 116],
    orders90: 840,
    activeDays: 84,
    returnsPercent: 5,
    topPercent: 3,
  }),
  declared: 125_000,
  requested: 50_000,
  term: 12,
  ageMonths: 30,
});

/** The published example of a seasonal merchant. */
export const SEASONAL = inputsOf({
  sales: profileOf({
    buckets: [96, 88, 80, 74, 70, 150, 210, 90, 72, 70, 66, 64],
    orders90: 310,
    activeDays: 52,
    returnsPercent: 14,
    topPercent: 12,
  }),
  declared: 100_000,
  requested: 150_000,
  term: 18,
  ageMonths: 26,
});

/** The published example of a merchant without data. */
export const WITHOUT_ORDERS = inputsOf({
  sales: NO_ORDERS,
  declared: 60_000,
  requested: 40_000,
  term: 12,
  ageMonths: null,
});

/** The published example of an owner warned about late payments. */
export const OWNER_WARNED = inputsOf({
  sales: profileOf({
    buckets: [90, 88, 91, 87, 86, 89, 85, 84, 86, 83, 85, 82],
    orders90: 520,
    activeDays: 80,
    returnsPercent: 6,
    topPercent: 5,
  }),
  declared: 90_000,
  requested: 60_000,
  term: 12,
  ageMonths: 36,
  counters: {
    airtime0To30: 0,
    airtime30To60: 2,
    airtime60To90: 4,
    reminders0To30: 5,
    reminders0To90: 9,
    warnings0To60: 3,
    warnings0To90: 4,
  },
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Assessment, type AssessmentInputs, assess } from '../../src/domain/assess.ts';
import { LONGEST_NOTES } from '../../src/domain/assessment-notes.ts';
import type { LoanHere } from '../../src/domain/conduct.ts';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { piastres } from '../../src/domain/money.ts';
import type { SalesProfile } from '../../src/domain/order-tally.ts';
import { SHIPPED, T_MS } from './assessment-fixtures.ts';

const RUNS = { numRuns: 300 };
const RANK = { low: 0, medium: 1, high: 2 } as const;

const egp = (most: number) => fc.integer({ min: 0, max: most * 100 }).map(piastres);

const sales: fc.Arbitrary<SalesProfile> = fc
  .record({
    orders: fc.constantFrom(0, 5, 19, 20, 400),
    wholeBuckets: fc.integer({ min: 0, max: 18 }),
    bucketsHalfPiastres: fc.array(fc.bigInt({ min: 0n, max: 60_000_000n }), { minLength: 15, maxLength: 15 }),
    activeDaysLast90: fc.integer({ min: 0, max: 91 }),
    gross: fc.bigInt({ min: 0n, max: 10_000_000n }),
    returned: fc.integer({ min: 0, max: 100 }),
    top: fc.integer({ min: 0, max: 100 }),
    foreignOrderCount: fc.constantFrom(0, 0, 3),
  })
  .map((given) => {
    const sales180 = given.bucketsHalfPiastres.slice(0, 6).reduce((a, b) => a + b, 0n);
    return {
      orderCount: given.orders,
      foreignOrderCount: given.foreignOrderCount,
      firstOrderOn: null,
      wholeBuckets: given.orders === 0 ? 0 : given.wholeBuckets,
      ordersLast90Days: given.orders,
      bucketsHalfPiastres:
        given.orders === 0 ? given.bucketsHalfPiastres.map(() => 0n) : given.bucketsHalfPiastres,
      activeDaysLast90: given.activeDaysLast90,
      grossLast90HalfPiastres: given.gross,
      returnedLast90HalfPiastres: (given.gross * BigInt(given.returned)) / 100n,
      salesLast180HalfPiastres: sales180,
      topCustomerLast180HalfPiastres: (sales180 * BigInt(given.top)) / 100n,
    };
  });

const rarely = fc.constantFrom(false, false, false, false, false, true);
const loanHere: fc.Arbitrary<LoanHere> = fc.record({
  paidOff: fc.boolean(),
  everMoreThan30DaysLate: rarely,
  overdueNow: rarely,
  defaulted: rarely,
  writtenOff: rarely,
  outstandingPiastres: egp(100_000),
  approvedUndisbursedPiastres: egp(20_000),
  monthlyInstallmentPiastres: egp(8_000),
});

const counters = fc
  .record({
    airtime0To30: fc.integer({ min: 0, max: 3 }),
    airtime30To60: fc.integer({ min: 0, max: 3 }),
    airtime60To90: fc.integer({ min: 0, max: 3 }),
    reminders0To30: fc.integer({ min: 0, max: 8 }),
    olderReminders: fc.integer({ min: 0, max: 8 }),
    warnings0To60: fc.constantFrom(0, 0, 1, 2, 3, 6),
    olderWarnings: fc.constantFrom(0, 0, 1, 3, 6),
  })
  .map(({ olderReminders, olderWarnings, ...given }) => ({
    ...given,
    reminders0To90: given.reminders0To30 + olderReminders,
    warnings0To90: given.warnings0To60 + olderWarnings,
  }));

const inputs: fc.Arbitrary<AssessmentInputs> = fc.record({
  atMs: fc.constant(T_MS),
  declaredSalesPiastres: egp(400_000),
  requestedAmountPiastres: fc.integer({ min: 100_000, max: 200_000_000 }).map(piastres),
  requestedTermMonths: fc.integer({ min: 1, max: 120 }),
  foundedOn: fc
    .constantFrom(null, '2026-01-15', '2025-02-01', '2019-01-01')
    .map((date) => date as CalendarDate | null),
  sales,
  counters: fc.option(counters),
  loansHere: fc.array(loanHere, { maxLength: 2 }),
  stores: fc.array(
    fc.record({ status: fc.constantFrom('READY', 'DISCONNECTED'), lastFetchMs: fc.constantFrom(T_MS, null) }),
    { maxLength: 1 },
  ),
  policyVersion: fc.constant(1),
});

/** Nothing in `after` is better for the merchant than in `before`. */
function expectNotBetter(before: Assessment, after: Assessment): void {
  expect(after.salesPerformanceScore).toBeLessThanOrEqual(before.salesPerformanceScore);
  expect(after.explanation.rating.k).toBeLessThanOrEqual(before.explanation.rating.k as number);
  expect(after.explanation.rating.r).toBeLessThanOrEqual(before.explanation.rating.r as number);
  expect(RANK[after.defaultRiskRating]).toBeGreaterThanOrEqual(RANK[before.defaultRiskRating]);
  expect(after.recommendedRateE4).toBeGreaterThanOrEqual(before.recommendedRateE4);
  expect(after.recommendedAmountPiastres).toBeLessThanOrEqual(before.recommendedAmountPiastres);
}

describe('over random inputs', () => {
  it('every figure stays in its bounds', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const assessment = assess(given, SHIPPED);
        const { rating, parts } = assessment.explanation;
        for (const figure of [assessment.salesPerformanceScore, rating.k, rating.a, rating.r] as number[]) {
          expect(figure).toBeGreaterThanOrEqual(0);
          expect(figure).toBeLessThanOrEqual(100);
        }
        for (const part of parts) {
          expect(part.points).toBeGreaterThanOrEqual(0);
          expect(part.points).toBeLessThanOrEqual(part.of);
        }
        expect(assessment.recommendedRateE4).toBeLessThanOrEqual(400_000);
        expect(assessment.recommendedAmountPiastres % 50_000).toBe(0);
        expect(assessment.recommendedAmountPiastres).toBeLessThanOrEqual(given.requestedAmountPiastres);
        expect(
          assessment.recommendedAmountPiastres === 0 || assessment.recommendedAmountPiastres >= 100_000,
        ).toBe(true);
        expect(assessment.assessmentNotes.length).toBeLessThanOrEqual(LONGEST_NOTES);
        expect(assessment.assessmentNotes).not.toContain('\n');
      }),
      RUNS,
    );
  });

  it('asking for more never lowers the offer, nor changes the score, the rating or the rate', () => {
    fc.assert(
      fc.property(inputs, egp(1_000_000), (given, more) => {
        const requestedAmountPiastres = piastres(given.requestedAmountPiastres + more);
        const before = assess(given, SHIPPED);
        const after = assess({ ...given, requestedAmountPiastres }, SHIPPED);
        expect(after.recommendedAmountPiastres).toBeGreaterThanOrEqual(before.recommendedAmountPiastres);
        expect(after.salesPerformanceScore).toBe(before.salesPerformanceScore);
        expect(after.defaultRiskRating).toBe(before.defaultRiskRating);
        expect(after.recommendedRateE4).toBe(before.recommendedRateE4);
      }),
      RUNS,
    );
  });

  it('more returned of the same sales never improves anything', () => {
    fc.assert(
      fc.property(inputs, fc.bigInt({ min: 0n, max: 10_000_000n }), (given, more) => {
        const returnedLast90HalfPiastres = given.sales.returnedLast90HalfPiastres + more;
        const worse = { ...given, sales: { ...given.sales, returnedLast90HalfPiastres } };
        expectNotBetter(assess(given, SHIPPED), assess(worse, SHIPPED));
      }),
      RUNS,
    );
  });

  it('more owed or due here never improves anything', () => {
    fc.assert(
      fc.property(
        inputs,
        egp(50_000),
        egp(50_000),
        egp(5_000),
        (given, outstanding, undisbursed, installment) => {
          const [first, ...others] = given.loansHere;
          if (first === undefined) return;
          const burdened = {
            ...first,
            outstandingPiastres: piastres(first.outstandingPiastres + outstanding),
            approvedUndisbursedPiastres: piastres(first.approvedUndisbursedPiastres + undisbursed),
            monthlyInstallmentPiastres: piastres(first.monthlyInstallmentPiastres + installment),
          };
          const worse = { ...given, loansHere: [burdened, ...others] };
          expectNotBetter(assess(given, SHIPPED), assess(worse, SHIPPED));
        },
      ),
      RUNS,
    );
  });

  it('more warnings, new or old, never improve anything', () => {
    fc.assert(
      fc.property(inputs, counters, fc.nat(3), fc.nat(3), (given, base, recent, older) => {
        const warnings0To60 = base.warnings0To60 + recent;
        const warnings0To90 = base.warnings0To90 + recent + older;
        const before = assess({ ...given, counters: base }, SHIPPED);
        const after = assess({ ...given, counters: { ...base, warnings0To60, warnings0To90 } }, SHIPPED);
        expectNotBetter(before, after);
      }),
      RUNS,
    );
  });

  it('equal codes read equal: the reasons in the notes follow from the codes alone', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { assessmentNotes, explanation } = assess(given, SHIPPED);
        const told = [...assessmentNotes.matchAll(/\(([A-Z]\d\d)\)/g)].map((match) => match[1]);
        for (const code of told) expect(explanation.reasons).toContain(code);
        expect(new Set(explanation.reasons).size).toBe(explanation.reasons.length);
      }),
      RUNS,
    );
  });
});

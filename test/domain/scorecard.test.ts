import { describe, expect, it } from 'vitest';
import { assess } from '../../src/domain/assess.ts';
import type { LoanHere } from '../../src/domain/conduct.ts';
import { judgeConduct } from '../../src/domain/conduct.ts';
import { piastres } from '../../src/domain/money.ts';
import { presentValue } from '../../src/domain/offer.ts';
import type { RateE4 } from '../../src/domain/rate.ts';
import { rational, toDecimalText, toJsonNumber } from '../../src/domain/rational.ts';
import { salesBasis } from '../../src/domain/sales-basis.ts';
import { inputsOf, profileOf, QUIET, QUIET_LOAN, SHIPPED, STEADY, T_MS } from './assessment-fixtures.ts';

const even = { orders90: 300, activeDays: 80, returnsPercent: 0, topPercent: 3 };
const year = Array.from({ length: 12 }, () => 100);

function assessed(sales: Partial<Parameters<typeof profileOf>[0]>, change: object = {}) {
  const profile = profileOf({ buckets: year, ...even, ...sales });
  const inputs = inputsOf({ sales: profile, declared: 100_000, requested: 50_000, term: 12, ageMonths: 36 });
  return assess({ ...inputs, ...change }, SHIPPED);
}

function points(sales: Partial<Parameters<typeof profileOf>[0]>, part: string): number | undefined {
  return assessed(sales).explanation.parts.find(({ name }) => name === part)?.points;
}

describe('sales basis', () => {
  const basis = (buckets: number[], orders90: number, declared = 100_000, whole = buckets.length) => {
    const profile = profileOf({ ...even, buckets, orders90, wholeBuckets: whole });
    const { verified, sufficiency, base, fullFile } = salesBasis(profile, piastres(declared * 100), SHIPPED);
    return [
      toJsonNumber(verified, 2) / 100,
      toJsonNumber(sufficiency, 4),
      toJsonNumber(base, 2) / 100,
      fullFile,
    ];
  };
  it('uses what there is with fewer than three buckets, nothing with none', () => {
    expect(basis([80, 60, 10], 20, 100_000, 2).slice(0, 2)).toEqual([70_000, 0.3333]);
    expect(basis([80, 60, 10], 20, 100_000, 1).slice(0, 2)).toEqual([80_000, 0.1667]);
    expect(basis([80], 20, 100_000, 0)).toEqual([0, 0, 50_000, false]);
  });
  it('is the lower of the newest quarter and the whole history', () => {
    expect(basis([90, 90, 90, 30, 30, 30], 20)[0]).toBe(60_000);
    expect(basis([30, 30, 30, 90, 90, 90], 20)[0]).toBe(30_000);
  });
  it('is a full file with six buckets and twenty orders, a thin one below', () => {
    expect(basis(year, 20)[3]).toBe(true);
    expect(basis(year, 19).slice(1)).toEqual([0.95, 97_500, false]);
    expect(basis(year.slice(0, 5), 20)[1]).toBe(0.8333);
  });
  it('caps what is only declared at what is verified', () => {
    expect(basis([30, 30, 30], 20, 100_000)[2]).toBe(30_000);
    expect(basis([80, 80, 80], 20, 100_000)[2]).toBe(65_000);
  });
});

describe('parts', () => {
  it('trend compares with the quarter before, or with the season once fifteen buckets are lived through', () => {
    const buckets = [90, 90, 90, 100, 100, 100, 50, 50, 50, 50, 50, 50, 180, 180, 180];
    expect(points({ buckets, wholeBuckets: 14 }, 'trend')).toBe(15);
    expect(points({ buckets, wholeBuckets: 15 }, 'trend')).toBe(0);
    expect(points({ buckets: year, wholeBuckets: 5 }, 'trend')).toBe(12.5);
    expect(points({ buckets: [5, 5, 5, 0, 0, 0, 5] }, 'trend')).toBe(25);
    expect(points({ buckets: [0, 0, 0, 0, 0, 0, 5] }, 'trend')).toBe(0);
  });
  it('stability is 0 where there are no sales', () => {
    expect(points({ buckets: [0, 0, 0, 0, 0, 0, 0] }, 'stability')).toBe(0);
    expect(points({ buckets: year }, 'stability')).toBe(25);
  });
  it('returns, activity, agreement and concentration are clamped at both ends', () => {
    expect([0, 15, 30, 60].map((returnsPercent) => points({ returnsPercent }, 'returns'))).toEqual([
      20, 10, 0, 0,
    ]);
    expect([0, 45, 90].map((activeDays) => points({ activeDays }, 'activity'))).toEqual([0, 15, 15]);
    expect([0, 30, 50, 90].map((topPercent) => points({ topPercent }, 'concentration'))).toEqual([
      5, 2.5, 0, 0,
    ]);
    const agreement = (k: number) => points({ buckets: year.map((egp) => egp * k) }, 'agreement');
    expect([agreement(1), agreement(0.8), agreement(0.5), agreement(0)]).toEqual([10, 8.33, 0, 0]);
  });
  it('give nothing where nothing was sold', () => {
    const sales = {
      ...profileOf({ buckets: [], ...even }),
      grossLast90HalfPiastres: 0n,
      returnedLast90HalfPiastres: 0n,
    };
    const { explanation } = assess({ ...STEADY, sales }, SHIPPED);
    expect(explanation.parts.map((part) => part.points)).toEqual([12.5, 0, 0, 15, 0, 0]);
  });
});

describe('conduct', () => {
  const k = (loans: Partial<LoanHere>[], counters: Partial<typeof QUIET> | null = null) => {
    const here = loans.map((loan) => ({ ...QUIET_LOAN, ...loan }));
    const conduct = judgeConduct(here, counters === null ? null : { ...QUIET, ...counters }, SHIPPED);
    return toJsonNumber(conduct.points, 2);
  };
  it('starts at 70 and moves with loans here', () => {
    expect(k([])).toBe(70);
    expect(k([{ paidOff: true }])).toBe(100);
    expect(k([{ paidOff: true }, { paidOff: true }])).toBe(100);
    expect(k([{ paidOff: true, everMoreThan30DaysLate: true }])).toBe(70);
    expect(k([{ paidOff: true, writtenOff: true }])).toBe(30);
    expect(k([{ overdueNow: true }])).toBe(30);
    expect(k([{ overdueNow: true }, { overdueNow: true }, { paidOff: true }])).toBe(60);
  });
  it('moves with the linked user, within bounds', () => {
    expect(k([], {})).toBe(70);
    expect(k([], { warnings0To60: 1, warnings0To90: 1 })).toBe(58);
    expect(k([], { warnings0To60: 9, warnings0To90: 9 })).toBe(22);
    expect(k([], { warnings0To60: 0, warnings0To90: 9 })).toBe(55);
    expect(k([], { warnings0To60: 9, warnings0To90: 18, reminders0To30: 5, reminders0To90: 5 })).toBe(2);
    expect(k([{ overdueNow: true }], { warnings0To60: 9, warnings0To90: 18 })).toBe(0);
    expect(k([], { reminders0To30: 4, reminders0To90: 4 })).toBe(80);
    expect(k([], { reminders0To30: 5, reminders0To90: 5 })).toBe(75);
    expect(k([], { reminders0To90: 3, warnings0To90: 1 })).toBe(65);
    expect(k([], { airtime0To30: 1, airtime30To60: 1, airtime60To90: 1 })).toBe(75);
    expect(k([], { airtime0To30: 3, airtime60To90: 1 })).toBe(70);
    expect(k([], { airtime30To60: 2, airtime60To90: 1 })).toBe(65);
    expect(k([], { airtime30To60: 2 })).toBe(70);
  });
});

describe('rating', () => {
  it('is low, medium or high by R', () => {
    expect(assessed({}).defaultRiskRating).toBe('low');
    expect(assessed({ returnsPercent: 30, activeDays: 5, topPercent: 60 }).defaultRiskRating).toBe('medium');
    const poor = { buckets: [10, 60, 1, 90, 80, 100, 90, 80, 90, 70, 90, 80] };
    expect(assessed({ ...poor, activeDays: 3, returnsPercent: 30 }).defaultRiskRating).toBe('high');
  });
  it.each([
    ['age under 12 months', {}, { foundedOn: '2025-07-02' }],
    ['a thin file', { orders90: 19 }, {}],
    ['declared above 1.5 × V', {}, { declaredSalesPiastres: 15_000_001 }],
    ['a store disconnected', {}, { stores: [{ status: 'DISCONNECTED', lastFetchMs: T_MS }] }],
    ['a store never fetched', {}, { stores: [{ status: 'READY', lastFetchMs: null }] }],
    [
      'a store not fetched for over 30 days',
      {},
      { stores: [{ status: 'READY', lastFetchMs: T_MS - 30 * 86_400_000 - 1 }] },
    ],
  ])('is at least medium with %s', (_what, sales, change) => {
    const assessment = assessed(sales, change);
    expect(assessment.explanation.rating.by_r).toBe('low');
    expect(assessment.defaultRiskRating).toBe('medium');
  });
  it.each([
    ['a year old', {}, { foundedOn: '2025-07-01' }],
    ['twenty orders', { orders90: 20 }, {}],
    ['declared at 1.5 × V', {}, { declaredSalesPiastres: 15_000_000 }],
    ['fetched 30 days ago', {}, { stores: [{ status: 'ERRORED', lastFetchMs: T_MS - 30 * 86_400_000 }] }],
    ['two warnings, long ago', {}, { counters: { ...QUIET, warnings0To60: 0, warnings0To90: 2 } }],
  ])('stays low at the edge: %s', (_what, sales, change) => {
    expect(assessed(sales, change).defaultRiskRating).toBe('low');
  });
  it('is high with three warnings in 0_60, a defaulted or a written-off loan, or a full file with a low score', () => {
    const clean = { airtime0To30: 1, airtime30To60: 1, airtime60To90: 1 };
    const counters = { ...QUIET, ...clean, warnings0To60: 3, warnings0To90: 3 };
    expect(assessed({}, { counters }).explanation.rating).toMatchObject({ by_r: 'low', rating: 'high' });
    for (const bad of [{ defaulted: true }, { writtenOff: true }]) {
      expect(assessed({}, { loansHere: [{ ...QUIET_LOAN, ...bad }] }).defaultRiskRating).toBe('high');
    }
    const uneven = {
      buckets: [1, 1, 1, 99, 99, 99, 1, 99, 1, 99, 1, 99],
      activeDays: 40,
      returnsPercent: 20,
    };
    const scored = assessed(uneven, { loansHere: [{ ...QUIET_LOAN, paidOff: true }] });
    expect(scored.salesPerformanceScore).toBeLessThan(35);
    expect(scored.explanation.rating).toMatchObject({ by_r: 'medium', rating: 'high' });
  });
});

describe('rate', () => {
  it('grows with rating, thin file and started years of term, up to the maximum', () => {
    const rate = (term: number) => assessed({}, { requestedTermMonths: term }).recommendedRateE4 / 10_000;
    expect([1, 12, 13, 24, 25, 120].map(rate)).toEqual([23, 23, 23.5, 23.5, 24, 27.5]);
    expect(assessed({ orders90: 10 }).recommendedRateE4).toBe(270_000);
    const dear = { ...SHIPPED, baseRate: rational(39) };
    expect(assess(STEADY, dear).recommendedRateE4).toBe(400_000);
  });
});

describe('amount', () => {
  const amount = (change: object, sales = {}) => assessed(sales, change).recommendedAmountPiastres / 100;
  it('is rounded down to 500, exactly', () => {
    expect(amount({ requestedAmountPiastres: 5_049_999 })).toBe(50_000);
    // A mean of 86,333.333… times 1.5 is 129,500 to the piastre; cut decimals would lose a step.
    const thirds = [86, 86, 87, ...Array.from({ length: 9 }, () => 100)];
    expect(
      amount({ requestedAmountPiastres: 50_000_000, requestedTermMonths: 60 }, { buckets: thirds }),
    ).toBe(129_500);
  });
  it('is what the installment left over repays', () => {
    const loansHere = [{ ...QUIET_LOAN, monthlyInstallmentPiastres: 1_100_000 }];
    const { explanation, recommendedAmountPiastres } = assessed({}, { loansHere });
    expect(explanation.amount).toMatchObject({ largest_installment: 1000, limited_by: ['A02', 'A03'] });
    expect(recommendedAmountPiastres).toBe(1_050_000);
    expect(explanation.amount.affordability_cap).toBe(10_629.67);
  });
  it('takes off what is owed and what is approved here', () => {
    const loansHere = [
      { ...QUIET_LOAN, outstandingPiastres: 9_000_000, approvedUndisbursedPiastres: 2_000_000 },
    ];
    const { explanation, recommendedAmountPiastres } = assessed({}, { loansHere });
    expect(recommendedAmountPiastres).toBe(4_000_000);
    expect(explanation.amount).toMatchObject({
      exposure: 110_000,
      sales_cap: 40_000,
      limited_by: ['A01', 'A03'],
    });
  });
  it('is nothing below 1,000 and nothing with an overdue or defaulted loan or a very low score', () => {
    expect(amount({ requestedAmountPiastres: 100_000 })).toBe(1000);
    expect(amount({ requestedAmountPiastres: 100_000 }, { buckets: year.map(() => 0.5) })).toBe(0);
    for (const bad of [{ overdueNow: true }, { defaulted: true }, { writtenOff: true }]) {
      expect(amount({ loansHere: [{ ...QUIET_LOAN, ...bad }] })).toBe(0);
    }
    const worst = { buckets: [1, 1, 1, 99, 99, 99, 1, 99, 1, 99, 1, 99], activeDays: 5, returnsPercent: 30 };
    const barred = assessed(worst);
    expect(barred.salesPerformanceScore).toBeLessThan(25);
    expect([barred.recommendedAmountPiastres, barred.explanation.amount.barred_by]).toEqual([0, 'low score']);
  });
  it('is at most the policy maximum', () => {
    const buckets = year.map((egp) => egp * 100);
    const change = { requestedAmountPiastres: 9_000_000_000, declaredSalesPiastres: 1_000_000_000 };
    const assessment = assessed({ buckets }, change);
    expect(assessment.recommendedAmountPiastres).toBe(100_000_000);
    expect(assessment.explanation.reasons).toContain('A04');
  });
});

it('presentValue is the sum of the discounted installments', () => {
  const monthly = 0.24 / 12;
  let expected = 0;
  for (let month = 1; month <= 18; month++) expected += 1000 / (1 + monthly) ** month;
  const value = presentValue(rational(100_000), 240_000 as RateE4, 18);
  expect(Number(toDecimalText(value, 6))).toBeCloseTo(expected * 100, 4);
  expect(presentValue(rational(200), 0 as RateE4, 7)).toEqual(rational(1400));
});

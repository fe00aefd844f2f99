import { describe, expect, it } from 'vitest';
import { type Assessment, type AssessmentInputs, assess } from '../../src/domain/assess.ts';
import { OWNER_WARNED, SEASONAL, SHIPPED, STEADY, WITHOUT_ORDERS } from './assessment-fixtures.ts';

function figures(assessment: Assessment) {
  const { inputs, parts, rating, amount, rate } = assessment.explanation;
  return {
    v: inputs.verified_monthly_sales,
    d: inputs.data_sufficiency,
    s: inputs.sales_base,
    parts: parts.map((part) => part.points),
    score: assessment.salesPerformanceScore,
    a: rating.a,
    k: rating.k,
    r: rating.r,
    rating: assessment.defaultRiskRating,
    rate: assessment.recommendedRateE4 / 10_000,
    salesCap: amount.sales_cap,
    installment: amount.largest_installment,
    affordabilityCap: amount.affordability_cap,
    amount: assessment.recommendedAmountPiastres / 100,
    base: rate.base,
  };
}

const EXAMPLES: [string, AssessmentInputs, ReturnType<typeof figures>, string][] = [
  [
    'steady',
    STEADY,
    {
      v: 121_250,
      d: 1,
      s: 121_250,
      parts: [22.19, 23.4, 16.67, 15, 10, 5],
      score: 92.3,
      a: 83.33,
      k: 70,
      r: 84.9,
      rating: 'low',
      rate: 23,
      salesCap: 181_875,
      installment: 14_550,
      affordabilityCap: 154_661.66,
      amount: 50_000,
      base: 20,
    },
    'Rating low, R 84.9. Data: full order history. Amount: as requested.',
  ],
  [
    'seasonal',
    SEASONAL,
    {
      v: 88_000,
      d: 1,
      s: 88_000,
      parts: [14.9, 6.68, 10.67, 15, 9.6, 4.75],
      score: 61.6,
      a: 72.22,
      k: 70,
      r: 65.8,
      rating: 'medium',
      rate: 26.5,
      salesCap: 88_000,
      installment: 9428.57,
      affordabilityCap: 138_798.12,
      amount: 88_000,
      base: 20,
    },
    'Rating medium, R 65.8. Data: full order history. Amount: limited by sales (A01). ' +
      'Reasons: sales uneven (S02), sales falling (S01), returns high (S03).',
  ],
  [
    'no orders',
    WITHOUT_ORDERS,
    {
      v: 0,
      d: 0,
      s: 30_000,
      parts: [0, 0, 0, 0, 0, 0],
      score: 25,
      a: 0,
      k: 70,
      r: 31.3,
      rating: 'high',
      rate: 31,
      salesCap: 15_000,
      installment: 2571.43,
      affordabilityCap: 26_244.51,
      amount: 15_000,
      base: 20,
    },
    'Rating high, R 31.3. Data: no order data (D01). Amount: limited by sales (A01). ' +
      'Reasons: under 12 months old (B01).',
  ],
  [
    'owner warned',
    OWNER_WARNED,
    {
      v: 86_333.33,
      d: 1,
      s: 86_333.33,
      parts: [21.34, 23.72, 16, 15, 10, 5],
      score: 91.1,
      a: 100,
      k: 19,
      r: 74.9,
      rating: 'high',
      rate: 30,
      salesCap: 43_166.67,
      installment: 7400,
      affordabilityCap: 75_907.46,
      amount: 43_000,
      base: 20,
    },
    'Rating high, R 74.9. Data: full order history. Amount: limited by sales (A01). ' +
      'Reasons: late-payment warnings (C01), many reminders (C02), airtime stopped (C03).',
  ],
];

describe('the published worked examples', () => {
  it.each(EXAMPLES)('%s comes out to the digit', (_name, inputs, expected, notes) => {
    const assessment = assess(inputs, SHIPPED);
    expect(figures(assessment)).toEqual(expected);
    expect(assessment.assessmentNotes).toBe(notes);
  });

  it('give the same answer twice, and one that survives JSON', () => {
    for (const [, inputs] of EXAMPLES) {
      const once = assess(inputs, SHIPPED);
      expect(assess(inputs, SHIPPED)).toEqual(once);
      expect(JSON.parse(JSON.stringify(once))).toEqual(once);
    }
  });

  it('show each part with its formula and the numbers put in', () => {
    const { parts, rating, amount, rate } = assess(STEADY, SHIPPED).explanation;
    expect(parts.map((part) => part.formula)).toEqual([
      '(g + 0.40) / 0.50, g = 127000.00 / 121666.67 - 1 = 0.0438',
      '1 - cv / 0.60, cv = 0.0384 over 12 buckets',
      '1 - r / 0.30, r = 25.00 / 500.00 = 0.0500',
      '84 days with a sale in the last 90 / 45',
      '(2.00 - declared / V) / 0.90, declared / V = 125000.00 / 121250.00 = 1.0309',
      '1 - (share - 0.10) / 0.40, share = 22380.00 / 746000.00 = 0.0300',
    ]);
    expect(rating.formula).toBe('0.55 × 92.3 + 0.2 × 83.33 + 0.25 × 70.00');
    expect(amount.sales_formula).toBe('1.5 × 121250.00 - 0.00');
    expect(rate.formula).toBe('20.00 + 3.00 + 0.00 + 0.00, at most 40.00');
  });
});

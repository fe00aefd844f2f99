import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectiveAnnualRate } from '../../src/domain/effective-annual-rate.ts';
import { quoteLoan } from '../../src/domain/quote.ts';
import { day, termsOf } from './loan-builders.ts';

describe('effectiveAnnualRate', () => {
  it('is (1 + m)^12 − 1, in percent to four decimals', () => {
    // One row of 102 for 100: m = 2 %. Two of which the first is empty: m = 1 %.
    expect(effectiveAnnualRate([10_200], 10_000)).toBe(26.8242);
    expect(effectiveAnnualRate([0, 10_201], 10_000)).toBe(12.6825);
    expect(effectiveAnnualRate([5_000, 5_000], 10_000)).toBe(0);
  });

  it('of a level loan is that of its monthly rate, within the rounding of the rows', () => {
    const quote = quoteLoan(termsOf('100000', '24.5', 12), day('2026-01-31'));
    const rate = effectiveAnnualRate(
      quote.schedule.rows.map((row) => row.installmentPiastres),
      10_000_000,
    );
    expect(rate).toBeCloseTo(((1 + 0.245 / 12) ** 12 - 1) * 100, 3);
  });

  it('discounts the rows back to the amount', () => {
    const rows = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rows, fc.double({ min: 0.3, max: 1, noNaN: true }), (installments, share) => {
        const total = installments.reduce((sum, row) => sum + row, 0);
        const amount = Math.floor(total * share);
        if (amount < 1) return;
        const m = (effectiveAnnualRate(installments, amount) / 100 + 1) ** (1 / 12) - 1;
        const worth = installments.reduce((sum, row, index) => sum + row / (1 + m) ** (index + 1), 0);
        // Four decimals of a percent, felt over at most 40 rows.
        expect(Math.abs(worth / amount - 1)).toBeLessThan(1e-4);
      }),
      { numRuns: 60 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths } from '../../src/domain/dates.ts';
import { effectiveAnnualRate } from '../../src/domain/effective-annual-rate.ts';
import { loanAccountAt } from '../../src/domain/loan-account.ts';
import { piastres } from '../../src/domain/money.ts';
import { quoteLoan } from '../../src/domain/quote.ts';
import { day, disbursementFact, egp, factsOf, SERVICING, termsOf } from './loan-builders.ts';

const START = day('2026-01-10');

function paidOut(amountPiastres: number) {
  return [{ amountPiastres, valueDate: START }];
}

function rowsOf(installments: readonly number[]) {
  const rows = installments.map((amount, index) => ({
    number: index + 1,
    dueDate: addMonths(START, index + 1),
    installmentPiastres: piastres(amount),
    principalPiastres: piastres(amount),
    interestPiastres: piastres(0),
    balancePiastres: piastres(0),
  }));
  return { rows };
}

describe('effectiveAnnualRate', () => {
  it('is (1 + m)^12 − 1, in percent to four decimals', () => {
    // One row of 102 for 100: m = 2 %. Two of which the first is empty: m = 1 %.
    expect(effectiveAnnualRate(rowsOf([10_200]), paidOut(10_000))).toBe(26.8242);
    expect(effectiveAnnualRate(rowsOf([0, 10_201]), paidOut(10_000))).toBe(12.6825);
    expect(effectiveAnnualRate(rowsOf([5_000, 5_000]), paidOut(10_000))).toBe(0);
  });

  it('of a level loan is that of its monthly rate, within the rounding of the rows', () => {
    const quote = quoteLoan(termsOf('100000', '24.5', 12), day('2026-01-31'));
    const rate = effectiveAnnualRate(quote.schedule, paidOut(10_000_000));
    expect(rate).toBeCloseTo(((1 + 0.245 / 12) ** 12 - 1) * 100, 3);
  });

  it('is solved on real payouts at their dates once there is more than one', () => {
    const terms = termsOf('50000', '23', 12);
    const facts = factsOf(terms, '2026-01-10', [], {
      disbursements: [
        disbursementFact('2026-01-10', egp('10000'), 1),
        disbursementFact('2026-04-20', egp('40000'), 2),
      ],
    });
    const { schedule } = loanAccountAt(facts, day('2026-04-20'), SERVICING);
    const rate = effectiveAnnualRate(schedule, [
      { amountPiastres: 1_000_000, valueDate: day('2026-01-10') },
      { amountPiastres: 4_000_000, valueDate: day('2026-04-20') },
    ]);
    expect(rate).toBe(25.5396);
  });

  it('discounts the rows back to the amount', () => {
    const rows = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(rows, fc.double({ min: 0.3, max: 1, noNaN: true }), (installments, share) => {
        const total = installments.reduce((sum, row) => sum + row, 0);
        const amount = Math.floor(total * share);
        if (amount < 1) return;
        const m = (effectiveAnnualRate(rowsOf(installments), paidOut(amount)) / 100 + 1) ** (1 / 12) - 1;
        const worth = installments.reduce((sum, row, index) => sum + row / (1 + m) ** (index + 1), 0);
        // Four decimals of a percent, felt over at most 40 rows.
        expect(Math.abs(worth / amount - 1)).toBeLessThan(1e-4);
      }),
      { numRuns: 60 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interestDue, openAccrual, withDisbursement } from '../../src/domain/accrual.ts';
import { addDays, addMonths, type CalendarDate } from '../../src/domain/dates.ts';
import { DAY_COUNTS } from '../../src/domain/day-count.ts';
import { type InterestRule, simpleInterestRule } from '../../src/domain/interest-rule.ts';
import { levelInstallment } from '../../src/domain/level-installment.ts';
import type { LoanTerms } from '../../src/domain/loan-terms.ts';
import { divideHalfAwayFromZero, piastres, roundedIfClear } from '../../src/domain/money.ts';
import type { RateE4 } from '../../src/domain/rate.ts';

const START = '2024-01-31' as CalendarDate;

const terms = fc
  .record({
    amount: fc.oneof(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 99_999_999_999_999 }),
    ),
    // Round numbers make ties.
    rate: fc.oneof(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.constantFrom(120_000, 180_000, 240_000, 360_000),
    ),
    months: fc.integer({ min: 1, max: 120 }),
    dayCount: fc.constantFrom(...DAY_COUNTS),
    rounding: fc.constantFrom('half_up', 'up'),
  })
  .map(
    (given): LoanTerms => ({
      approvedAmountPiastres: piastres(given.amount),
      annualRateE4: given.rate as RateE4,
      termMonths: given.months,
      dayCount: given.dayCount,
      repaymentStyle: 'annuity',
      graceMonths: 0,
      installmentRounding: given.rounding as LoanTerms['installmentRounding'],
    }),
  );

/** The rule without its doubles: every rounding is decided by whole numerators. */
function exactOnly(rule: InterestRule): InterestRule {
  return { denominator: rule.denominator, exact: (...of) => rule.exact(...of) };
}

describe('rounding a value known within an error', () => {
  it.each([
    [2.5, null],
    [0, 0],
    [2.4999, 2],
    [2.5001, 3],
    [2.5 + 2 ** -49, null],
    [2 ** 53, null],
    [Number.NaN, null],
  ])('%d is %s', (value, expected) => {
    expect(roundedIfClear(value, 2 ** -50)).toBe(expected);
  });

  it('never answers other than the exact division', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 20n });
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 15n }), (numerator, denominator) => {
        const rounded = roundedIfClear(Number(numerator) / Number(denominator), 2 ** -50);
        if (rounded !== null) expect(BigInt(rounded)).toBe(divideHalfAwayFromZero(numerator, denominator));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('arithmetic on doubles', () => {
  it('rounds interest as whole numerators do', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: 4000 }), (given, days) => {
        const rule = simpleInterestRule(given, START);
        const accrual = withDisbursement(rule, openAccrual(START), START, given.approvedAmountPiastres);
        const date = addDays(START, days);
        const due = interestDue(rule, accrual, date);
        expect(due).toBe(interestDue(exactOnly(rule), accrual, date));
      }),
      { numRuns: 4000 },
    );
    // A half is where it could go wrong: 100.50 at 12 % for a month is 1.005.
    const rule = simpleInterestRule(
      {
        approvedAmountPiastres: piastres(10_050),
        annualRateE4: 120_000 as RateE4,
        termMonths: 12,
        dayCount: 'monthly',
        repaymentStyle: 'annuity',
        graceMonths: 0,
        installmentRounding: 'half_up',
      },
      START,
    );
    const accrual = withDisbursement(rule, openAccrual(START), START, piastres(10_050));
    expect(interestDue(rule, accrual, addMonths(START, 1))).toBe(101);
  });

  it('solves the level installment as whole numerators do', () => {
    fc.assert(
      fc.property(terms, (given) => {
        const rule = simpleInterestRule(given, START);
        const accrual = withDisbursement(rule, openAccrual(START), START, given.approvedAmountPiastres);
        const dueDates = Array.from({ length: given.termMonths }, (_, index) => addMonths(START, index + 1));
        const level = levelInstallment(rule, accrual, dueDates, given.installmentRounding);
        expect(level).toBe(levelInstallment(exactOnly(rule), accrual, dueDates, given.installmentRounding));
      }),
      { numRuns: 2000 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, type CalendarDate, daysBetween } from '../../src/domain/dates.ts';
import { DAY_COUNTS } from '../../src/domain/day-count.ts';
import { foldLoan } from '../../src/domain/fold-loan.ts';
import { owedAt } from '../../src/domain/loan-state.ts';
import { INSTALLMENT_ROUNDINGS, type LoanTerms, REPAYMENT_STYLES } from '../../src/domain/loan-terms.ts';
import { type Piastres, piastres } from '../../src/domain/money.ts';
import { type RateE4, rateE4 } from '../../src/domain/rate.ts';
import type { Schedule } from '../../src/domain/schedule.ts';
import { day, paidOut, paymentsOf, scheduleOf } from './loan-builders.ts';

/** Amounts of every size, not only of the largest magnitude: 1.00 to 100,000,000.00. */
const amounts: fc.Arbitrary<Piastres> = fc
  .oneof(fc.integer({ min: 100, max: 20_000 }), fc.integer({ min: 100, max: 10_000_000_000 }))
  .map(piastres);
const rates: fc.Arbitrary<RateE4> = fc
  .oneof(
    fc.constantFrom(0, 1, 9_999, 172_500, 1_000_000),
    fc.integer({ min: 0, max: 100 }).map((percent) => percent * 10_000),
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.integer({ min: 1_000_000, max: 10_000_000 }),
  )
  .map(rateE4);
const starts: fc.Arbitrary<CalendarDate> = fc
  .tuple(
    fc.integer({ min: 2019, max: 2033 }),
    fc.integer({ min: 0, max: 11 }),
    fc.integer({ min: 1, max: 31 }),
  )
  .map(([year, month, dayOfMonth]) => {
    const first = day(`${year}-${String(month + 1).padStart(2, '0')}-01`);
    const length = daysBetween(first, addMonths(first, 1));
    return addDays(first, Math.min(dayOfMonth, length) - 1);
  });
const terms: fc.Arbitrary<LoanTerms> = fc
  .record({
    approvedAmountPiastres: amounts,
    annualRateE4: rates,
    termMonths: fc.oneof(
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 24 }) },
      { weight: 8, arbitrary: fc.integer({ min: 1, max: 120 }) },
      { weight: 1, arbitrary: fc.integer({ min: 121, max: 600 }) },
    ),
    dayCount: fc.constantFrom(...DAY_COUNTS),
    repaymentStyle: fc.constantFrom(...REPAYMENT_STYLES),
    installmentRounding: fc.constantFrom(...INSTALLMENT_ROUNDINGS),
    graceShare: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 0.999, noNaN: true })),
  })
  .map(({ graceShare, ...rest }) => ({ ...rest, graceMonths: Math.floor(rest.termMonths * graceShare) }));

/** Pays the schedule to the letter and holds every split against its row. */
function expectPaidToTheLetter(of: LoanTerms, disbursements: ReturnType<typeof paidOut>[]) {
  const schedule = scheduleOf(of, ...disbursements);
  const payments = paymentsOf(schedule);
  const state = foldLoan(of, [...payments, ...disbursements], schedule.maturityDate);
  expect(state.fault).toBeNull();
  const paidRows = schedule.rows.filter((row) => row.installmentPiastres > 0);
  state.splits.forEach((split, index) => {
    const row = paidRows[index];
    if (
      split.principalPiastres !== row?.principalPiastres ||
      split.interestPiastres !== row?.interestPiastres
    ) {
      expect({ split, row }).toBe('equal');
    }
  });
  expect(state.splits.length).toBe(paidRows.length);
  expect(owedAt(state, schedule.maturityDate).totalPiastres).toBe(0);
  if (payments.length > 1) {
    // Nothing less than the last payment brings it to zero.
    const last = paidRows.at(-1)!;
    const before = foldLoan(of, [...payments.slice(0, -1), ...disbursements], last.dueDate);
    expect(owedAt(before, last.dueDate).totalPiastres).toBe(last.installmentPiastres);
  }
  expectSound(
    schedule,
    disbursements.reduce((sum, event) => sum + event.amountPiastres, 0),
  );
}

/** Principal sums to the amount, installment = principal + interest, nothing is negative. */
function expectSound(schedule: Schedule, disbursedPiastres: number) {
  let principal = 0;
  for (const row of schedule.rows) {
    principal += row.principalPiastres;
    const sum = row.principalPiastres + row.interestPiastres;
    const least = Math.min(row.principalPiastres, row.interestPiastres, row.balancePiastres);
    if (sum !== row.installmentPiastres || least < 0) expect(row).toBe('sound');
  }
  expect(principal).toBe(disbursedPiastres);
  expect(schedule.rows.at(-1)?.balancePiastres).toBe(0);
}

describe('paying every installment on its due date', () => {
  it('ends at exactly 0.00 with the last one, each split equal to its row', () => {
    fc.assert(
      fc.property(terms, starts, (of, start) => {
        expectPaidToTheLetter(of, [paidOut(start, of.approvedAmountPiastres)]);
      }),
      { numRuns: 1500 },
    );
  });

  it('does so with tranches, on any day before maturity', () => {
    const tranches = fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), amounts), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(terms, starts, tranches, (any, start, later) => {
        const of: LoanTerms = any.repaymentStyle === 'flat' ? { ...any, repaymentStyle: 'annuity' } : any;
        const days = daysBetween(start, addMonths(start, of.termMonths));
        const events = later.map(([share, amount], index) =>
          paidOut(addDays(start, Math.floor(days * share)), amount, index + 2),
        );
        expectPaidToTheLetter(of, [paidOut(start, of.approvedAmountPiastres), ...events]);
      }),
      { numRuns: 700 },
    );
  });

  it('does so with tranches on due dates', () => {
    fc.assert(
      fc.property(terms, starts, fc.nat(), amounts, (any, start, month, amount) => {
        const of: LoanTerms = any.repaymentStyle === 'flat' ? { ...any, repaymentStyle: 'bullet' } : any;
        const tranche = paidOut(addMonths(start, month % of.termMonths), amount, 2);
        expectPaidToTheLetter(of, [paidOut(start, of.approvedAmountPiastres), tranche]);
      }),
      { numRuns: 400 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, fromDayNumber } from '../../src/domain/dates.ts';
import { DAY_COUNTS } from '../../src/domain/day-count.ts';
import { foldLoan } from '../../src/domain/fold-loan.ts';
import type { LoanEvent } from '../../src/domain/loan-event.ts';
import { owedAt } from '../../src/domain/loan-state.ts';
import { piastres } from '../../src/domain/money.ts';
import { paidBack, paidOut, scheduleOf, termsOf } from './loan-builders.ts';
import { monthsAfter, NaiveModel } from './naive-model.ts';

/** Something that happens some days after the one before: a part of what is owed is paid, or more drawn. */
const steps = fc.array(
  fc.record({
    afterDays: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 70 })),
    share: fc.oneof(fc.constant(1), fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
    drawsPiastres: fc.option(fc.integer({ min: 1, max: 50_000_000 }), { freq: 5 }),
  }),
  { minLength: 1, maxLength: 8 },
);
const loans = fc.record({
  dayCount: fc.constantFrom(...DAY_COUNTS),
  rate: fc.oneof(
    fc.constantFrom('0', '17.25', '100'),
    fc.integer({ min: 1, max: 999_999 }).map((n) => String(n / 10_000)),
  ),
  termMonths: fc.integer({ min: 1, max: 14 }),
  amountPiastres: fc.oneof(
    fc.integer({ min: 100, max: 5_000 }),
    fc.integer({ min: 100, max: 10_000_000_000 }),
  ),
  start: fc.integer({ min: 18_500, max: 22_000 }).map(fromDayNumber),
  flat: fc.boolean(),
});

describe('the fold against a model that walks day by day', () => {
  it('gives every split and every payoff alike', () => {
    fc.assert(
      fc.property(loans, steps, fc.nat({ max: 60 }), (loan, plan, lastDays) => {
        const terms = termsOf('1', loan.rate, loan.termMonths, {
          dayCount: loan.dayCount,
          repaymentStyle: loan.flat ? 'flat' : 'annuity',
        });
        const first = paidOut(loan.start, piastres(loan.amountPiastres));
        const naive = new NaiveModel({
          dayCount: loan.dayCount,
          rateE4: terms.annualRateE4,
          termMonths: loan.termMonths,
          flatInterest: loan.flat ? scheduleOf(terms, first).rows.map((row) => row.interestPiastres) : null,
        });
        naive.book({ kind: 'disbursement', date: loan.start, amount: loan.amountPiastres });
        const events: LoanEvent[] = [first];
        let date = loan.start;
        for (const step of plan) {
          // A disbursement comes before the payments of its date, so it never shares one with them here.
          date = addDays(date, step.drawsPiastres === null ? step.afterDays : step.afterDays + 1);
          if (step.drawsPiastres !== null && !loan.flat) {
            events.push(paidOut(date, piastres(step.drawsPiastres), events.length + 1));
            naive.book({ kind: 'disbursement', date, amount: step.drawsPiastres });
            continue;
          }
          const amount = Math.max(1, Math.floor(naive.owed(date) * step.share));
          if (naive.owed(date) === 0) continue;
          events.push(paidBack(date, piastres(amount), events.length + 1));
          naive.book({ kind: 'payment', date, amount });
        }
        const until = addDays(date, lastDays);
        const state = foldLoan(terms, events.toReversed(), until);
        expect(state.fault).toBeNull();
        const splits = state.splits.map((split) => ({
          principal: split.principalPiastres,
          interest: split.interestPiastres,
          left: split.remainingPiastres,
        }));
        expect(splits).toEqual(naive.splits);
        expect(owedAt(state, until).totalPiastres).toBe(naive.owed(until));
      }),
      { numRuns: 400 },
    );
  });

  it('counts months alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }).map(fromDayNumber), fc.nat({ max: 130 }), (date, n) => {
        expect(addMonths(date, n)).toBe(monthsAfter(date, n));
      }),
    );
  });
});

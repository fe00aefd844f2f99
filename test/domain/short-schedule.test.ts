import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../src/domain/dates.ts';
import { DAY_COUNTS } from '../../src/domain/day-count.ts';
import { loanAccountAt } from '../../src/domain/loan-account.ts';
import { REPAYMENT_STYLES } from '../../src/domain/loan-terms.ts';
import { formatAmount, piastres } from '../../src/domain/money.ts';
import { day, factsOf, SERVICING, termsOf } from './loan-builders.ts';

const START = '2025-01-31';

it('answers the same figures from a schedule that ends where none needs it', () => {
  const given = fc.record({
    term: fc.integer({ min: 1, max: 36 }),
    style: fc.constantFrom(...REPAYMENT_STYLES),
    dayCount: fc.constantFrom(...DAY_COUNTS),
    grace: fc.integer({ min: 0, max: 5 }),
    payments: fc.array(
      fc.record({ days: fc.integer({ min: 0, max: 900 }), amount: fc.integer({ min: 1, max: 30_000 }) }),
      { maxLength: 12 },
    ),
    askedDays: fc.integer({ min: -5, max: 1200 }),
    tolerance: fc.constantFrom(0, 100, 50_000),
  });
  fc.assert(
    fc.property(given, ({ term, style, dayCount, grace, payments, askedDays, tolerance }) => {
      const terms = termsOf('100000', '21.5', term, {
        repaymentStyle: style,
        dayCount,
        graceMonths: Math.min(grace, term - 1),
      });
      const facts = factsOf(
        terms,
        START,
        payments.map(({ days, amount }) => [addDays(day(START), days), formatAmount(piastres(amount * 7))]),
      );
      const servicing = { ...SERVICING, arrearsTolerancePiastres: piastres(tolerance) };
      const asOf = addDays(day(START), askedDays);
      const whole = loanAccountAt(facts, asOf, servicing);
      const short = loanAccountAt(facts, asOf, servicing, asOf, { wholeSchedule: false });
      expect(short.schedule.rows).toEqual(whole.schedule.rows.slice(0, short.schedule.rows.length));
      expect(short.rowStatuses).toEqual(whole.rowStatuses.slice(0, short.rowStatuses.length));
      const figures = ({ schedule: _rows, rowStatuses: _statuses, state: _state, ...rest }: typeof whole) =>
        rest;
      expect(figures(short)).toEqual(figures(whole));
    }),
    { numRuns: 1500 },
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  type CalendarDate,
  daysBetween,
  fromDayNumber,
  toDayNumber,
} from '../../src/domain/dates.ts';
import {
  countedDays,
  DAY_COUNTS,
  type DayCount,
  dayCountDenominator,
  scheduleMonthAt,
  yearFractionParts,
} from '../../src/domain/day-count.ts';
import { day } from './loan-builders.ts';

/** Over the day count's denominator, with nothing remembered from another call. */
function yearFractionNumerator(
  name: DayCount,
  from: CalendarDate,
  to: CalendarDate,
  start: CalendarDate,
): bigint {
  return BigInt(yearFractionParts(name, start)(from, to));
}

const dates = fc.integer({ min: 15_000, max: 25_000 }).map(fromDayNumber);
const spans = fc.nat({ max: 4000 });

describe('year fractions', () => {
  it('of a whole schedule month are a twelfth under monthly, whatever its length', () => {
    const twelfth = dayCountDenominator('monthly') / 12n;
    fc.assert(
      fc.property(dates, fc.nat({ max: 130 }), (start, months) => {
        const from = addMonths(start, months);
        const to = addMonths(start, months + 1);
        expect(yearFractionNumerator('monthly', from, to, start)).toBe(twelfth);
        expect(scheduleMonthAt(start, from)).toEqual({
          index: months,
          firstDayNumber: toDayNumber(from),
          days: daysBetween(from, to),
          elapsedDays: 0,
        });
      }),
    );
  });

  it('of part of a schedule month are its days over the days of that month', () => {
    // 14 of the 29 days of 1 February to 1 March 2024.
    const fraction = yearFractionNumerator(
      'monthly',
      day('2024-02-01'),
      day('2024-02-15'),
      day('2024-01-01'),
    );
    expect(fraction * 29n * 12n).toBe(14n * dayCountDenominator('monthly'));
  });

  it('add up over any cut, except the 30/360 counts', () => {
    const additive = DAY_COUNTS.filter((name) => !name.startsWith('30'));
    fc.assert(
      fc.property(fc.constantFrom(...additive), dates, spans, spans, spans, (name, start, a, b, c) => {
        const from = addDays(start, a);
        const middle = addDays(from, b);
        const to = addDays(middle, c);
        const parts =
          yearFractionNumerator(name, from, middle, start) + yearFractionNumerator(name, middle, to, start);
        expect(yearFractionNumerator(name, from, to, start)).toBe(parts);
      }),
    );
    expect(countedDays('30/360', day('2026-01-30'), day('2026-02-28'))).toBe(28);
    expect(countedDays('30/360', day('2026-02-28'), day('2026-03-31'))).toBe(33);
    expect(countedDays('30/360', day('2026-01-30'), day('2026-03-31'))).toBe(60);
  });

  it('of a calendar year are one under actual/actual, leap or not', () => {
    for (const year of [2023, 2024, 2100, 2000]) {
      const [from, to] = [day(`${year}-01-01`), day(`${year + 1}-01-01`)];
      expect(yearFractionNumerator('actual/actual', from, to, from)).toBe(
        dayCountDenominator('actual/actual'),
      );
    }
  });

  it('are real days over 365 or 360 under the actual counts', () => {
    const [from, to] = [day('2024-01-31'), day('2025-01-31')];
    expect(yearFractionNumerator('actual/365', from, to, from)).toBe(366n);
    expect(dayCountDenominator('actual/365')).toBe(365n);
    expect(yearFractionNumerator('actual/360', from, to, from)).toBe(366n);
    expect(dayCountDenominator('actual/360')).toBe(360n);
  });
});

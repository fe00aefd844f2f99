import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import {
  countedDays,
  type DayCount,
  dayCountDenominator,
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

/** Day counts printed elsewhere; which apply and which differ is in docs/published-figures.md. */

/** Days of consecutive periods between the dates. */
function daysOf(dayCount: DayCount, dates: readonly string[]): number[] {
  return dates.slice(1).map((to, index) => countedDays(dayCount, day(dates[index] as string), day(to)));
}

describe('ISDA, 30/360 examples for the 2006 Definitions', () => {
  const twentieths = [
    '2006-08-20',
    '2007-02-20',
    '2007-08-20',
    '2008-02-20',
    '2008-08-20',
    '2009-02-20',
    '2009-08-20',
  ];

  it('isda-bb-1: bond basis away from month ends', () => {
    expect(daysOf('30/360', twentieths)).toEqual([180, 180, 180, 180, 180, 180]);
  });

  it('isda-e-1: Eurobond basis away from month ends', () => {
    expect(daysOf('30E/360', twentieths)).toEqual([180, 180, 180, 180, 180, 180]);
  });

  it('isda-e-2: Eurobond basis at the ends of February and August', () => {
    const ends = [
      '2006-02-28',
      '2006-08-31',
      '2007-02-28',
      '2007-08-31',
      '2008-02-29',
      '2008-08-31',
      '2009-02-28',
      '2009-08-31',
      '2010-02-28',
      '2010-08-31',
      '2011-02-28',
      '2011-08-31',
      '2012-02-29',
    ];
    expect(daysOf('30E/360', ends)).toEqual([182, 178, 182, 179, 181, 178, 182, 178, 182, 178, 182, 179]);
  });

  it('isda-a360: real days', () => {
    const pairs: [string, string, number][] = [
      ['2007-01-15', '2007-01-30', 15],
      ['2007-01-15', '2007-02-15', 31],
      ['2007-01-15', '2007-07-15', 181],
      ['2007-09-30', '2008-03-31', 183],
      ['2007-09-30', '2007-10-31', 31],
      ['2007-09-30', '2008-09-30', 366],
      ['2007-01-15', '2007-01-31', 16],
      ['2007-01-31', '2007-02-28', 28],
      ['2007-02-28', '2007-03-31', 31],
      ['2006-08-31', '2007-02-28', 181],
      ['2007-02-28', '2007-08-31', 184],
      ['2007-02-14', '2007-02-28', 14],
      ['2007-02-26', '2008-02-29', 368],
      ['2008-02-29', '2009-02-28', 365],
      ['2008-02-29', '2008-03-30', 30],
      ['2008-02-29', '2008-03-31', 31],
      ['2007-02-28', '2007-03-05', 5],
      ['2007-10-31', '2007-11-28', 28],
      ['2007-08-31', '2008-02-29', 182],
      ['2008-02-29', '2008-08-31', 184],
      ['2008-08-31', '2009-02-28', 181],
      ['2009-02-28', '2009-08-31', 184],
    ];
    for (const [from, to, days] of pairs) expect(countedDays('actual/360', day(from), day(to))).toBe(days);
  });
});

describe('Apple Numbers, YEARFRAC', () => {
  it.each([
    ['yearfrac-1', 'actual/actual'],
    ['yearfrac-3', 'actual/365'],
  ] as const)('%s: 2009-12-15 to 2010-06-30 under %s', (_, dayCount) => {
    const numerator = yearFractionNumerator(
      dayCount,
      day('2009-12-15'),
      day('2010-06-30'),
      day('2009-12-15'),
    );
    expect(Number(numerator) / Number(dayCountDenominator(dayCount))).toBeCloseTo(0.53972602739726, 14);
  });
});

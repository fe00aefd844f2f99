import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cairoDateOf, endOfCairoDayMs, startOfCairoDayMs } from '../../src/domain/cairo-date.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  datePartsOf,
  daysBetween,
  fromDayNumber,
  laterOf,
  parseDate,
  toDayNumber,
} from '../../src/domain/dates.ts';
import { quoteLoan } from '../../src/domain/quote.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { day, termsOf } from './loan-builders.ts';

const dayNumbers = fc.integer({ min: -700_000, max: 2_880_000 });

describe('parseDate', () => {
  it('reads dates that exist', () => {
    for (const text of ['2026-03-31', '2024-02-29', '2000-02-29', '0001-01-01', '9889-12-31']) {
      expect(parseDate(text)).toBe(text);
    }
  });

  it.each([
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-01-00',
    '0000-01-01',
  ])('refuses %s, which does not exist', (text) => {
    const parsed = parseDate(text);
    expect(isRefusal(parsed) && parsed.code).toBe('invalid_date');
    expect(isRefusal(parsed) && parsed.message).toContain(text);
  });

  it.each(['', '2026-1-1', '01/02/2026', '20260101', '2026-01-01T00:00:00Z', ' 2026-01-01', 'today'])(
    'refuses "%s", which is no date',
    (text) => {
      expect(isRefusal(parseDate(text))).toBe(true);
    },
  );
});

describe('the end of the calendar', () => {
  it('is far enough away that no schedule reaches it', () => {
    expect(isRefusal(parseDate('9890-01-01'))).toBe(true);
    expect(isRefusal(parseDate('9999-12-31'))).toBe(true);
    const end = quoteLoan(termsOf('1000', '12', 1200), day('9889-12-31')).schedule.maturityDate;
    expect(end).toBe('9989-12-31');
  });
});

describe('day numbers', () => {
  it('agree with the calendar of the platform', () => {
    fc.assert(
      fc.property(dayNumbers, (n) => {
        const date = fromDayNumber(n);
        expect(toDayNumber(date)).toBe(n);
        expect(date).toBe(new Date(n * 86_400_000).toISOString().slice(0, 10));
      }),
    );
  });

  it('keep the order of the texts and count days', () => {
    fc.assert(
      fc.property(dayNumbers, fc.integer({ min: -5000, max: 5000 }), (n, days) => {
        const date = fromDayNumber(n);
        const other = addDays(date, days);
        expect(daysBetween(date, other)).toBe(days);
        expect(other > date).toBe(days > 0);
        expect(laterOf(date, other)).toBe(days > 0 ? other : date);
      }),
    );
  });
});

describe('addMonths', () => {
  it('falls back to the last day of a short month and comes back', () => {
    const from = (months: number) => addMonths(day('2027-01-31'), months);
    expect([0, 1, 2, 3, 4, 12, 13].map(from)).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2028-01-31',
      '2028-02-29',
    ]);
    expect(addMonths(day('2026-03-31'), -1)).toBe('2026-02-28');
    expect(addMonths(day('2026-01-15'), -13)).toBe('2024-12-15');
  });

  it('moves by whole months, keeps the day where it can, and goes up with the count', () => {
    fc.assert(
      fc.property(dayNumbers, fc.integer({ min: -200, max: 200 }), (n, months) => {
        const from = fromDayNumber(n);
        const to = addMonths(from, months);
        const [a, b] = [datePartsOf(from), datePartsOf(to)];
        expect((b.year - a.year) * 12 + b.month - a.month).toBe(months);
        expect(isRefusal(parseDate(to))).toBe(false);
        if (b.day !== a.day) {
          expect(b.day).toBeLessThan(a.day);
          expect(datePartsOf(addDays(to, 1)).day).toBe(1);
        }
        expect(addMonths(from, months + 1) > to).toBe(true);
      }),
    );
  });
});

describe('a day in Cairo', () => {
  it.each(['0001-01-01', '2026-01-10', '2026-04-24', '2026-04-25', '2026-07-01', '2026-10-30'])(
    '%s starts where the day before ends',
    (text) => {
      const date = parseDate(text) as CalendarDate;
      const startMs = startOfCairoDayMs(date);
      if (text === '0001-01-01') expect(startMs).toBeLessThan(endOfCairoDayMs(date));
      else expect(startMs).toBe(endOfCairoDayMs(addDays(date, -1)) + 1);
    },
  );
});

describe('cairoDateOf', () => {
  it('is the date on a wall in Cairo, in winter and in summer time', () => {
    // Two hours ahead of UTC in winter, three in summer.
    expect(cairoDateOf(Date.UTC(2026, 0, 10, 21, 59, 59))).toBe('2026-01-10');
    expect(cairoDateOf(Date.UTC(2026, 0, 10, 22, 0, 0))).toBe('2026-01-11');
    expect(cairoDateOf(Date.UTC(2026, 6, 10, 20, 59, 59))).toBe('2026-07-10');
    expect(cairoDateOf(Date.UTC(2026, 6, 10, 21, 0, 0))).toBe('2026-07-11');
  });

  it('knows the day that has no midnight', () => {
    // Clocks go from 2026-04-23 23:59:59 to 2026-04-24 01:00:00.
    expect(cairoDateOf(Date.UTC(2026, 3, 23, 21, 59, 59))).toBe('2026-04-23');
    expect(cairoDateOf(Date.UTC(2026, 3, 23, 22, 0, 0))).toBe('2026-04-24');
  });
});

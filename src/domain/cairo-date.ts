import { addDays, type CalendarDate } from './dates.ts';

let formatter: Intl.DateTimeFormat | undefined;

const HOUR_MS = 3_600_000;

/**
 * The calendar date in Africa/Cairo at an instant (milliseconds since 1970-01-01T00:00Z). The time zone's own
 * rules decide, summer time included; the formatter is kept, since making one costs more than all its uses.
 * Cairo is two or three hours ahead of UTC by the season, so the rules (some 15 ms to load) are asked only in
 * the one hour of a day in which the season decides the date.
 */
export function cairoDateOf(instantMs: number): CalendarDate {
  const leastAhead = utcDateOf(instantMs + 2 * HOUR_MS);
  if (leastAhead === utcDateOf(instantMs + 3 * HOUR_MS)) return leastAhead;
  formatter ??= new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: 'Africa/Cairo',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = { year: '', month: '', day: '' };
  for (const { type, value } of formatter.formatToParts(instantMs)) {
    if (type === 'year' || type === 'month' || type === 'day') parts[type] = value;
  }
  return `${parts.year.padStart(4, '0')}-${parts.month}-${parts.day}` as CalendarDate;
}

/** The first millisecond of a day in Africa/Cairo, since 1970-01-01T00:00Z. */
export function startOfCairoDayMs(date: CalendarDate): number {
  const midnightMs = Date.parse(`${date}T00:00:00.000Z`);
  const inSummerMs = midnightMs - 3 * HOUR_MS;
  return cairoDateOf(inSummerMs) >= date ? inSummerMs : midnightMs - 2 * HOUR_MS;
}

/** The last millisecond of a day in Africa/Cairo, since 1970-01-01T00:00Z. */
export function endOfCairoDayMs(date: CalendarDate): number {
  const midnightMs = Date.parse(`${addDays(date, 1)}T00:00:00.000Z`);
  const inSummerMs = midnightMs - 3 * HOUR_MS;
  return (cairoDateOf(inSummerMs) > date ? inSummerMs : midnightMs - 2 * HOUR_MS) - 1;
}

function utcDateOf(instantMs: number): CalendarDate {
  return new Date(instantMs).toISOString().slice(0, 10) as CalendarDate;
}

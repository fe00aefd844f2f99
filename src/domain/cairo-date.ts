import type { CalendarDate } from './dates.ts';

let formatter: Intl.DateTimeFormat | undefined;

/**
 * The calendar date in Africa/Cairo at an instant (milliseconds since 1970-01-01T00:00Z). The time zone's own
 * rules decide, summer time included; the formatter is kept, since making one costs more than all its uses.
 */
export function cairoDateOf(instantMs: number): CalendarDate {
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

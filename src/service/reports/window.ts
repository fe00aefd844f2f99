import { type CalendarDate, parseDate } from '../../domain/dates.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';

/** Reads one end of a time asked for: a date, or what stands for it when it is absent. */
export function readWindowDate<Fallback extends CalendarDate | null>(
  name: 'from' | 'to' | 'on',
  text: string | undefined,
  fallback: Fallback,
): CalendarDate | Fallback | Refusal {
  if (text === undefined) return fallback;
  const date = parseDate(text);
  if (!isRefusal(date)) return date;
  return refuse('invalid_query', `${name}: ${date.message}`, { hint: 'Write it as YYYY-MM-DD.' });
}

/** Refuses a window that ends before it begins. */
export function windowFault(from: CalendarDate | null, to: CalendarDate): Refusal | null {
  if (from === null || from <= to) return null;
  return refuse('invalid_query', `from is ${from}, after the end, which is ${to}`, {
    hint: 'Give the earlier date first.',
  });
}

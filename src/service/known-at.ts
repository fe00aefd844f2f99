import { endOfCairoDayMs } from '../domain/cairo-date.ts';
import { parseDate } from '../domain/dates.ts';
import { parseInstant } from '../domain/instant.ts';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';

/**
 * Reads a booking time of a query, such as `known_at`: a timestamp with its offset, or a date, which is the last
 * millisecond of that day in Cairo. null when absent: everything booked counts. Answered as UTC text.
 */
export function readKnownAt(name: string, text: string | undefined): string | null | Refusal {
  if (text === undefined) return null;
  if (/^\S{10}$/.test(text)) {
    const date = parseDate(text);
    if (!isRefusal(date)) return new Date(endOfCairoDayMs(date)).toISOString();
  }
  const ms = parseInstant(text);
  if (!isRefusal(ms)) return new Date(ms).toISOString();
  return refuse('invalid_query', `${name}: ${ms.message}`, {
    hint: 'Write it like 2026-03-31T18:00:00+02:00, or as a date for the end of that day in Cairo.',
  });
}

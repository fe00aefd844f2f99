import type { CalendarDate } from './dates.ts';
import { type Refusal, refuse } from './refusal.ts';

/**
 * Refuses a date on or before the last closed day (`period_closed`): figures reported for a closed period
 * must not change. `closedThrough` is the policy `books_closed_through`, null when no period is closed.
 */
export function periodClosed(date: CalendarDate, closedThrough: CalendarDate | null): Refusal | null {
  if (closedThrough === null || date > closedThrough) return null;
  return refuse(
    'period_closed',
    `${date} is in a closed period; the books are closed through ${closedThrough}`,
  );
}

import type { CalendarDate } from './dates.ts';

/** A value and the first day it holds; null holds from the beginning of time. */
export interface DatedValue {
  readonly from: CalendarDate | null;
  readonly value: unknown;
}

/**
 * The value in force on a date: of the entries that hold by then the one with the latest `from`, and of equals
 * the one set last. Undefined when none holds yet.
 */
export function valueInForce(entries: readonly DatedValue[], date: CalendarDate): unknown {
  let best: DatedValue | undefined;
  for (const entry of entries) {
    if (entry.from !== null && entry.from > date) continue;
    // Dates are YYYY-MM-DD, so they compare as text; null stands before all of them.
    if (best === undefined || (entry.from ?? '') >= (best.from ?? '')) best = entry;
  }
  return best?.value;
}

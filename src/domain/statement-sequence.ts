import type { CalendarDate } from './dates.ts';
import { textOfUnits, unitsOf } from './decimal-units.ts';

/** A statement of one account in one currency, as far as its place among others goes. */
export interface StatementSpan {
  /** Balances as decimal text, below zero when overdrawn. */
  readonly opening: string;
  readonly closing: string;
  readonly firstDate: CalendarDate;
  readonly lastDate: CalendarDate;
}

export interface SequenceFault {
  readonly code: 'statement_gap' | 'statement_overlap' | 'statement_out_of_order';
  readonly message: string;
}

/**
 * Why a statement does not follow the ones imported before it, or null. One imported before is known and no fault;
 * one that opens with the last closing follows, also on the same day.
 */
export function sequenceFault(next: StatementSpan, imported: readonly StatementSpan[]): SequenceFault | null {
  if (imported.some((one) => isSameSpan(one, next))) return null;
  const last = latestOf(imported);
  if (last === null) return null;
  const dates = `${next.firstDate} to ${next.lastDate}`;
  if (next.lastDate < last.lastDate) {
    const message = `the statement of ${dates} is older than one imported before, which ends on ${last.lastDate}`;
    return { code: 'statement_out_of_order', message };
  }
  const difference = unitsOf(next.opening) - unitsOf(last.closing);
  if (difference === 0n) return null;
  const figures = `it opens with ${next.opening}, the last one closed with ${last.closing} on ${last.lastDate}`;
  if (next.firstDate <= last.lastDate) {
    return { code: 'statement_overlap', message: `the statement of ${dates} overlaps: ${figures}` };
  }
  const missing = `${figures}; ${textOfUnits(difference)} moved in between`;
  return {
    code: 'statement_gap',
    message: `something is missing before the statement of ${dates}: ${missing}`,
  };
}

/** The one that ends last; of those that end on one day the last imported. */
function latestOf(imported: readonly StatementSpan[]): StatementSpan | null {
  return imported.reduce<StatementSpan | null>(
    (latest, one) => (latest === null || one.lastDate >= latest.lastDate ? one : latest),
    null,
  );
}

/** Whether two statements are of the same days and balances: one, sent twice. */
export function isSameSpan(one: StatementSpan, other: StatementSpan): boolean {
  return (
    one.firstDate === other.firstDate &&
    one.lastDate === other.lastDate &&
    unitsOf(one.opening) === unitsOf(other.opening) &&
    unitsOf(one.closing) === unitsOf(other.closing)
  );
}

import type { CalendarDate } from './dates.ts';
import type { DisbursementEvent } from './loan-event.ts';
import { type Piastres, piastres } from './money.ts';

export type DisbursementStatus = 'pending' | 'completed' | 'failed';

/** A registered disbursement with what became of it. */
export interface DisbursementFact {
  readonly disbursementReference: string;
  readonly amountPiastres: Piastres;
  /** The scheduled date; the value date unless a manual completion gave another. */
  readonly disbursementDate: CalendarDate;
  readonly settlement: 'automatic' | 'manual';
  /** Booking order among the loan's events. */
  readonly order: number;
  readonly outcome: { readonly outcome: 'completed' | 'failed'; readonly date: CalendarDate } | null;
}

/**
 * The date a disbursement counts from, or null: a failed one never counts, a manual one not before somebody
 * completed it. An automatic one counts by itself when its date is reached.
 */
export function valueDateOf(disbursement: DisbursementFact): CalendarDate | null {
  if (disbursement.outcome?.outcome === 'failed') return null;
  if (disbursement.outcome?.outcome === 'completed') return disbursement.outcome.date;
  return disbursement.settlement === 'automatic' ? disbursement.disbursementDate : null;
}

/** The status at a date. A failed one reads failed at every date, since it is as if it had never been. */
export function disbursementStatusAt(disbursement: DisbursementFact, asOf: CalendarDate): DisbursementStatus {
  if (disbursement.outcome?.outcome === 'failed') return 'failed';
  const valueDate = valueDateOf(disbursement);
  return valueDate !== null && valueDate <= asOf ? 'completed' : 'pending';
}

/** The disbursements completed at a date, as events at their value dates. */
export function disbursementEvents(
  disbursements: readonly DisbursementFact[],
  asOf: CalendarDate,
): DisbursementEvent[] {
  const events: DisbursementEvent[] = [];
  for (const disbursement of disbursements) {
    const valueDate = valueDateOf(disbursement);
    if (valueDate !== null && valueDate <= asOf) events.push(disbursementEvent(disbursement, valueDate));
  }
  return events;
}

/** Value date of the first disbursement completed at a date; null when there is none. */
export function firstCompletedOn(
  disbursements: readonly DisbursementFact[],
  asOf: CalendarDate,
): CalendarDate | null {
  let first: CalendarDate | null = null;
  for (const { valueDate } of disbursementEvents(disbursements, asOf)) {
    if (first === null || valueDate < first) first = valueDate;
  }
  return first;
}

/** A disbursement as an event at a value date. */
export function disbursementEvent(
  disbursement: DisbursementFact,
  valueDate: CalendarDate,
): DisbursementEvent {
  return {
    kind: 'disbursement',
    id: disbursement.disbursementReference,
    valueDate,
    amountPiastres: disbursement.amountPiastres,
    order: disbursement.order,
  };
}

/** What is left to pay out: the amount less everything completed or pending and what was given up, at least 0. */
export function undisbursedPiastres(facts: {
  readonly loan: { readonly approvedAmountPiastres: Piastres };
  readonly disbursements: readonly DisbursementFact[];
  readonly undrawnCancellations: readonly { readonly amountPiastres: Piastres }[];
}): Piastres {
  let left: number = facts.loan.approvedAmountPiastres;
  for (const { amountPiastres, outcome } of facts.disbursements) {
    if (outcome?.outcome !== 'failed') left -= amountPiastres;
  }
  for (const { amountPiastres } of facts.undrawnCancellations) left -= amountPiastres;
  return piastres(Math.max(0, left));
}

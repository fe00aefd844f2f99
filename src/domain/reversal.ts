import { periodClosed } from './closed-period.ts';
import type { CalendarDate } from './dates.ts';
import type { LoanFacts, PaymentFact } from './loan-facts.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import { replay, type SplitChange } from './replay.ts';

/** Payments of a loan somebody wants to take back together. */
export interface ReversalRequest {
  readonly facts: LoanFacts;
  readonly payments: readonly PaymentFact[];
  readonly businessDate: CalendarDate;
  /** Policy `books_closed_through`; null when no period is closed. */
  readonly closedThrough: CalendarDate | null;
  /** Policy of that name. */
  readonly acceptOverpayment: boolean;
}

/** A reversal that may be booked: the loan's facts with it, and what it changes about the other payments. */
export interface DecidedReversal {
  readonly facts: LoanFacts;
  readonly changes: readonly SplitChange[];
}

/**
 * Decides whether payments may be taken back; from then on the loan is as if they had never been. Refusals:
 * `already_reversed`, `period_closed` (a mirrored entry has the date of its payment), and those of `replay`.
 */
export function decideReversal(request: ReversalRequest): DecidedReversal | Refusal {
  const { facts, businessDate } = request;
  const takenBack = new Set<string>();
  for (const { paymentId, paymentDate, reversal } of request.payments) {
    if (reversal !== null) {
      return refuse('already_reversed', `${paymentId} was reversed on ${reversal.reversedOn}`);
    }
    const closed = periodClosed(paymentDate, request.closedThrough);
    if (closed !== null) return closed;
    takenBack.add(paymentId);
  }
  const payments = facts.payments.map((one) =>
    takenBack.has(one.paymentId) ? { ...one, reversal: { reversedOn: businessDate } } : one,
  );
  const after = { ...facts, payments };
  const changes = replay(facts, after, request.acceptOverpayment);
  return isRefusal(changes) ? changes : { facts: after, changes };
}

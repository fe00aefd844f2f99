import { periodClosed } from './closed-period.ts';
import type { CalendarDate } from './dates.ts';
import type { LoanFacts, PaymentFact } from './loan-facts.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import { replay, type SplitChange } from './replay.ts';

/** A payment somebody wants to take back. */
export interface ReversalRequest {
  readonly facts: LoanFacts;
  readonly payment: PaymentFact;
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
 * Decides whether a payment may be taken back; from then on the loan is as if it had never been. Refusals:
 * `already_reversed`, `period_closed` (the mirrored entry has the date of the payment), and those of `replay`.
 */
export function decideReversal(request: ReversalRequest): DecidedReversal | Refusal {
  const { facts, payment, businessDate } = request;
  if (payment.reversal !== null) {
    return refuse('already_reversed', `${payment.paymentId} was reversed on ${payment.reversal.reversedOn}`);
  }
  const closed = periodClosed(payment.paymentDate, request.closedThrough);
  if (closed !== null) return closed;
  const payments = facts.payments.map((one) =>
    one.paymentId === payment.paymentId ? { ...one, reversal: { reversedOn: businessDate } } : one,
  );
  const after = { ...facts, payments };
  const changes = replay(facts, after, request.acceptOverpayment);
  return isRefusal(changes) ? changes : { facts: after, changes };
}

import type { CalendarDate } from './dates.ts';
import { type DisbursementFact, disbursementEvents } from './disbursement.ts';
import type { LoanEvent, PaymentEvent } from './loan-event.ts';
import type { LoanTerms } from './loan-terms.ts';
import type { Piastres } from './money.ts';

/** A booked repayment, as far as the account depends on it. */
export interface PaymentFact {
  readonly paymentId: string;
  readonly amountPiastres: Piastres;
  readonly paymentDate: CalendarDate;
  /** Booking order among the loan's events. */
  readonly order: number;
}

/** All a loan's account is computed from. The records of a store satisfy it as they are. */
export interface LoanFacts {
  readonly loan: LoanTerms;
  /** Not null once the loan is closed. */
  readonly closure: { readonly closedOn: CalendarDate } | null;
  readonly disbursements: readonly DisbursementFact[];
  readonly payments: readonly PaymentFact[];
}

/** The dated events of a loan that count at `asOf`. */
export function loanEvents(facts: LoanFacts, asOf: CalendarDate): LoanEvent[] {
  const payments = facts.payments.filter((payment) => payment.paymentDate <= asOf).map(paymentEvent);
  return [...disbursementEvents(facts.disbursements, asOf), ...payments];
}

/** A booked payment as an event. */
export function paymentEvent(payment: PaymentFact): PaymentEvent {
  return {
    kind: 'payment',
    id: payment.paymentId,
    valueDate: payment.paymentDate,
    amountPiastres: payment.amountPiastres,
    order: payment.order,
  };
}

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
  /** Not null once it was taken back: the loan is then as if it had never been, at every date. */
  readonly reversal: { readonly reversedOn: CalendarDate } | null;
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
  const payments = facts.payments.filter(
    (payment) => payment.reversal === null && payment.paymentDate <= asOf,
  );
  return [...disbursementEvents(facts.disbursements, asOf), ...payments.map(paymentEvent)];
}

/** A booked payment as an event. */
export function paymentEvent(payment: Omit<PaymentFact, 'reversal'>): PaymentEvent {
  return {
    kind: 'payment',
    id: payment.paymentId,
    valueDate: payment.paymentDate,
    amountPiastres: payment.amountPiastres,
    order: payment.order,
  };
}

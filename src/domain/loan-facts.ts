import type { CalendarDate } from './dates.ts';
import { type DisbursementFact, disbursementEvents } from './disbursement.ts';
import type { LoanEvent, PaymentEvent } from './loan-event.ts';
import type { LoanTerms } from './loan-terms.ts';
import type { Piastres } from './money.ts';
import type { ServicingRules } from './servicing-rules.ts';

/** A booked repayment, as far as the account depends on it. */
export interface PaymentFact {
  readonly paymentId: string;
  readonly amountPiastres: Piastres;
  readonly paymentDate: CalendarDate;
  /** Booking order among the loan's events. */
  readonly order: number;
  /** Its amount was asked for as what settles the loan; left out where it was not. */
  readonly asPayoff?: boolean;
  /** Not null once it was taken back: the loan is then as if it had never been, at every date. */
  readonly reversal: { readonly reversedOn: CalendarDate } | null;
}

/** A write-off, as far as the account depends on it: how much it is follows from what stands before it. */
export interface WriteOffFact {
  readonly writeOffId: string;
  readonly writtenOffOn: CalendarDate;
  readonly order: number;
  readonly reversal: { readonly reversedOn: CalendarDate } | null;
}

/** Credit that was paid out. */
export interface RefundFact {
  readonly refundId: string;
  readonly amountPiastres: Piastres;
  readonly refundDate: CalendarDate;
  readonly order: number;
}

/** All a loan's account is computed from. The records of a store satisfy it as they are. */
export interface LoanFacts {
  readonly loan: LoanTerms;
  /** Not null once the loan is closed. */
  readonly closure: { readonly closedOn: CalendarDate } | null;
  readonly disbursements: readonly DisbursementFact[];
  readonly payments: readonly PaymentFact[];
  readonly writeOffs: readonly WriteOffFact[];
  readonly refunds: readonly RefundFact[];
  /** What was left to pay out when a cancellation gave it up. */
  readonly undrawnCancellations: readonly { readonly amountPiastres: Piastres }[];
  /** The bank's rules of fees, tolerance and small rests; left out where there never was one. */
  readonly rules?: ServicingRules | null;
}

/** The dated events of a loan that count at `asOf`. */
export function loanEvents(facts: LoanFacts, asOf: CalendarDate): LoanEvent[] {
  const events: LoanEvent[] = disbursementEvents(facts.disbursements, asOf);
  for (const payment of facts.payments) if (payment.reversal === null) events.push(paymentEvent(payment));
  for (const { writeOffId: id, writtenOffOn: valueDate, order, reversal } of facts.writeOffs) {
    if (reversal === null) events.push({ kind: 'write_off', id, valueDate, order });
  }
  for (const { refundId: id, refundDate: valueDate, amountPiastres, order } of facts.refunds) {
    events.push({ kind: 'refund', id, valueDate, amountPiastres, order });
  }
  return events.filter(({ valueDate }) => valueDate <= asOf);
}

/** A booked payment as an event. */
export function paymentEvent(payment: Omit<PaymentFact, 'reversal'>): PaymentEvent {
  return {
    kind: 'payment',
    id: payment.paymentId,
    valueDate: payment.paymentDate,
    amountPiastres: payment.amountPiastres,
    order: payment.order,
    ...(payment.asPayoff === true ? { asPayoff: true } : {}),
  };
}

/** The write-off that stands at a date; null when there is none or it was reversed. */
export function writeOffAt<Fact extends WriteOffFact>(
  facts: { readonly writeOffs: readonly Fact[] },
  asOf: CalendarDate,
): Fact | null {
  return facts.writeOffs.find((one) => one.reversal === null && one.writtenOffOn <= asOf) ?? null;
}

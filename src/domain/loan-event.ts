import type { CalendarDate } from './dates.ts';
import type { Piastres } from './money.ts';

/** Money paid out; counted from its value date on. A pending or failed disbursement is no event. */
export interface DisbursementEvent {
  readonly kind: 'disbursement';
  readonly id: string;
  readonly valueDate: CalendarDate;
  readonly amountPiastres: Piastres;
  /** Booking order among the loan's events. */
  readonly order: number;
}

/** A repayment that was not reversed. */
export interface PaymentEvent {
  readonly kind: 'payment';
  readonly id: string;
  readonly valueDate: CalendarDate;
  readonly amountPiastres: Piastres;
  readonly order: number;
  /** Its amount was asked for as what settles the loan. */
  readonly asPayoff?: boolean;
}

/** All principal given up, as much as is outstanding then; one that was reversed is no event. */
export interface WriteOffEvent {
  readonly kind: 'write_off';
  readonly id: string;
  readonly valueDate: CalendarDate;
  readonly order: number;
}

/** Credit paid out to the customer. */
export interface RefundEvent {
  readonly kind: 'refund';
  readonly id: string;
  readonly valueDate: CalendarDate;
  readonly amountPiastres: Piastres;
  readonly order: number;
}

/** A dated fact of a loan. The account at any date is a fold over these. */
export type LoanEvent = DisbursementEvent | PaymentEvent | WriteOffEvent | RefundEvent;

/** On one date money goes out first; refunds count last, so that what came in that day stands behind them. */
const RANKS: Readonly<Record<LoanEvent['kind'], number>> = {
  disbursement: 0,
  payment: 1,
  write_off: 1,
  refund: 2,
};

/** Order in which events count: value date, disbursements, payments and write-offs as booked, refunds. */
export function byDateThenKind(a: LoanEvent, b: LoanEvent): number {
  if (a.valueDate !== b.valueDate) return a.valueDate < b.valueDate ? -1 : 1;
  return RANKS[a.kind] - RANKS[b.kind] || a.order - b.order;
}

/** The events up to and including `until` in the order they count. */
export function eventsInOrder(events: readonly LoanEvent[], until: CalendarDate): LoanEvent[] {
  return events.filter((event) => event.valueDate <= until).sort(byDateThenKind);
}

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
}

/** A dated fact of a loan. The account at any date is a fold over these. */
export type LoanEvent = DisbursementEvent | PaymentEvent;

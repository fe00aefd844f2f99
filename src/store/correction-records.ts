import type { CalendarDate } from '../domain/dates.ts';
import type { Piastres } from '../domain/money.ts';
import type { Instant } from './records.ts';

/** A payment taken back: the loan is as if it had never been. At most one for a payment. */
export interface PaymentReversalRecord {
  readonly paymentId: string;
  readonly loanId: string;
  /** Booking order among the loan's events. */
  readonly order: number;
  /** The business date. */
  readonly reversedOn: CalendarDate;
  readonly reason: string;
  readonly reversedAt: Instant;
  readonly reversedBy: string;
}

/** Says that a payment books anew one that was reversed. */
export interface PaymentRepeatRecord {
  readonly paymentId: string;
  readonly loanId: string;
  /** The reversed one. */
  readonly repeatsPaymentId: string;
}

/** Says that a payment's amount was asked for as what settles the loan. */
export interface PaymentPayoffRecord {
  readonly paymentId: string;
  readonly loanId: string;
}

/** The principal of a loan given up on a date. A loan may be written off again once one was reversed. */
export interface WriteOffRecord {
  /** What its journal entries name: the loan's id, `/write-off/` and the number. */
  readonly writeOffId: string;
  readonly loanId: string;
  /** 1 for the loan's first. */
  readonly number: number;
  readonly order: number;
  /** The value date. */
  readonly writtenOffOn: CalendarDate;
  /** Principal outstanding when it was booked; a replay may have changed it since. */
  readonly amountPiastres: Piastres;
  readonly reason: string;
  readonly bookedAt: Instant;
  readonly bookedBy: string;
}

export interface WriteOffReversalRecord {
  readonly writeOffId: string;
  readonly loanId: string;
  readonly order: number;
  readonly reversedOn: CalendarDate;
  readonly reason: string;
  readonly reversedAt: Instant;
  readonly reversedBy: string;
}

/** Credit paid out to the customer. */
export interface RefundRecord {
  /** `RFD-…` */
  readonly refundId: string;
  readonly loanId: string;
  readonly order: number;
  readonly amountPiastres: Piastres;
  readonly refundDate: CalendarDate;
  readonly method: string;
  readonly account: string | null;
  readonly bookedAt: Instant;
  readonly bookedBy: string;
}

/** What was left to pay out, given up by a cancellation after the first disbursement. */
export interface UndrawnCancellationRecord {
  readonly loanId: string;
  /** 1 for the loan's first. */
  readonly number: number;
  readonly order: number;
  readonly amountPiastres: Piastres;
  /** The business date. */
  readonly cancelledOn: CalendarDate;
  readonly reason: string;
  readonly cancelledAt: Instant;
  readonly cancelledBy: string;
}

/** What somebody of the desk wrote about a loan. */
export interface LoanNoteRecord {
  readonly loanId: string;
  /** 1 for the loan's first. */
  readonly number: number;
  readonly text: string;
  readonly notedAt: Instant;
  readonly notedBy: string;
}

/** Another name of a loan; it serves wherever the loan's id does. */
export interface LoanAliasRecord {
  /** In the form two spellings of one alias share; unique for ever. */
  readonly aliasFolded: string;
  readonly loanId: string;
  /** As it was given. */
  readonly alias: string;
  readonly addedAt: Instant;
  readonly addedBy: string;
}

/** A disbursement handed on to the bank in a file; each at most once. */
export interface DisbursementExportRecord {
  readonly disbursementReference: string;
  readonly loanId: string;
  /** `BAT-…` of the file. */
  readonly batchId: string;
  /** Its place in the file, from 1. */
  readonly line: number;
  readonly format: string;
  readonly exportedAt: Instant;
  readonly exportedBy: string;
}

import type { CalendarDate } from '../domain/dates.ts';
import type { LoanFacts } from '../domain/loan-facts.ts';
import type { Page, PageRequest } from './port.ts';
import type {
  AccountName,
  DisbursementOutcomeRecord,
  DisbursementRecord,
  Instant,
  JournalEntryRecord,
  LoanRecord,
} from './records.ts';

/** Which facts count: those with a value date up to one day, as far as they were known at a time. */
export interface Horizon {
  readonly asOf: CalendarDate;
  /** Leaves out what was booked later; null: everything booked counts. */
  readonly knownAt: Instant | null;
}

/** A loan with no more than its account is computed from, and what the ledger has of it. */
export interface BookedLoan extends LoanFacts {
  readonly loan: LoanRecord;
  readonly disbursements: readonly (DisbursementRecord & {
    readonly outcome: DisbursementOutcomeRecord | null;
  })[];
  /** Sum of its postings to `loan principal`; null where it was not asked for. */
  readonly principalPostedPiastres: number | null;
}

/** Which loans of the book, and what is told of them. */
export interface BookOptions {
  /** Ids of the loans; absent: all. */
  readonly only?: readonly string[] | undefined;
  /** What the ledger has of their principal too: reading it takes as long as all the rest. */
  readonly withPrincipal?: boolean;
}

/** What was posted to an account. */
export interface AccountSums {
  readonly account: AccountName;
  readonly debitPiastres: bigint;
  readonly creditPiastres: bigint;
}

/** A journal entry as a report lists it. */
export type BookedEntry = Omit<JournalEntryRecord, 'previousHash' | 'hash'>;

/** A decision as the report on them counts it. */
export interface CountedDecision {
  readonly decision: 'approved' | 'rejected' | 'pending_review';
  readonly decisionMakerId: string;
  readonly requestedAmountPiastres: number;
  readonly approvedAmountPiastres: number | null;
  readonly isOverride: boolean;
}

/** Which payments; absent: any. */
export interface PaymentFilter {
  /** By value date, both ends included. */
  readonly paidFrom?: CalendarDate;
  readonly paidTo?: CalendarDate;
  /** By booking time, both ends included. */
  readonly bookedFrom?: Instant;
  readonly bookedTo?: Instant;
  readonly amountPiastres?: number;
  readonly reference?: string;
  readonly method?: string;
  readonly batchId?: string;
  /** Part of an id or a reference, whatever the letter case. */
  readonly search?: string;
}

/** Payments of one method that stand or were taken back. */
export interface PaymentTotal {
  readonly method: string;
  readonly isReversed: boolean;
  readonly payments: number;
  readonly amountPiastres: bigint;
}

/** Reads over the whole book. None holds it in memory. */
export interface ReportReader {
  readonly reports: {
    /** Calls `visit` for each loan known by then, or those of them asked for, in order of ids. */
    visitLoans(horizon: Horizon, visit: (loan: BookedLoan) => void, options?: BookOptions): Promise<void>;
    /** Every account, in the order of the chart; in one pass over the postings. */
    accountSums(horizon: Horizon): Promise<readonly AccountSums[]>;
    /** Entries booked after a time, by the time they were booked, then by loan and number. */
    entriesBookedSince(after: Instant, horizon: Horizon): Promise<readonly BookedEntry[]>;
    /** Decisions dated from one day to another, oldest first. */
    visitDecisions(
      from: CalendarDate,
      horizon: Horizon,
      visit: (decision: CountedDecision) => void,
    ): Promise<void>;
    /** Ids of payments with those of their loans, the latest value date first, of one date the latest booking. */
    payments(filter: PaymentFilter, page: PageRequest): Promise<Page<{ loanId: string; paymentId: string }>>;
    /** By method, then standing before reversed. */
    paymentTotals(filter: PaymentFilter): Promise<readonly PaymentTotal[]>;
  };
}

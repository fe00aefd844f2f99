import type { CalendarDate } from '../domain/dates.ts';
import type { FindReader } from './find-port.ts';
import type { Instant } from './records.ts';

/** Things that wait: how many, what they come to, and the day of the first. */
export interface WaitingSum {
  readonly count: number;
  readonly sumPiastres: bigint;
  /** null: nothing waits. */
  readonly oldest: CalendarDate | null;
}

/** Reads for the day's work. Each looks at narrow rows only; what needs an account is left to its caller. */
export interface DeskReader extends FindReader {
  readonly desk: {
    /** Applications that nobody has approved or rejected yet, by the day they were made. */
    undecided(): Promise<WaitingSum>;
    /** Disbursements registered and neither completed nor failed at a date, by the day they are to go out. */
    pendingDisbursements(today: CalendarDate): Promise<WaitingSum>;
    /**
     * Ids of open loans of which less went or is to go out than was approved. Whether the rest may still go out
     * is for their accounts to say.
     */
    notFullyPaidOut(): Promise<readonly string[]>;
    /**
     * Ids of every loan with an installment due on one of the dates, and of some without one: installments are due
     * on the day of the month of the first payout.
     */
    perhapsDueOn(dates: readonly CalendarDate[]): Promise<readonly string[]>;
    /** The last time somebody verified the ledger; null: never. */
    lastVerification(): Promise<{
      readonly at: Instant;
      readonly actor: string;
      /** What was noted of it, JSON. */
      readonly notedJson: string;
    } | null>;
  };
}

import type { CalendarDate } from '../domain/dates.ts';

/** What a column of a moved fact holds: bytes as lower-case hex. */
export type MovedValue = string | number | null;

/** A posting as it is moved: account by its name, debits positive. */
export interface MovedPosting {
  readonly account: string;
  readonly amount_piastres: number;
}

/** A fact as it is kept, by the names of its columns; an entry with its postings. */
export type MovedFields = Readonly<Record<string, MovedValue | readonly MovedPosting[]>>;

/** One fact and what it is a fact of, such as `payment`. */
export interface MovedFact {
  readonly fact: string;
  readonly fields: MovedFields;
}

/** Where a page of facts ended; only what made it knows how to read it. */
export type MovedCursor = readonly unknown[];

export interface MovedPage {
  readonly facts: readonly MovedFact[];
  /** null: that was all of them. */
  readonly next: MovedCursor | null;
}

/** What is booked on one loan, or held row, account by account in the order of the chart; debits positive. */
export interface MovedBalance {
  readonly id: string;
  /** Whole piastres, as text. */
  readonly sums: readonly string[];
}

/** A whole ledger, fact by fact, for one that moves to another store. */
export interface MovingReader {
  readonly moving: {
    /** How many facts there are of each kind, entries and audit records by what is in their tables. */
    counts(): Promise<Readonly<Record<string, number>>>;
    /**
     * Facts of one group (`MOVED_GROUPS`), from the first or from where a page ended, in an order that depends on what
     * is in the ledger and not on how it is kept.
     */
    page(group: string, from: MovedCursor | null): Promise<MovedPage>;
    /** Calls `visit` for each loan with entries, then each held row with entries, by id. */
    visitBalances(visit: (balance: MovedBalance) => void): Promise<void>;
  };
}

/** Writes the facts of another ledger into an empty one, as they are. */
export interface LedgerReplay {
  readonly replay: {
    /**
     * Writes facts in the order given, which is that of the groups; entries and audit records are sealed one after the
     * other. Throws RefusedFacts for what the store does not take.
     */
    add(facts: readonly MovedFact[]): Promise<void>;
    /**
     * Writes what the store derives from the facts, and the last day of what an earlier program posted by its own rules.
     * To be called once, after the last of them.
     */
    finish(earlierRulesThrough: CalendarDate | null): Promise<void>;
  };
}

/** The store does not take one of the facts `first` to `last`, counted from 0 in what was given to `add`. */
export class RefusedFacts extends Error {
  readonly first: number;
  readonly last: number;

  constructor(first: number, last: number, message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'RefusedFacts';
    this.first = first;
    this.last = last;
  }
}

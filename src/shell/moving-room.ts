import type { Problem } from '../contract/problem.ts';

/** The whole ledger as a file of facts, and back. */
export interface MovingRoom {
  /**
   * Every fact of the ledger as lines of JSON, as it is at one moment; `book` tells what they add up to, once all of
   * them were read. Reading throws the problem it meets.
   */
  events(onFacts: Counting): { readonly text: AsyncIterable<string>; book(): WholeBook };
  /** Replays such a file (`-`: standard input) into an empty ledger and compares the two; all or nothing. */
  importEvents(source: string, onFacts: Counting): Promise<ImportedBook | Problem>;
}

/** Told how many facts were gone through, and of how many. */
export type Counting = (done: number, all: number) => void;

/** What a ledger adds up to; sums are EGP with two decimals. */
export interface WholeBook {
  readonly facts: number;
  readonly loans: number;
  readonly entries: number;
  readonly outstanding_balance: string;
  readonly total_debit: string;
  readonly total_credit: string;
  readonly anchor: { readonly sequence: number; readonly hash: string } | null;
}

export interface ImportedBook extends WholeBook {
  /** The ledger that holds it now. */
  readonly ledger: string;
  /** Where the empty ledger that stood there is kept; null: none did. */
  readonly kept: string | null;
}

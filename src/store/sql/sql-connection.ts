import type { PolicyVersionRecord } from '../records.ts';
import type { Dialect, Query } from './dialect.ts';

/** What an engine answers at once, and a server after a while. */
export type Answer<T> = T | Promise<T>;

/** What only the one who writes may keep of the ledger from one unit to the next. */
interface KeptEnds {
  readonly areKept: boolean;
  /** The policy as it stands; null until it is read. */
  policy: PolicyVersionRecord | null;
}

/**
 * One connection to an engine, as the readers and writers of `store/sql` see it, in whatever transaction it is in.
 * Always `await` what it answers. Whole numbers come as numbers (those that may pass 2^53 are cast to text in the
 * statement), bytes as Buffers, truth as 1 or 0, times and dates as the texts they were stored as.
 */
export interface SqlConnection {
  readonly dialect: Dialect;
  /** Of an engine with one writer at a time. */
  readonly ends?: KeptEnds;
  get<Row>(statement: Query, ...values: readonly unknown[]): Answer<Row | undefined>;
  /**
   * On hot paths a column is compared with `dialect.bound` where there is an ORDER BY: SQLite plans a statement anew
   * at each binding of a plain `column = ?` beside one, which costs four times the lookup.
   */
  all<Row>(statement: Query, ...values: readonly unknown[]): Answer<Row[]>;
  /** Answers the number of rows changed. */
  run(statement: Query, ...values: readonly unknown[]): Answer<number>;
  /** Calls `see` for each row without holding them all. `see` must not use the connection. */
  visit<Row>(statement: Query, values: readonly unknown[], see: (row: Row) => void): Answer<void>;
}

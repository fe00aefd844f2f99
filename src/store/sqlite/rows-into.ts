import type { Query } from '../sql/dialect.ts';

/** Where the rows of a unit go: to the connection itself, or to another thread that has one. */
export interface RowsInto {
  /** Has rows written by an INSERT of one row; what it fails with is thrown here or by `ready`. */
  insert(statement: Query, rows: readonly (readonly unknown[])[]): void;
  /** Resolves when there is room for more; undefined: there always is. */
  ready?(): Promise<void> | null;
  /** Asks for room for what touches more pages than are usually kept, as often as one likes; undefined: there is. */
  makeRoom?(): void;
}

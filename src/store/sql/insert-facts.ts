import type { HashField } from '../hashed-fields.ts';
import type { FactKind } from '../sealing.ts';

/** Writes rows of one kind of fact by an INSERT of its fields and `extra` columns, each row to be vouched for. */
export type InsertFacts = <Row extends object>(
  kind: FactKind,
  sql: string,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  extra?: (row: Row) => readonly unknown[],
) => void | Promise<void>;

/** What a unit keeps of facts that entries book. */
export interface BooksFacts {
  /** Remembers the hash of a fact for the entry that books it. */
  bookable(eventId: string, hash: HashField, mustBeBooked: boolean): void;
}

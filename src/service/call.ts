import type { Role } from '../contract/operations.ts';
import type { CalendarDate } from '../domain/dates.ts';
import type { IdKind } from '../domain/identifiers.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { ReadTx, WriteTx } from '../store/port.ts';

/** Who asks, and from where; goes into the audit trail. */
export interface Caller {
  readonly actor: string;
  readonly osUser: string;
  readonly host: string;
  readonly channel: 'terminal' | 'http';
  /** Number of the signed-in officer; null on a local ledger and before signing in. */
  readonly userId: number | null;
  /** What the officer may; null: a local ledger, where whoever can open the file may everything. */
  readonly roles: readonly Role[] | null;
}

/** One call of an operation: its caller, its clock and its source of ids. */
export interface Call {
  readonly caller: Caller;
  readonly requestId: string;
  /** The instant everything this call writes is booked at. */
  readonly nowMs: number;
  /** The same as ISO 8601 UTC text. */
  readonly now: string;
  /** The business date: the date in Cairo, or the one given with `--business-date`. */
  readonly today: CalendarDate;
  /** Set when `today` was given rather than read from the clock. */
  readonly givenBusinessDate: CalendarDate | null;
  readonly dryRun: boolean;
  /** A fresh id; in a dry run it is replaced by null in what is answered. */
  newId(kind: IdKind): string;
  /** Says how many rows there are in all, where the answer is a page without room for it. */
  tellTotal(count: number): void;
}

/** What a write answers, and what the audit trail says of it. */
export interface Written<T> {
  readonly value: T;
  /** null: nothing was written (a replayed payment), so there is nothing to record. */
  readonly audit: { readonly object: string; readonly before?: unknown; readonly after?: unknown } | null;
}

export type ReadHandler<Input, Output> = (tx: ReadTx, input: Input, call: Call) => Promise<Output | Refusal>;

export type WriteHandler<Input, Output> = (
  tx: WriteTx,
  input: Input,
  call: Call,
) => Promise<Written<Output> | Refusal>;

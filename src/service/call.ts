import type { Role } from '../contract/operations.ts';
import type { FourEyesAction } from '../domain/controls.ts';
import type { CalendarDate } from '../domain/dates.ts';
import type { IdKind } from '../domain/identifiers.ts';
import type { Piastres } from '../domain/money.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { ReadTx, Store, WriteTx } from '../store/port.ts';
import type { Passwords } from './access/passwords.ts';
import type { PlanKeeper } from './batches/plan-keeper.ts';

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
  /** The clock itself, also when a business date is given: what tokens live by. */
  readonly clockMs: number;
  /** The business date: the date in Cairo, or the one given with `--business-date`. */
  readonly today: CalendarDate;
  /** Set when `today` was given rather than read from the clock. */
  readonly givenBusinessDate: CalendarDate | null;
  readonly dryRun: boolean;
  /** Whether an idempotency key tells this call from another with the same content. */
  readonly keyed: boolean;
  /**
   * An id this call has not drawn before, though the ledger may have it: see `freshId`. In a dry run it is replaced by
   * null in what is answered.
   */
  newId(kind: IdKind): string;
  randomBytes(size: number): Uint8Array;
  /** Says how many rows there are in all, where the answer is a page without room for it. */
  tellTotal(count: number): void;
}

/** What the audit trail says of a write. */
export interface AuditNote {
  /** Id of what the action is about. */
  readonly object: string;
  /** Ids of all else it touches; the record names every one of them. */
  readonly touches?: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
  /** Who it was, where the call itself found out: whoever signs in. */
  readonly actor?: string;
}

/** What a write answers, and what the audit trail says of it. */
export interface Written<T> {
  readonly value: T;
  /** null: nothing was written (a replayed payment), so there is nothing to record. */
  readonly audit: AuditNote | null;
  /** Of an action a bank may want a second person for. */
  readonly control?: Control<T>;
}

/** A refusal whose traces are kept: a failed sign-in counts, a stolen token ends what it belongs to. */
export interface KeptRefusal {
  readonly refusal: Refusal;
  readonly audit: AuditNote;
}

/** What decides whether an action needs a second person. */
export interface Control<T> {
  readonly action: FourEyesAction;
  /** What it does besides: either needs a second person. */
  readonly alsoAction?: FourEyesAction;
  /** Id of what it is about. */
  readonly object: string;
  /** What must be the same for two calls to be the same; free of secrets. */
  readonly content: unknown;
  /** Of an approval: the amount whose band of authority counts. */
  readonly amountPiastres?: Piastres | null;
  /**
   * Under four eyes: those who may not do this, since they did the step before. Without it the action itself takes
   * two people.
   */
  readonly notBy?: () => Promise<readonly StepBefore[]>;
  /** Whether another content about the same object is settled by this one. */
  readonly settles?: boolean;
  /** Id of what it makes. */
  readonly result?: string | null;
  /** The answer while a second person is awaited: nothing has happened yet. */
  whileWaiting(value: T): T;
}

/** Somebody who did what goes before. */
export interface StepBefore {
  readonly person: string;
  /** Such as `entered application APP-…`. */
  readonly did: string;
}

/** What a handler may need before its transaction begins: slow work has no place inside one. */
export interface Outside {
  readonly store: Pick<Store, 'read' | 'changeMark'>;
  readonly passwords: Passwords;
  /** Where a plan is kept until it is posted; null: in the ledger, since nobody knows which process posts it. */
  readonly plans: PlanKeeper | null;
}

/** Does what must be done before the transaction; its result is given to the handler. */
export type Preparation<Input, Prepared> = (
  input: Input,
  call: Call,
  outside: Outside,
) => Promise<Prepared | Refusal>;

export type ReadHandler<Input, Output> = (tx: ReadTx, input: Input, call: Call) => Promise<Output | Refusal>;

export type WriteHandler<Input, Output, Prepared = undefined> = (
  tx: WriteTx,
  input: Input,
  call: Call,
  prepared: Prepared,
) => Promise<Written<Output> | KeptRefusal | Refusal>;

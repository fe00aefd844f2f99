import type { OperationInput, OperationName, OperationOutput } from './operation-types.ts';
import type { Outcome } from './problem.ts';

/**
 * How one call is to be made. Over HTTP a dry run of a write is `?dry_run=true`, a rehearsal `?dry_run=rehearsal`,
 * the key the header `Idempotency-Key`; what a service answers unmasked is recorded by itself.
 */
export interface CallOptions {
  /** Full checks and the result it would have; nothing written. */
  readonly dryRun?: boolean;
  /** With `dryRun`: the answer is only looked at before a person agrees, so a refusal counts as an attempt. */
  readonly rehearsal?: boolean;
  /**
   * Of a write: what its rehearsal answered and a person agreed to. The write is refused with `plan_changed` when its
   * result would be another.
   */
  readonly agreed?: unknown;
  /**
   * Of a write on a ledger: told what will be answered once it is durable, which it may yet fail to become, so that
   * what follows of it can be made ready meanwhile. It is the very object that is answered, if it is.
   */
  readonly foretold?: (answer: unknown) => void;
  /** The reading is itself recorded in the audit trail: it shows what is masked elsewhere. */
  readonly recorded?: boolean;
  /** Of a write: the same key with the same fingerprint answers what was answered first and does nothing again. */
  readonly idempotency?: { readonly key: string; readonly fingerprint: string };
}

/** The operations, wherever they are carried out: on a local ledger or by a service. */
export interface Backend {
  call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options?: CallOptions,
  ): Promise<Outcome<OperationOutput<Name>>>;
  /**
   * Makes the calls of `work` durable together, which is quicker than each by itself; what they answer is told to
   * nobody before. What `work` throws is thrown, with the calls before it kept. Absent: each call is durable by itself.
   */
  together?<T>(work: (calls: Pick<Backend, 'call'>) => Promise<T>): Promise<Outcome<T>>;
  /** What to tell the user a write went to, such as `ledger /home/mona/ledger.db`. */
  readonly describedAs: string;
  /** E-mail of whoever is signed in to a server; null where that is not known, absent on a ledger. */
  readonly signedInAs?: string | null;
  /** Whether a server is one of ours: another make has the interface's operations and fields only. Absent: ours. */
  isOurs?(): Promise<boolean>;
  close(): Promise<void>;
}

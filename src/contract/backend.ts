import type { OperationInput, OperationName, OperationOutput } from './operation-types.ts';
import type { Outcome } from './problem.ts';

/** How one call is to be made. */
export interface CallOptions {
  /** Full checks and the result it would have; nothing written. */
  readonly dryRun?: boolean;
  /** With `dryRun`: the answer is only looked at before a person agrees, so a refusal counts as an attempt. */
  readonly rehearsal?: boolean;
  /** The reading is itself recorded in the audit trail: it shows what is masked elsewhere. */
  readonly recorded?: boolean;
}

/** The operations, wherever they are carried out: on a local ledger or by a service. */
export interface Backend {
  call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options?: CallOptions,
  ): Promise<Outcome<OperationOutput<Name>>>;
  /** What to tell the user a write went to, such as `ledger /home/mona/ledger.db`. */
  readonly describedAs: string;
  close(): Promise<void>;
}

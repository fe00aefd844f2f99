import type { CallOptions } from '../contract/backend.ts';
import type { OperationName } from '../contract/operation-types.ts';
import type { Outcome } from '../contract/problem.ts';
import type { HttpCaller } from './service-parts.ts';

/** What the thread that writes is started with. */
export interface WritingSetup {
  /** The ledger: a file, or a database whose address may hold a password. */
  readonly place:
    | { readonly kind: 'ledger'; readonly path: string }
    | { readonly kind: 'database'; readonly address: string; readonly shown: string };
  /** The folder `migrations` of the package. */
  readonly migrations: string;
  /** Of a database: the variables it is reached by. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly givenBusinessDate: string | null;
  readonly describedAs: string;
  /** The user of this machine the service runs as. */
  readonly osUser: string;
}

/** One call for the thread that writes. */
export interface WritingCall {
  readonly number: number;
  readonly caller: HttpCaller;
  readonly name: OperationName;
  readonly input: unknown;
  readonly options: CallOptions;
}

/** What became of a call; `fault` is an error of ours, told by its kind and place. */
export type WritingAnswer =
  | { readonly number: number; readonly outcome: Outcome<unknown> }
  | { readonly number: number; readonly fault: { readonly name: string; readonly stack: string } };

/** Told to the thread that writes: calls of one turn together, or that no more will come. */
export type ToWriting = { readonly calls: readonly WritingCall[] } | 'end';

/**
 * Told by it: that the ledger is open, and answers of one turn together, as the JSON of `WritingAnswer[]`: they end
 * as JSON anyhow, and text goes over far faster than objects. A large answer comes by itself and is not read again.
 */
export type FromWriting =
  | 'open'
  | { readonly answersJson: string }
  | {
      readonly number: number;
      readonly head: Readonly<Record<string, unknown>>;
      readonly json: Uint8Array;
      readonly replayed: boolean;
    };

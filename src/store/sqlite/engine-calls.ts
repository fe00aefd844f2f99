import type { PackedRows } from './packed-rows.ts';

/** What the thread of an engine is started with. */
export interface EngineSetup {
  readonly path: string;
  readonly busyTimeoutMs: number;
  /** Rows the unit is said to insert, each with what belongs to it: a payment with its entry, say. */
  readonly insertCount: number;
}

/** Told to the thread: what is numbered is answered with that number, rows are counted when they are written. */
export type ToEngine =
  | { readonly rows: PackedRows }
  | { readonly number: number; readonly begin: true }
  | {
      readonly number: number;
      readonly as: 'get' | 'all' | 'run';
      readonly text: string;
      readonly values: readonly unknown[];
    }
  | { readonly number: number; readonly end: 'COMMIT' | 'ROLLBACK' }
  | { readonly number: number; readonly close: true };

/** An error on its way to another thread, which would arrive without its code; of the engine's or of the store's own. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly code: string | null;
  /** Null when it is no `StoreError`. */
  readonly hint: { readonly text: string | undefined } | null;
}

/** Told by the thread. */
export type FromEngine =
  | { readonly written: true }
  | { readonly number: number; readonly value: unknown }
  | { readonly number: number | null; readonly error: SentError };

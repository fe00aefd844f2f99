/** What can be wrong with the place a ledger is kept in. */
type StoreErrorCode =
  | 'ledger_missing'
  | 'ledger_not_a_ledger'
  | 'ledger_newer'
  | 'ledger_older'
  | 'ledger_busy'
  /** A commit was sent, and nobody knows whether it takes place. Every other code of a write: nothing was written. */
  | 'ledger_unconfirmed'
  | 'ledger_unwritable'
  | 'ledger_unreadable'
  | 'ledger_disk_full'
  | 'ledger_network_fs'
  | 'ledger_damaged'
  | 'ledger_engine';

/**
 * The ledger could not be opened, read or written. `message` is a whole sentence for a person, `hint` says what
 * to do about it. Anything else a store throws is a fault of the program.
 */
export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly hint: string | undefined;

  constructor(code: StoreErrorCode, message: string, more: { hint?: string; cause?: unknown } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'StoreError';
    this.code = code;
    this.hint = more.hint;
  }
}

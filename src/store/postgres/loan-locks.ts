import type { SqlConnection } from '../sql/sql-connection.ts';
import { LOCK_LOANS } from './locks.ts';

/** Thrown by a unit that needs loans locked before all else: it is begun anew with them. */
export class LockFirst extends Error {
  readonly loanIds: readonly string[];

  constructor(loanIds: readonly string[]) {
    super('loans are to be locked first');
    this.loanIds = loanIds;
  }
}

/** The loans a unit has locked against others who book on them. */
export class LoanLocks {
  readonly #connection: SqlConnection;
  /**
   * Whether the unit must begin anew before it holds any: a snapshot taken before may show them as they were, and who
   * has not stood in line for them would wait on a connection.
   */
  readonly #beginsAnew: boolean;
  readonly #held: Set<string>;

  constructor(connection: SqlConnection, beginsAnew: boolean, held: readonly string[]) {
    this.#connection = connection;
    this.#beginsAnew = beginsAnew;
    this.#held = new Set(held);
  }

  /** A loan the unit made itself: nobody else sees it yet. */
  made(loanId: string): void {
    this.#held.add(loanId);
  }

  /** Locks those that are not yet, in the order of their ids. */
  async hold(loanIds: readonly string[]): Promise<void> {
    const missing = loanIds.filter((loanId) => !this.#held.has(loanId));
    if (missing.length === 0) return;
    if (this.#beginsAnew) throw new LockFirst(missing);
    await this.#connection.all(LOCK_LOANS, JSON.stringify(missing));
    for (const loanId of missing) this.#held.add(loanId);
  }
}

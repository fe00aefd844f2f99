import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';

/** A commit may wait for a standby, so it has longer than what waits only for others here. */
const TIMES_THE_PATIENCE = 2;

/** Thrown when a commit was sent and nobody knows in time whether it took place: it must not be carried out again. */
export class CommitUnconfirmed extends Error {}

/**
 * Commits that wait for their confirmation, as all do while the server has no synchronous standby. Their callers are told
 * so within bounds. The connections stay taken, so that the server is not asked for ever more of them.
 */
export class LateCommits {
  readonly #waitMs: number;
  readonly #waiting = new Set<PoolClient>();

  constructor(waitMs: number) {
    this.#waitMs = waitMs * TIMES_THE_PATIENCE;
  }

  /**
   * Sends the commit of a client's transaction. Throws CommitUnconfirmed when it is not confirmed in time: the client
   * is then no longer the caller's, and `confirmed` is called if it ever is.
   */
  async commit(client: PoolClient, confirmed: () => void): Promise<void> {
    const sent = client.query('COMMIT');
    const stop = new AbortController();
    const late = sleep(this.#waitMs, 'late' as const, { signal: stop.signal });
    late.catch(() => {});
    try {
      const answer = await Promise.race([sent, late]);
      if (answer !== 'late') {
        if (answer.command !== 'COMMIT') throw new Error('the server undid a transaction it was to commit');
        return;
      }
    } finally {
      stop.abort();
    }
    this.#waiting.add(client);
    sent.then(
      () => {
        if (this.#waiting.delete(client)) client.release();
        confirmed();
      },
      () => this.#giveUp(client),
    );
    throw new CommitUnconfirmed('the server has not confirmed a commit');
  }

  /** Whether any is known to wait longer than it should. */
  get areWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Waits for none of them any more. */
  end(): void {
    for (const client of this.#waiting) this.#giveUp(client);
  }

  #giveUp(client: PoolClient): void {
    if (this.#waiting.delete(client)) client.release(true);
  }
}

import type { Pool } from 'pg';
import { isForbidden, isReadOnly } from './engine-error.ts';
import type { LateCommits } from './late-commits.ts';
import { sealQueue } from './sealer.ts';
import type { TableColumns } from './table-columns.ts';

/** After a commit: those that follow closely are sealed with it. */
const GATHER_MS = 15;
/** After a failure: the server may be away. */
const AGAIN_MS = 1000;

/** Thrown by who must see sealed what is committed: it is begun anew when it is. */
export class SealFirst extends Error {}

/** When this program seals: soon after its commits, before it reads what only sealing writes, and at its end. */
export class SealingTurns {
  readonly #pool: Pool;
  readonly #tables: TableColumns;
  readonly #commits: LateCommits;
  /** Commits of this program that queued anything, and how many of them are known to be sealed. */
  #committed: number;
  #sealed = 0;
  /** Whether any of them was its own. */
  #hasWritten = false;
  #turn: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  /** `seals`: another program may have ended before it sealed, which counts as a commit of this one. */
  constructor(pool: Pool, tables: TableColumns, commits: LateCommits, seals: boolean) {
    this.#pool = pool;
    this.#tables = tables;
    this.#commits = commits;
    this.#committed = seals ? 1 : 0;
  }

  /** Whether a commit of this program may not be sealed yet. */
  get areBehind(): boolean {
    return this.#sealed < this.#committed;
  }

  /** To be called after a commit that queued anything. */
  committed(): void {
    this.#committed += 1;
    this.#hasWritten = true;
    this.#soon(GATHER_MS);
  }

  /** Seals all that anybody committed before the call. */
  all(): Promise<void> {
    // What others left counts as a commit of this program.
    this.#committed += 1;
    return this.now();
  }

  /** Seals all this program committed before the call. */
  async now(): Promise<void> {
    const until = this.#committed;
    while (this.#sealed < until) {
      this.#turn ??= this.#take();
      await this.#turn;
    }
  }

  /** Seals what this program left; when the server is away another program does it, or the next start of this one. */
  async end(): Promise<void> {
    if (this.#hasWritten) await this.now().catch(() => {});
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #take(): Promise<void> {
    const until = this.#committed;
    try {
      try {
        await sealQueue(this.#pool, this.#tables, this.#commits);
      } catch (error) {
        // A standby seals nothing, nor does who may only read: what is there is read as it is.
        const sealsNothing = isReadOnly(error) || (isForbidden(error) && !this.#hasWritten);
        if (!sealsNothing) throw error;
      }
      this.#sealed = Math.max(this.#sealed, until);
    } finally {
      this.#turn = null;
    }
  }

  #soon(afterMs: number): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.now().catch(() => this.#soon(AGAIN_MS));
    }, afterMs);
    this.#timer.unref();
  }
}

import type { Pool } from 'pg';
import { sealQueue } from './sealer.ts';
import type { TableColumns } from './table-columns.ts';

/** After a commit: those that follow closely are sealed with it. */
const GATHER_MS = 15;
/** After a failure: the server may be away. */
const AGAIN_MS = 1000;

/** Thrown by a read that must see this program's own writes sealed: it is begun anew when they are. */
export class SealFirst extends Error {}

/** When this program seals: soon after its commits, before it reads what only sealing writes, and at its end. */
export class SealingTurns {
  readonly #pool: Pool;
  readonly #tables: TableColumns;
  /** Commits of this program that queued anything, and how many of them are known to be sealed. */
  #committed = 0;
  #sealed = 0;
  #turn: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(pool: Pool, tables: TableColumns) {
    this.#pool = pool;
    this.#tables = tables;
  }

  /** Whether a commit of this program may not be sealed yet. */
  get areBehind(): boolean {
    return this.#sealed < this.#committed;
  }

  /** To be called after a commit that queued anything. */
  committed(): void {
    this.#committed += 1;
    this.#soon(GATHER_MS);
  }

  /** Seals all this program committed before the call. */
  async now(): Promise<void> {
    const until = this.#committed;
    while (this.#sealed < until) {
      this.#turn ??= this.#take();
      await this.#turn;
    }
  }

  /** Seals what is left; when the server is away another program does it, or the next start of this one. */
  async end(): Promise<void> {
    await this.now().catch(() => {});
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #take(): Promise<void> {
    const until = this.#committed;
    try {
      await sealQueue(this.#pool, this.#tables);
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

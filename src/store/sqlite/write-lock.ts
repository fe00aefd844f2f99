import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../store-error.ts';
import type { Connection } from './connection.ts';
import { renewEnds } from './ledger-ends.ts';

/** Between the first looks at a lock; another writer holds it for about as long. */
const FIRST_LOOKS_MS = [1, 2, 3, 4];
/** Between later looks: rarer, so that fifty who wait do not take the processor from the one who writes. */
const LATER_LOOKS_MS = [6, 8, 10, 12];

/**
 * Repeats `attempt` while another process holds a lock, up to `waitMs` milliseconds, then throws what it threw.
 * SQLite's own wait looks ever more rarely, every 100 ms in the end, and starves beside writers that follow each
 * other closely; this one looks all the time and keeps the process responsive.
 */
export async function whileBusy<T>(waitMs: number, attempt: () => T): Promise<T> {
  let deadline: AbortSignal | undefined;
  for (let count = 0; ; count++) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || deadline?.aborted) throw error;
    }
    deadline ??= AbortSignal.timeout(waitMs);
    await sleep(FIRST_LOOKS_MS[count] ?? LATER_LOOKS_MS[count % LATER_LOOKS_MS.length]);
  }
}

/** Begins a transaction that may write; throws SQLITE_BUSY after the connection's busy timeout. */
export async function beginImmediate(connection: Connection): Promise<void> {
  // Not through a kept statement: this pragma takes effect when it is prepared, not when it is run.
  connection.db.pragma('busy_timeout = 0');
  try {
    await whileBusy(connection.busyTimeoutMs, () => connection.run('BEGIN IMMEDIATE'));
  } finally {
    connection.db.pragma(`busy_timeout = ${connection.busyTimeoutMs}`);
  }
  renewEnds(connection);
}

/** Whether an error says that another process holds the lock. */
export function isBusy(error: unknown): boolean {
  if (error instanceof StoreError) return error.code === 'ledger_busy';
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}

import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../store-error.ts';
import type { Connection } from './connection.ts';

/** Between two looks at a lock; another writer holds it for about as long. */
const LOOK_AGAIN_MS = [1, 2, 3, 2];

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
    await sleep(LOOK_AGAIN_MS[count % LOOK_AGAIN_MS.length]);
  }
}

/** Begins a transaction that may write; throws SQLITE_BUSY after the connection's busy timeout. */
export async function beginImmediate(connection: Connection): Promise<void> {
  connection.get('PRAGMA busy_timeout = 0');
  try {
    await whileBusy(connection.busyTimeoutMs, () => connection.run('BEGIN IMMEDIATE'));
  } finally {
    connection.get(`PRAGMA busy_timeout = ${connection.busyTimeoutMs}`);
  }
}

function isBusy(error: unknown): boolean {
  if (error instanceof StoreError) return error.code === 'ledger_busy';
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');
}

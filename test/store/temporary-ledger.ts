import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite/open-store.ts';

export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations/sqlite', import.meta.url));

const MADE_AT_MS = Date.UTC(2026, 2, 1, 12);

/** A new folder for one test; the caller removes it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'loandesk-store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Opens a ledger as the program does, at a fixed time. */
export function openLedger(path: string, more: Partial<SqliteStoreOptions> = {}) {
  return openSqliteStore({
    path,
    migrationsDir: MIGRATIONS_DIR,
    createIfMissing: true,
    now: () => MADE_AT_MS,
    ...more,
  });
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listMigrations } from '../../src/store/migration-files.ts';
import type { Store } from '../../src/store/port.ts';
import { loadEngine, openConnection } from '../../src/store/sqlite/connection.ts';
import { migrate } from '../../src/store/sqlite/migrations.ts';
import { openSqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite/open-store.ts';

export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations/sqlite', import.meta.url));

const MADE_AT_MS = Date.UTC(2026, 2, 1, 12);

/** A new folder for one test; the caller removes it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'loandesk-store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

let blank: Promise<Buffer> | undefined;

/** The bytes of a ledger with nothing in it but its schema. */
function blankLedger(): Promise<Buffer> {
  blank ??= makeBlankLedger();
  return blank;
}

async function makeBlankLedger(): Promise<Buffer> {
  const Engine = await loadEngine();
  const connection = openConnection(Engine, { path: ':memory:', readOnly: false, busyTimeoutMs: undefined });
  await migrate(connection, MIGRATIONS_DIR, listMigrations(MIGRATIONS_DIR), MADE_AT_MS);
  const bytes = connection.db.serialize();
  connection.db.close();
  return bytes;
}

/** Opens a ledger as the program does, at a fixed time; one in memory is a copy of one that was migrated once. */
export async function openLedger(path: string, more: Partial<SqliteStoreOptions> = {}): Promise<Store> {
  return openSqliteStore({
    path,
    migrationsDir: MIGRATIONS_DIR,
    createIfMissing: true,
    now: () => MADE_AT_MS,
    ...(path === ':memory:' ? { content: await blankLedger() } : {}),
    ...more,
  });
}

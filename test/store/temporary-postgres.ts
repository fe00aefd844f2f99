import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { Store } from '../../src/store/port.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../../src/store/postgres/open-store.ts';
import { databaseLike, type TestDatabase } from '../postgres/shared-server.ts';

export const POSTGRES_MIGRATIONS = fileURLToPath(new URL('../../migrations/postgres', import.meta.url));

const MADE_AT_MS = Date.UTC(2026, 2, 1, 12);

/** Opens the ledger of a database as the program does, at a fixed time. */
export function openPostgres(url: string, more: Partial<PostgresStoreOptions> = {}): Promise<Store> {
  return openPostgresStore({
    server: url,
    migrationsDir: POSTGRES_MIGRATIONS,
    createIfMissing: true,
    now: () => MADE_AT_MS,
    randomBytes: (size) => randomBytes(size),
    poolSize: 6,
    ...more,
  });
}

/** A database with nothing in it but the schema of a ledger; the caller drops it. */
export function blankPostgres(): Promise<TestDatabase> {
  return databaseLike('ledger', async (url) => (await openPostgres(url)).close());
}

/** Tables the migrations fill. */
const FILLED = ['accounts', 'ledger_meta', 'schema_migrations'];

/** Empties a ledger in a blink, past its triggers, as only the owner of the server may: a database a test takes longer. */
export async function emptyPostgres(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    const deletes = tables.rows
      .filter(({ name }) => !FILLED.includes(name))
      .map(({ name }) => `DELETE FROM ${name};`);
    await client.query(`SET session_replication_role = replica; ${deletes.join(' ')}`);
  } finally {
    await client.end();
  }
}

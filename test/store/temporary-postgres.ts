import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { Store } from '../../src/store/port.ts';
import { openPostgresStore, type PostgresStoreOptions } from '../../src/store/postgres/open-store.ts';
import { databaseLike, type TestDatabase } from '../postgres/shared-server.ts';
import { writeFirstPolicy } from './ledger-fixtures.ts';

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

/** The first test of a run starts the server, and copies its programs before. */
export const SERVER_PATIENCE_MS = 90_000;

/** A ledger emptied of all that tests before left, and opened, with the first version of the policy in it. */
export async function freshPostgres(url: string, more: Partial<PostgresStoreOptions> = {}): Promise<Store> {
  await emptyPostgres(url);
  const store = await openPostgres(url, more);
  await writeFirstPolicy(store);
  return store;
}

/** A database with nothing in it but the schema of a ledger; the caller drops it. */
export function blankPostgres(): Promise<TestDatabase> {
  return databaseLike('ledger', async (url) => (await openPostgres(url)).close());
}

/** Tables the migrations fill. */
const FILLED = ['accounts', 'ledger_meta', 'schema_migrations'];

/** A connection that stays, and the statements that empty the tables there. */
interface Sweeper {
  readonly client: Client;
  readonly deletes: string;
}

/** Of each database: a new connection has to learn all the tables first, which takes ten times as long. */
const sweepers = new Map<string, Promise<Sweeper>>();

/** Empties a ledger in a blink, past its triggers, as only the owner of the server may: a database a test takes longer. */
export async function emptyPostgres(url: string): Promise<void> {
  let sweeper = sweepers.get(url);
  if (sweeper === undefined) {
    sweeper = sweeperOf(url);
    sweepers.set(url, sweeper);
  }
  const { client, deletes } = await sweeper;
  await client.query(deletes);
}

async function sweeperOf(url: string): Promise<Sweeper> {
  const client = new Client({ connectionString: url });
  // Whoever drops the database ends it.
  client.on('error', () => {});
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  await client.query('SET session_replication_role = replica');
  const emptied = tables.rows.map(({ name }) => name).filter((name) => !FILLED.includes(name));
  return { client, deletes: emptied.map((name) => `DELETE FROM ${name};`).join(' ') };
}

import type { ConnectionOptions } from 'node:tls';
import { Pool } from 'pg';
import { listMigrations } from '../migration-files.ts';
import type { Store } from '../port.ts';
import { readTxOn } from '../sql/read-tx.ts';
import { StoreError } from '../store-error.ts';
import { ClosingClient } from './closing-client.ts';
import { connectionOn, type PostgresConnection } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import { engineFaults } from './engine-faults.ts';
import { LateCommits } from './late-commits.ts';
import type { LedgerServer } from './ledger-server.ts';
import { LoanTurns } from './loan-turns.ts';
import { migrate, refuseNewer, schemaVersionOf } from './migrations.ts';
import { placeOf } from './place.ts';
import { repeated } from './repeating.ts';
import { SealFirst, SealingTurns } from './sealing-turns.ts';
import { serverStateOf } from './server-state.ts';
import { readSnapshot, WAITS_FOR_SEAL } from './snapshot.ts';
import { readTableColumns } from './table-columns.ts';
import { writeTogether } from './together.ts';
import { writeUnit } from './units.ts';
import { VALUE_TYPES } from './value-types.ts';

/** How a server is reached. */
export interface ServerAddress {
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** Or what finds it, called when the server asks for one. */
  readonly password?: string | (() => string) | undefined;
  /** As `node:tls` takes it; left out or false: none. */
  readonly ssl?: boolean | ConnectionOptions;
  /** Settings for the session, as PGOPTIONS has them. */
  readonly options?: string | undefined;
}

export interface PostgresStoreOptions {
  /**
   * `postgres://user@host:port/database?…`, of which PGHOST and the like say what is left out, the password too; or
   * all of it.
   */
  readonly server: string | ServerAddress;
  /** The address as messages say it, without a password; made from `server` when left out. */
  readonly place?: string;
  /** The folder `migrations/postgres` of the package. */
  readonly migrationsDir: string;
  /** Whether an empty database is made a ledger, and a half-made one finished; otherwise `ledger_missing` is thrown. */
  readonly createIfMissing: boolean;
  /** Whether an older schema is brought up to date; otherwise `ledger_older` is thrown. */
  readonly migrates?: boolean;
  /** Promises not to write. */
  readonly readOnly?: boolean;
  /** Milliseconds since 1970, for the time a ledger is made or migrated. */
  now(): number;
  randomBytes(size: number): Uint8Array;
  /** Most connections at once; 2 by default, a service takes more. */
  readonly poolSize?: number;
  /**
   * How long to go on while the server is away, may only be read or others are in the way, in milliseconds; 5000 by
   * default.
   */
  readonly waitMs?: number;
  /** How long one statement may take, in milliseconds; ten minutes by default. */
  readonly statementTimeoutMs?: number;
}

/**
 * Which transactions a snapshot sees, and of which run of which server: a standby that took over counts on from fewer.
 */
const SNAPSHOT_MARK = `SELECT extract(epoch FROM pg_postmaster_start_time()) || ' ' || pg_current_snapshot() AS mark`;
const FIRST_SEAL = 'SELECT 1 FROM seals LIMIT 1';
const POOL_SIZE = 2;
const WAIT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 600_000;
/** A machine that is gone without a word is noticed so soon by who waits for it; the system would let two hours pass. */
const ALIVE_MS = 10_000;
/** An unused connection is given back. */
const IDLE_MS = 30_000;
const UNIT_ID_BYTES = 16;
/** As many as a number holds. */
const SIGN_IN_ID_BYTES = 6;

/**
 * Opens the ledger of a database, making or migrating it when asked to. Throws StoreError when there is none, when the
 * database is something else's, the schema newer or older, or the server out of reach.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const place = options.place ?? placeOf(options.server);
  const pool = openPool(options);
  try {
    const patience = { waitMs: options.waitMs ?? WAIT_MS, randomBytes: options.randomBytes };
    const tables = await repeated(patience, () =>
      withConnection(pool, async (connection) => {
        await readySchema(connection, place, options);
        return readTableColumns(connection);
      }),
    );
    const lateCommits = new LateCommits(patience.waitMs);
    const sealing = new SealingTurns(pool, tables, lateCommits, !(options.readOnly ?? false));
    const server: LedgerServer = {
      pool,
      tables,
      place,
      patience,
      lateCommits,
      sealing,
      turns: new LoanTurns(patience.waitMs),
      importTurns: new LoanTurns(patience.waitMs, 'An earlier import'),
      readTxOn: (connection) =>
        readTxOn(connection, {
          site: { kind: 'postgres', location: place },
          migrationsDir: options.migrationsDir,
          faults: () => engineFaults(connection, options.migrationsDir),
          readsSealed: async () => {
            await connection.get(FIRST_SEAL);
          },
          allSealed: async () => {
            if ((await connection.get(WAITS_FOR_SEAL)) !== undefined) throw new SealFirst();
          },
          snapshotMark: async () =>
            ((await connection.get<{ mark: string }>(SNAPSHOT_MARK)) as { mark: string }).mark,
        }),
      newUnitId: () => Buffer.from(options.randomBytes(UNIT_ID_BYTES)).toString('base64url'),
      newSignInId: () => Buffer.from(options.randomBytes(SIGN_IN_ID_BYTES)).readUIntBE(0, SIGN_IN_ID_BYTES),
    };
    return storeOn(server, options.readOnly ?? false);
  } catch (error) {
    await pool.end();
    throw storeErrorFrom(error, place);
  }
}

function openPool({ server, poolSize, waitMs = WAIT_MS, statementTimeoutMs }: PostgresStoreOptions): Pool {
  const pool = new Pool({
    Client: ClosingClient,
    ...(typeof server === 'string' ? { connectionString: server } : server),
    max: poolSize ?? POOL_SIZE,
    application_name: 'loandesk',
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    lock_timeout: waitMs,
    // Whoever lost its machine in a transaction does not hold its loans for ever.
    idle_in_transaction_session_timeout: statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: ALIVE_MS,
    types: VALUE_TYPES,
    pipeline: true,
  });
  // A connection that ends while nobody uses it is replaced when one is needed.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function withConnection<T>(
  pool: Pool,
  use: (connection: PostgresConnection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isWhole = false;
  try {
    const answer = await use(connectionOn(client));
    isWhole = true;
    return answer;
  } finally {
    client.release(!isWhole);
  }
}

/** Makes sure the schema is the one this program knows. */
async function readySchema(
  connection: PostgresConnection,
  place: string,
  { migrationsDir, createIfMissing, migrates = false, now }: PostgresStoreOptions,
): Promise<void> {
  const known = listMigrations(migrationsDir).length;
  const version = await schemaVersionOf(connection, place);
  refuseNewer(version, known, place);
  if (version === 0 && !createIfMissing) throw missing(place);
  if (version > 0 && version < known && !migrates) throw older(place);
  if (version < known) await migrate(connection, migrationsDir, place, now());
  if (!createIfMissing && (await isBlank(connection))) throw missing(place);
}

/** Whether nothing was ever written: its maker was stopped between the schema and the first record. */
async function isBlank(connection: PostgresConnection): Promise<boolean> {
  const written = ['policy_versions', 'audit', 'seals', 'unsealed'].map((table) => `SELECT 1 FROM ${table}`);
  return (await connection.get(`${written.join(' UNION ALL ')} LIMIT 1`)) === undefined;
}

function missing(place: string): StoreError {
  return new StoreError('ledger_missing', `There is no ledger at ${place}.`, {
    hint: 'make one with `loandesk ledger init`, or give its place with --ledger',
  });
}

function older(place: string): StoreError {
  return new StoreError('ledger_older', `The ledger ${place} was made by an older loandesk.`, {
    hint: 'bring it up to date with "loandesk ledger migrate"; have a backup of the database first',
  });
}

function storeOn(server: LedgerServer, readOnly: boolean): Store {
  /** Units of this program that are under way: what is done together comes after them. */
  const underWay = new Set<Promise<unknown>>();
  const noted = <T>(unit: Promise<T>): Promise<T> => {
    const settled = unit.catch(() => {}).finally(() => underWay.delete(settled));
    underWay.add(settled);
    return unit;
  };
  return {
    read: (query) => readSnapshot(server, query),
    write: (unit, how) => {
      if (readOnly && how?.dryRun !== true) {
        return Promise.reject(new Error('the ledger was opened for reading'));
      }
      return noted(writeUnit(server, unit, how));
    },
    together: (work) => {
      const before = [...underWay];
      return noted(Promise.all(before).then(() => writeTogether(server, work)));
    },
    changeMark: () => null,
    server: serverStateOf(server.pool, server.place, server.lateCommits),
    close: async () => {
      await Promise.all(underWay);
      await server.sealing.end();
      server.lateCommits.end();
      await server.pool.end();
    },
  };
}

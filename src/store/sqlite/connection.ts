import type Database from 'better-sqlite3';
import { type Query, textOf } from '../sql/dialect.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { StoreError } from '../store-error.ts';
import { notALedger, storeErrorFrom } from './engine-error.ts';
import { type LedgerEnds, unknownEnds } from './ledger-ends.ts';
import { SQLITE } from './sqlite-dialect.ts';

/** 'LNDK', in the header of every ledger. */
export const APPLICATION_ID = 0x4c4e444b;
/** How long a command waits for another process to finish its write. */
export const BUSY_TIMEOUT_MS = 5000;
/** `octet_length` came with 3.43, `unhex` with 3.41 and STRICT tables with 3.37; what else is used here is older. */
const OLDEST_ENGINE = [3, 43] as const;

export type DatabaseClass = typeof Database;

/** Loads the native module on the first use. */
export async function loadEngine(): Promise<DatabaseClass> {
  return (await import('better-sqlite3')).default;
}

/** One SQLite connection with its prepared statements, each made once when first needed. */
export interface Connection extends SqlConnection {
  readonly db: Database.Database;
  readonly Engine: DatabaseClass;
  /** Path for messages. */
  readonly path: string;
  /** How long it waits for another process's lock. */
  readonly busyTimeoutMs: number;
  readonly ends: LedgerEnds;
  get<Row>(sql: Query, ...values: readonly unknown[]): Row | undefined;
  all<Row>(sql: Query, ...values: readonly unknown[]): Row[];
  iterate<Row>(sql: Query, ...values: readonly unknown[]): IterableIterator<Row>;
  run(sql: Query, ...values: readonly unknown[]): number;
  visit<Row>(sql: Query, values: readonly unknown[], see: (row: Row) => void): void;
  statement(sql: Query): Database.Statement;
}

interface ConnectionOptions {
  readonly path: string;
  /** A database file's bytes to read instead of the path, which stays the name in messages. */
  readonly content?: Buffer;
  readonly readOnly: boolean;
  readonly busyTimeoutMs: number | undefined;
}

/** Opens a connection and sets its pragmas, each read back: a build that ignores one is refused. */
export function openConnection(Engine: DatabaseClass, options: ConnectionOptions): Connection {
  const { path } = options;
  const timeout = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS;
  let db: Database.Database;
  try {
    db = new Engine(options.content ?? path, { readonly: options.readOnly, timeout });
  } catch (error) {
    throw storeErrorFrom(error, path);
  }
  try {
    checkEngineVersion(db, path);
    refuseForeign(db, path);
    const mode = db.pragma('journal_mode', { simple: true });
    setPragma(db, path, 'synchronous', 'FULL', 2);
    setPragma(db, path, 'foreign_keys', 'ON', 1);
    setPragma(db, path, 'trusted_schema', 'OFF', 0);
    setPragma(db, path, 'busy_timeout', String(timeout), timeout);
    if (mode !== 'wal' && path !== ':memory:' && !options.readOnly) {
      setPragma(db, path, 'journal_mode', 'WAL', 'wal');
    }
  } catch (error) {
    db.close();
    throw storeErrorFrom(error, path);
  }
  return connectionOf(db, Engine, path, timeout);
}

/** Throws `ledger_not_a_ledger` for a database that is neither ours nor empty, before anything in it changes. */
export function refuseForeign(db: Database.Database, path: string): void {
  const applicationId = db.pragma('application_id', { simple: true });
  if (applicationId === APPLICATION_ID) return;
  const objects = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  if (applicationId !== 0 || objects !== 0) throw notALedger(path);
}

function connectionOf(
  db: Database.Database,
  Engine: DatabaseClass,
  path: string,
  busyTimeoutMs: number,
): Connection {
  const statements = new Map<Query, Database.Statement>();
  const statement = (sql: Query): Database.Statement => {
    let prepared = statements.get(sql);
    if (prepared === undefined) {
      prepared = db.prepare(textOf(sql, SQLITE));
      statements.set(sql, prepared);
    }
    return prepared;
  };
  return {
    dialect: SQLITE,
    db,
    Engine,
    path,
    busyTimeoutMs,
    ends: unknownEnds(),
    statement,
    get: <Row>(sql: Query, ...values: readonly unknown[]) => statement(sql).get(...values) as Row | undefined,
    all: <Row>(sql: Query, ...values: readonly unknown[]) => statement(sql).all(...values) as Row[],
    iterate: <Row>(sql: Query, ...values: readonly unknown[]) =>
      statement(sql).iterate(...values) as IterableIterator<Row>,
    visit: <Row>(sql: Query, values: readonly unknown[], see: (row: Row) => void) => {
      for (const row of statement(sql).iterate(...values)) see(row as Row);
    },
    run: (sql, ...values) => statement(sql).run(...values).changes,
  };
}

function setPragma(
  db: Database.Database,
  path: string,
  name: string,
  value: string,
  expected: string | number,
): void {
  db.pragma(`${name} = ${value}`);
  const actual = db.pragma(name, { simple: true });
  if (actual === expected) return;
  throw new StoreError(
    'ledger_engine',
    `SQLite did not take ${name} = ${value} for ${path} (it says ${actual}).`,
  );
}

function checkEngineVersion(db: Database.Database, path: string): void {
  const version = db.prepare('SELECT sqlite_version()').pluck().get() as string;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > OLDEST_ENGINE[0] || (major === OLDEST_ENGINE[0] && minor >= OLDEST_ENGINE[1])) return;
  throw new StoreError('ledger_engine', `SQLite ${version} is too old for the ledger ${path}.`, {
    hint: `SQLite ${OLDEST_ENGINE.join('.')} or later is needed`,
  });
}

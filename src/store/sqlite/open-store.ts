import { listMigrations } from '../migration-files.ts';
import type { ReadTx, Store, WriteTx } from '../port.ts';
import { StoreError } from '../store-error.ts';
import { BUSY_TIMEOUT_MS, type Connection, type DatabaseClass, loadEngine } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import {
  createLedgerFile,
  type FileSystemType,
  ledgerFileBytes,
  refuseNetworkFileSystem,
} from './ledger-file.ts';
import { migrate, refuseNewer, schemaVersionOf } from './migrations.ts';
import { IN_MEMORY, openForReading } from './open-for-reading.ts';
import { openWriter } from './open-writer.ts';
import { readQueueOn } from './read-queue.ts';
import type { AddUnit } from './savepoint-unit.ts';
import { readsOn } from './sqlite-reads.ts';
import type { RunUnit } from './unit-runner.ts';
import { whileBusy } from './write-lock.ts';
import { writeQueueOn } from './write-queue.ts';

export interface SqliteStoreOptions {
  /** Path of the file, or `:memory:` for an empty ledger that is gone when closed. */
  readonly path: string;
  /** The folder `migrations/sqlite` of the package. */
  readonly migrationsDir: string;
  /** Whether a missing file is made, and a half-made one finished; otherwise `ledger_missing` is thrown. */
  readonly createIfMissing: boolean;
  /** Promises not to write: an older schema is then refused rather than migrated. */
  readonly readOnly?: boolean;
  /** Milliseconds since 1970, for the time a ledger is made or migrated. */
  now(): number;
  /** How long to wait for another process's write; 5000 by default. */
  readonly busyTimeoutMs?: number;
  /** Many small writes from many callers, for as long as it is open. */
  readonly busyWith?: 'small_writes';
  /** Told the path of the copy made before a migration. */
  onBackup?(path: string): void;
  /** For `:memory:`: the bytes of a ledger to begin with, since the migrations take longer than most tests do. */
  readonly content?: Buffer;
  /** How to tell the kind of file system; tests give their own. */
  readonly fileSystemType?: FileSystemType;
}

/**
 * Opens the ledger, making or migrating it when asked to. Throws StoreError when there is none, when the file is
 * something else, newer, locked or out of reach, or when it is on a network file system.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { path, migrationsDir } = options;
  if (path !== IN_MEMORY) {
    const bytes = ledgerFileBytes(path);
    if ((bytes ?? 0) === 0 && !options.createIfMissing) throw missing(path);
    refuseNetworkFileSystem(path, options.fileSystemType);
    if (bytes === null) createLedgerFile(path);
  }
  const Engine = await loadEngine();
  // Two processes that make the same ledger at once meet at the switch to WAL, for which SQLite does not wait.
  const waitMs = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS;
  const connection = await whileBusy(waitMs, () => openForReading(Engine, path, waitMs, options.content));
  try {
    const migrations = listMigrations(migrationsDir);
    refuseNewer(connection, migrations.length);
    const version = schemaVersionOf(connection);
    if (version < migrations.length) {
      refuseToMigrate(version, options);
      const backup = await migrate(connection, migrationsDir, migrations, options.now());
      if (backup !== null) options.onBackup?.(backup);
    }
    if (!options.createIfMissing && isBlank(connection)) throw missing(path);
    if (path === IN_MEMORY) return memoryStore(connection, migrationsDir);
    connection.db.pragma('query_only = ON');
  } catch (error) {
    connection.db.close();
    throw storeErrorFrom(error, path);
  }
  return fileStore(Engine, connection, options);
}

function missing(path: string): StoreError {
  return new StoreError('ledger_missing', `There is no ledger at ${path}.`, {
    hint: 'make one with `loandesk ledger init`, or give its place with --ledger',
  });
}

/**
 * Whether nothing was ever written: its maker was stopped between the schema and the first record. Such a file is
 * no ledger yet; whoever makes ledgers finishes it.
 */
function isBlank(connection: Connection): boolean {
  // Each of them, so that a ledger robbed of its seals is still opened and found damaged.
  const written = 'SELECT 1 FROM policy_versions UNION ALL SELECT 1 FROM audit UNION ALL SELECT 1 FROM seals';
  return connection.get(`${written} LIMIT 1`) === undefined;
}

function refuseToMigrate(version: number, options: SqliteStoreOptions): void {
  if (version === 0 && !options.createIfMissing && options.path !== IN_MEMORY) throw missing(options.path);
  if (!options.readOnly) return;
  throw new StoreError('ledger_older', `The ledger ${options.path} was made by an older loandesk.`, {
    hint: 'bring it up to date with "loandesk ledger migrate"; a copy is made first',
  });
}

/** From this many rows on it is worth starting a thread, which takes as long as writing two thousand. */
const ROWS_FOR_A_THREAD = 5_000;

/** Reads on one connection, writes on another that is opened when first needed. */
function fileStore(Engine: DatabaseClass, reader: Connection, options: SqliteStoreOptions): Store {
  const { path, migrationsDir, busyTimeoutMs } = options;
  const readTx = readsOn(reader, migrationsDir);
  const reads = readQueueOn(reader);
  let writer: Connection | undefined;
  let writerTx: ReadTx | undefined;
  let gathers = false;
  /** Settles when the last thread has ended. */
  let thread: Promise<void> | undefined;
  let isSuited = false;
  const connect = () => {
    writer ??= openWriter(Engine, path, busyTimeoutMs);
    if (!isSuited && (gathers || options.busyWith === 'small_writes')) {
      suitManyUnits(writer);
      isSuited = true;
    }
    writerTx ??= readsOn(writer, migrationsDir);
    return writer;
  };
  const writes = writeQueueOn(connect);
  const runUnit = runnerOnCall(() => ({ connection: writer as Connection, reads: writerTx as ReadTx }));
  const onThread = async <T>(insertCount: number, work: (tx: WriteTx) => Promise<T>): Promise<T> => {
    const { unitOnThread } = await import('./unit-on-thread.ts');
    const local = connect();
    const done = await unitOnThread(
      { local, insertCount },
      (shown) => readsOn(local, migrationsDir, shown),
      work,
    );
    thread = done.ended;
    return done.value;
  };
  const writeBy =
    (add: AddUnit): Store['write'] =>
    (unit, { dryRun = false, insertCount = 0 } = {}) => {
      if (options.readOnly && !dryRun) return Promise.reject(new Error('the ledger was opened for reading'));
      return add === writes.add && !dryRun && insertCount >= ROWS_FOR_A_THREAD
        ? writes.together(() => onThread(insertCount, unit))
        : add(() => runUnit(unit), dryRun);
    };
  return {
    read: (query) => reads.add(() => query(readTx)),
    write: writeBy(writes.add),
    together: (work) => {
      gathers = true;
      return writes.together((add) =>
        work({ read: (query) => add(() => query(writerTx as ReadTx), true), write: writeBy(add) }),
      );
    },
    changeMark: () => changeMarkOf(reader),
    close: async () => {
      await writes.idle();
      await reads.idle();
      await thread;
      writer?.db.close();
      reader.db.close();
    },
  };
}

/** Within a transaction SQLite tells of its snapshot, which may have been overtaken. */
function changeMarkOf(reader: Connection): number | null {
  if (reader.db.inTransaction) return null;
  return reader.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? null;
}

/** Pages of 4 KiB the log may hold before they are brought into the file: 16 MB. */
const PAGES_IN_LOG = 4000;

/**
 * Many units touch the same pages again and again: gathered in the log for longer they are brought into the file once,
 * which costs two waits for the disk. A commit is durable as before: it ends with the log on the disk.
 */
function suitManyUnits({ db }: Connection): void {
  db.pragma(`wal_autocheckpoint = ${PAGES_IN_LOG}`);
}

/** One connection for both, and one queue, since what is in memory cannot be seen from another connection. */
function memoryStore(connection: Connection, migrationsDir: string): Store {
  const readTx = readsOn(connection, migrationsDir);
  const queue = writeQueueOn(() => connection);
  const runUnit = runnerOnCall(() => ({ connection, reads: readTx }));
  const storeBy = (add: AddUnit): Pick<Store, 'read' | 'write'> => ({
    read: (query) => add(() => query(readTx), true),
    write: (unit, how) => add(() => runUnit(unit), how?.dryRun ?? false),
  });
  return {
    ...storeBy(queue.add),
    together: (work) => queue.together((add) => work(storeBy(add))),
    // Its own commits do not change what SQLite tells it.
    changeMark: () => null,
    close: async () => {
      await queue.idle();
      connection.db.close();
    },
  };
}

/** What writes is loaded with the first unit: most commands only read. */
function runnerOnCall(place: () => { readonly connection: Connection; readonly reads: ReadTx }): RunUnit {
  let runUnit: RunUnit | undefined;
  return async (work) => {
    if (runUnit === undefined) {
      const { unitRunner } = await import('./unit-runner.ts');
      const { connection, reads } = place();
      runUnit = unitRunner(connection, reads);
    }
    return runUnit(work);
  };
}

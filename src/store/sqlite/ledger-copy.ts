import { closeSync, fsyncSync, openSync, readSync, rmSync } from 'node:fs';
import { listMigrations } from '../migration-files.ts';
import type { ReadTx } from '../port.ts';
import { StoreError } from '../store-error.ts';
import {
  BUSY_TIMEOUT_MS,
  type Connection,
  type DatabaseClass,
  loadEngine,
  openConnection,
} from './connection.ts';
import { notALedger, storeErrorFrom } from './engine-error.ts';
import { ledgerFileBytes } from './ledger-file.ts';
import { refuseNewer, schemaVersionOf } from './migrations.ts';
import { openForReading } from './open-for-reading.ts';
import { readsOn } from './sqlite-reads.ts';
import { whileBusy } from './write-lock.ts';

/** Pages of one step of a copy, between which other work of the process goes on. */
const PAGES_A_STEP = 10_000;
/** Where a file says how it is journaled, and the value for a rollback journal. */
const JOURNAL_VERSION_OFFSET = 18;
const ROLLBACK_JOURNAL = 1;

/**
 * Copies the ledger at `from`, as it is at this moment and whoever writes to it meanwhile, to the new file `to`,
 * which only its owner may read. The copy is one file with nothing in a log beside it, and on the disk when this
 * resolves. Throws StoreError, and leaves nothing, when `from` is no ledger or `to` cannot be written.
 */
export async function copyLedger(from: string, to: string): Promise<void> {
  if ((ledgerFileBytes(from) ?? 0) === 0) throw notALedger(from);
  const Engine = await loadEngine();
  const source = await whileBusy(BUSY_TIMEOUT_MS, () => openSource());
  try {
    if (schemaVersionOf(source) === 0) throw notALedger(from);
    makeEmptyFile(to);
    try {
      await copyPages(source, to);
      settle(Engine, to);
    } catch (error) {
      for (const end of ['', '-journal']) rmSync(`${to}${end}`, { force: true });
      throw storeErrorFrom(error, to);
    }
  } finally {
    source.db.close();
  }

  /** A backup is only read: the other way of opening would turn its journal into a log. */
  function openSource(): Connection {
    if (!hasRollbackJournal(from)) return openForReading(Engine, from, BUSY_TIMEOUT_MS);
    return openConnection(Engine, { path: from, readOnly: true, busyTimeoutMs: BUSY_TIMEOUT_MS });
  }
}

/**
 * Answers `query` from a copy, which is left as it is. Throws StoreError when it is no ledger, of a newer schema, or
 * of an older one, which cannot be checked as it stands.
 */
export async function readLedgerCopy<T>(
  path: string,
  migrationsDir: string,
  query: (tx: ReadTx) => Promise<T>,
): Promise<T> {
  const connection = openConnection(await loadEngine(), {
    path,
    readOnly: true,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  });
  try {
    const known = listMigrations(migrationsDir).length;
    refuseNewer(connection, known);
    if (schemaVersionOf(connection) < known) {
      throw new StoreError('ledger_older', `The ledger ${path} was made by an older loandesk.`);
    }
    connection.run('BEGIN');
    return await query(readsOn(connection, migrationsDir));
  } catch (error) {
    throw storeErrorFrom(error, path);
  } finally {
    connection.db.close();
  }
}

/** Turns a ledger that nobody has open into one file with nothing beside it, on the disk when this resolves. */
export async function settleLedger(path: string): Promise<void> {
  settle(await loadEngine(), path);
}

/** Within one snapshot: a copy that begins anew whenever another process writes would never end on a busy day. */
async function copyPages(source: Connection, to: string): Promise<void> {
  source.run('BEGIN');
  source.get('SELECT count(*) FROM sqlite_schema');
  await source.db.backup(to, { progress: () => PAGES_A_STEP });
  source.run('COMMIT');
}

function settle(Engine: DatabaseClass, path: string): void {
  const copy = new Engine(path);
  try {
    const mode = copy.pragma('journal_mode = DELETE', { simple: true });
    if (mode !== 'delete') throw new StoreError('ledger_busy', `Another program has ${path} open.`);
  } finally {
    copy.close();
  }
  syncFile(path);
}

function hasRollbackJournal(path: string): boolean {
  const descriptor = openSync(path, 'r');
  try {
    const version = Buffer.alloc(1);
    readSync(descriptor, version, 0, 1, JOURNAL_VERSION_OFFSET);
    return version[0] === ROLLBACK_JOURNAL;
  } finally {
    closeSync(descriptor);
  }
}

function makeEmptyFile(path: string): void {
  closeSync(openSync(path, 'wx', 0o600));
}

function syncFile(path: string): void {
  const descriptor = openSync(path, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

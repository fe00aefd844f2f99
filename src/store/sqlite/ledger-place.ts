import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import type Database from 'better-sqlite3';
import { StoreError } from '../store-error.ts';
import { loadEngine } from './connection.ts';

/** Files the engine keeps beside a ledger: what is in them belongs to that ledger and to no other. */
const BESIDE = ['-wal', '-shm', '-journal'];
/** File systems without hard links say so in these ways. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

/** Gives a whole file its name, never over another; false when the name is taken. */
export function nameNewFile(part: string, target: string): boolean {
  try {
    addName(part, target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  rmSync(part);
  syncFolderOf(target);
  return true;
}

/**
 * Puts the whole file `part` in the place of the ledger at `path`, in one step: whoever looks, and whatever stops it,
 * finds the one or the other. What was there is kept as `PATH.replaced`, with a number when that name is taken;
 * answers that name, or null when nothing was there. Throws `ledger_busy` when another program has the ledger open.
 */
export async function replaceLedger(part: string, path: string): Promise<string | null> {
  const beside = () => BESIDE.filter((end) => existsSync(`${path}${end}`));
  const replaced = existsSync(path) || beside().length > 0 ? freeName(`${path}.replaced`) : null;
  const held = existsSync(path) ? await holdAlone(path) : null;
  try {
    if (replaced !== null) {
      if (existsSync(path)) addName(path, replaced);
      // Only of a ledger too damaged to be opened, or of one that is gone: else the engine has cleared them away.
      for (const end of beside()) {
        addName(`${path}${end}`, `${replaced}${end}`);
        rmSync(`${path}${end}`);
      }
      syncFolderOf(path);
    }
    renameSync(part, path);
    syncFolderOf(path);
  } finally {
    held?.close();
  }
  return replaced;
}

/**
 * Keeps others out of the ledger and brings what is in its log into the file, for which the engine wants it to
 * itself. null: it is too damaged to be opened, so that nobody has it open.
 */
async function holdAlone(path: string): Promise<Database.Database | null> {
  const Engine = await loadEngine();
  let db: Database.Database | null = null;
  try {
    db = new Engine(path, { timeout: 0 });
    const settled = db.pragma('journal_mode = DELETE', { simple: true }) === 'delete';
    if (settled) db.exec('BEGIN EXCLUSIVE');
    // Another may have opened it between the two, which would have brought the log back.
    if (!settled || db.pragma('journal_mode', { simple: true }) !== 'delete') throw inUse(path);
    return db;
  } catch (error) {
    db?.close();
    const { code } = error as { code?: unknown };
    if (/^SQLITE_(BUSY|LOCKED)/.test(String(code))) throw inUse(path, error);
    if (error instanceof StoreError) throw error;
    return null;
  }
}

function inUse(path: string, cause?: unknown): StoreError {
  return new StoreError('ledger_busy', `Another program has the ledger ${path} open.`, {
    cause,
    hint: 'end it first ("loandesk serve", say), then try again',
  });
}

function freeName(wanted: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!['', ...BESIDE].some((end) => existsSync(`${name}${end}`))) return name;
  }
}

/** A second name for a file, or where the file system has none, a copy of it. */
function addName(path: string, name: string): void {
  try {
    linkSync(path, name);
  } catch (error) {
    if (!NO_LINKS.has(String((error as NodeJS.ErrnoException).code))) throw error;
    copyFileSync(path, name, constants.COPYFILE_EXCL);
  }
}

/** A new name in a folder is on the disk only when the folder is. */
function syncFolderOf(path: string): void {
  try {
    const descriptor = openSync(dirname(resolve(path)), 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows opens no folders, and some file systems sync none; the file itself is synced.
  }
}

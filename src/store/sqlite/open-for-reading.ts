import { readFileSync, statSync } from 'node:fs';
import { StoreError } from '../store-error.ts';
import { type Connection, type DatabaseClass, openConnection } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import { isWritable } from './ledger-file.ts';

export const IN_MEMORY = ':memory:';

/** Bytes 18 and 19 of the header say how the file is journaled: 1 for a rollback journal, 2 for WAL. */
const JOURNAL_VERSION_OFFSETS = [18, 19];
const ROLLBACK_JOURNAL = 1;

/** Why a file cannot be opened in one way and may be in the next. */
const NEXT_WAY = new Set<string>(['ledger_unwritable', 'ledger_unreadable', 'ledger_disk_full']);

/**
 * Opens for writing, since even a reader in WAL mode needs the shared memory file beside the ledger and leaves none
 * behind when it may write. Where it may not, and where nothing can be made beside the file (a backup on a read-only
 * medium, a full disk), reads the whole file into memory, or, when some of it is in the log, opens for reading.
 */
export function openForReading(
  Engine: DatabaseClass,
  path: string,
  busyTimeoutMs: number | undefined,
  memory?: Buffer,
): Connection {
  const forWriting = () => openConnection(Engine, { path, readOnly: false, busyTimeoutMs });
  const readOnly = () => openConnection(Engine, { path, readOnly: true, busyTimeoutMs });
  const inMemory = () =>
    openConnection(Engine, { path, content: contentOf(path), readOnly: true, busyTimeoutMs });
  if (path === IN_MEMORY)
    return openConnection(Engine, { path, content: memory, readOnly: false, busyTimeoutMs });
  const withoutWriting = hasLog(path) ? readOnly : inMemory;
  // The engine would leave files beside one that may only be read, as unwritable as it, and they would still be
  // in the way when it may be written again.
  return firstThatOpens(isWritable(path) ? [forWriting, withoutWriting] : [withoutWriting]);
}

function firstThatOpens(ways: readonly (() => Connection)[]): Connection {
  let failure: unknown;
  for (const way of ways) {
    try {
      return way();
    } catch (error) {
      failure ??= error;
      if (!(error instanceof StoreError)) throw error;
      if (!NEXT_WAY.has(error.code)) throw error;
    }
  }
  throw failure;
}

/** Whether some of the ledger is in a log beside it. */
function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * The file as one that needs no log beside it: all of it is in the file when there is no such log. Throws
 * `ledger_busy` when another program changes the file while it is read.
 */
function contentOf(path: string): Buffer {
  try {
    const before = statSync(path);
    const content = readFileSync(path);
    const after = statSync(path);
    if (hasLog(path) || after.mtimeMs !== before.mtimeMs || after.size !== before.size) {
      throw Object.assign(new Error('the file changed'), { code: 'SQLITE_BUSY' });
    }
    for (const offset of JOURNAL_VERSION_OFFSETS) content[offset] = ROLLBACK_JOURNAL;
    return content;
  } catch (error) {
    throw storeErrorFrom(error, path);
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { StoreError } from '../store-error.ts';
import { type Connection, type DatabaseClass, openConnection } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';

export const IN_MEMORY = ':memory:';

/** Bytes 18 and 19 of the header say how the file is journaled: 1 for a rollback journal, 2 for WAL. */
const JOURNAL_VERSION_OFFSETS = [18, 19];
const ROLLBACK_JOURNAL = 1;

/**
 * Opens for writing, since even a reader in WAL mode needs the shared memory file beside the ledger and leaves none
 * behind when it may write. Where it may not, opens for reading; and where there is nothing beside the file and
 * nothing may be made there (a backup on a read-only medium), reads the whole file into memory.
 */
export function openForReading(
  Engine: DatabaseClass,
  path: string,
  busyTimeoutMs: number | undefined,
): Connection {
  const ways = [
    () => openConnection(Engine, { path, readOnly: false, busyTimeoutMs }),
    () => openConnection(Engine, { path, readOnly: true, busyTimeoutMs }),
    () => openConnection(Engine, { path, content: contentOf(path), readOnly: true, busyTimeoutMs }),
  ];
  const usable = path === IN_MEMORY ? 1 : existsSync(`${path}-wal`) ? 2 : 3;
  let failure: unknown;
  for (const way of ways.slice(0, usable)) {
    try {
      return way();
    } catch (error) {
      failure ??= error;
      if (!(error instanceof StoreError)) throw error;
      if (error.code !== 'ledger_unwritable' && error.code !== 'ledger_unreadable') throw error;
    }
  }
  throw failure;
}

/** The file as one that needs no log beside it: all of it is in the file when there is no such log. */
function contentOf(path: string): Buffer {
  try {
    const content = readFileSync(path);
    for (const offset of JOURNAL_VERSION_OFFSETS) content[offset] = ROLLBACK_JOURNAL;
    return content;
  } catch (error) {
    throw storeErrorFrom(error, path);
  }
}

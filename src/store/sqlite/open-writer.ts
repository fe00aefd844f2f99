import { type Connection, type DatabaseClass, openConnection } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import { isWritable } from './ledger-file.ts';

/**
 * Opens a connection that writes. Asks the file system first: the engine opens a read-only file all the same and leaves
 * files beside it.
 */
export function openWriter(
  Engine: DatabaseClass,
  path: string,
  busyTimeoutMs: number | undefined,
): Connection {
  if (!isWritable(path)) throw storeErrorFrom({ code: 'SQLITE_READONLY' }, path);
  const writer = openConnection(Engine, { path, readOnly: false, busyTimeoutMs });
  // What a statement keeps of the pages it changes, to undo itself: in a file it is a fifth of an import's time.
  writer.db.pragma('temp_store = MEMORY');
  return writer;
}

/** Memory for pages of a connection that writes many rows: what up to a hundred thousand payments need. */
const MANY_ROWS_KIB = 32 * 1024;
/** What goes up and down in the indexes for each payment more. */
const KIB_A_ROW = 0.25;
const MOST_KIB = 256 * 1024;

/**
 * Gives a connection room for `insertCount` rows, or for many. Payments, their entries and the keys of rows go to as
 * many places as there are loans: pages that do not fit are written to the log and read again and again, which costs
 * half as much as all the rest.
 */
export function makeRoom({ db }: Connection, insertCount = 0): void {
  const kib = Math.min(Math.max(MANY_ROWS_KIB, Math.round(insertCount * KIB_A_ROW)), MOST_KIB);
  // Below zero: KiB, not pages.
  db.pragma(`cache_size = ${-kib}`);
}

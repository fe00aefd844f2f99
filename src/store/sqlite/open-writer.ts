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

/** Pages kept in memory by a connection that writes many rows, as SQLite has it: KiB below zero. 32 MB. */
const MANY_PAGES = -32_768;

/**
 * Gives a connection room for many rows. Payments, their entries and the keys of rows go to as many places as there are loans: pages that do not fit are
 * written to the log and read again and again, which costs half as much as all the rest.
 */
export function makeRoom({ db }: Connection): void {
  db.pragma(`cache_size = ${MANY_PAGES}`);
}

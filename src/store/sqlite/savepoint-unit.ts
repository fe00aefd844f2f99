import type { Connection } from './connection.ts';
import { forgetEnds } from './ledger-ends.ts';

/** A unit of work on the connection that writes. */
export type UnitWork<T> = (connection: Connection) => Promise<T>;

/** Has a unit carried out; `dryRun`: undone at once, its answer still given. */
export type AddUnit = <T>(unit: UnitWork<T>, dryRun: boolean) => Promise<T>;

/** What one unit of a transaction came to. */
export type UnitAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: unknown };

/**
 * Runs a unit within its savepoint of the open transaction; one that throws or is a dry run is undone by itself.
 * Throws what ended the whole transaction, such as a full disk.
 */
export async function runWithinSavepoint<T>(
  connection: Connection,
  unit: UnitWork<T>,
  dryRun: boolean,
): Promise<UnitAnswer<T>> {
  connection.run('SAVEPOINT unit');
  const answer = await runAlone(connection, unit);
  if (!answer.ok || dryRun) {
    connection.run('ROLLBACK TO unit');
    forgetEnds(connection.ends);
  }
  connection.run('RELEASE unit');
  return answer;
}

/**
 * Runs a unit that has the open transaction to itself: the caller undoes all of it when it threw. A savepoint would keep
 * a copy of every page it touches, which is a quarter of the time of an import. Throws as `runWithinSavepoint` does.
 */
export async function runAlone<T>(connection: Connection, unit: UnitWork<T>): Promise<UnitAnswer<T>> {
  try {
    return { ok: true, value: await unit(connection) };
  } catch (error) {
    if (!connection.db.inTransaction) throw error;
    return { ok: false, error };
  }
}

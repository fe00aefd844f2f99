import type { ReadTx } from '../port.ts';
import { readTxOn } from '../sql/read-tx.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import type { Connection } from './connection.ts';

/**
 * All reads of the port over one connection to a SQLite ledger; `shown`: what shows more than it, the rows a unit writes
 * on another thread.
 */
export function readsOn(
  connection: Connection,
  migrationsDir: string,
  shown: SqlConnection = connection,
): ReadTx {
  return readTxOn(shown, {
    site: { kind: 'sqlite', location: connection.path },
    migrationsDir,
    faults: async () => (await import('./engine-faults.ts')).engineFaults(connection, migrationsDir),
  });
}

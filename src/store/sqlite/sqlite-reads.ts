import type { ReadTx } from '../port.ts';
import { readTxOn } from '../sql/read-tx.ts';
import type { Connection } from './connection.ts';

/** All reads of the port over one connection to a SQLite ledger. */
export function readsOn(connection: Connection, migrationsDir: string): ReadTx {
  return readTxOn(connection, {
    site: { kind: 'sqlite', location: connection.path },
    migrationsDir,
    faults: async () => (await import('./engine-faults.ts')).engineFaults(connection, migrationsDir),
  });
}

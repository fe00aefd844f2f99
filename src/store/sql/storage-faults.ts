import { keptFormsFaults } from './kept-forms-faults.ts';
import { keptSumsFaults } from './kept-sums-faults.ts';
import { originFaults } from './origin-faults.ts';
import type { SqlConnection } from './sql-connection.ts';

/** All that is checked of how the ledger was made and of what is kept beside the rows it is made from. */
export async function storageFaults(connection: SqlConnection, migrationsDir: string): Promise<string[]> {
  return [
    ...(await originFaults(connection, migrationsDir)),
    ...(await keptFormsFaults(connection)),
    ...(await keptSumsFaults(connection)),
  ];
}

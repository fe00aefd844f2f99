import type { SqlConnection } from '../sql/sql-connection.ts';

/** What the server finds wrong. */
export async function engineFaults(_connection: SqlConnection, _migrationsDir: string): Promise<string[]> {
  return [];
}

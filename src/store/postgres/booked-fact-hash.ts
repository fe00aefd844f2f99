import { FACT_FIELDS, factHash } from '../sealing.ts';
import { BOOKED_FACTS } from '../sql/booked-facts.ts';
import { selectList } from '../sql/columns.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';

/** Hash of the fact an entry books; null when there is none of that id. */
export async function bookedFactHash(connection: SqlConnection, eventId: string): Promise<string | null> {
  for (const { kind, table, idColumn } of BOOKED_FACTS) {
    const row = await connection.get<object>(
      `SELECT ${selectList('t', FACT_FIELDS[kind])} FROM ${table} t WHERE t.${idColumn} = ?`,
      eventId,
    );
    if (row !== undefined) return factHash(kind, row).toString('hex');
  }
  return null;
}

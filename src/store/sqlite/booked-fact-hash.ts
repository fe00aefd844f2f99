import { FACT_FIELDS, factHash } from '../sealing.ts';
import { BOOKED_FACTS } from '../sql/booked-facts.ts';
import { selectList } from '../sql/columns.ts';
import type { Connection } from './connection.ts';

const BY_ID = BOOKED_FACTS.map(({ kind, table, idColumn }) => ({
  kind,
  sql: `SELECT ${selectList('t', FACT_FIELDS[kind])} FROM ${table} t WHERE t.${idColumn} = ?`,
}));

/** Hash of the fact an entry books; null when there is none of that id. */
export function bookedFactHash(connection: Connection, eventId: string): string | null {
  for (const { kind, sql } of BY_ID) {
    const row = connection.get<object>(sql, eventId);
    if (row !== undefined) return factHash(kind, row).toString('hex');
  }
  return null;
}

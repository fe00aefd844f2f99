import { FACT_FIELDS, factHash } from '../sealing.ts';
import { selectList } from './columns.ts';
import type { Connection } from './connection.ts';

/** The kinds of facts entries book, where each is kept, and the column an entry's `event_id` is found in. */
export const BOOKED_FACTS = [
  { kind: 'payment', table: 'payments', idColumn: 'payment_id' },
  { kind: 'disbursement', table: 'disbursements', idColumn: 'disbursement_reference' },
  { kind: 'write_off', table: 'write_offs', idColumn: 'write_off_id' },
  { kind: 'refund', table: 'refunds', idColumn: 'refund_id' },
  { kind: 'held_row', table: 'held_rows', idColumn: 'held_id' },
  { kind: 'held_step', table: 'held_steps', idColumn: 'step_id' },
] as const;

/** Hash of the fact an entry books; null when there is none of that id. */
export function bookedFactHash(connection: Connection, eventId: string): string | null {
  for (const { kind, table, idColumn } of BOOKED_FACTS) {
    const row = connection.get<object>(
      `SELECT ${selectList('t', FACT_FIELDS[kind])} FROM ${table} t WHERE t.${idColumn} = ?`,
      eventId,
    );
    if (row !== undefined) return factHash(kind, row).toString('hex');
  }
  return null;
}

import type { FindReader, FoundKind, FoundRow, Sought } from '../find-port.ts';
import type { Connection } from './connection.ts';
import { FIND_SOURCES, type FindSource } from './find-sources.ts';

/** Looks through all there is, kind by kind. */
export function findReader(connection: Connection): FindReader['find'] {
  return { rows: async (kind, sought, limit) => rowsOf(connection, kind, sought, limit) };
}

/** Goes on to the next way of answering only while there is room: what answers by its id comes first. */
function rowsOf(connection: Connection, kind: FoundKind, sought: Sought, limit: number): FoundRow[] {
  const found = new Map<string, FoundRow>();
  for (const source of FIND_SOURCES[kind]) {
    if (found.size >= limit) break;
    for (const row of read(connection, source, sought, limit)) {
      if (found.size < limit && !found.has(row.id)) found.set(row.id, row);
    }
  }
  return [...found.values()];
}

function read(
  connection: Connection,
  { matched, of, select, from, where, order }: FindSource,
  sought: Sought,
  limit: number,
): readonly FoundRow[] {
  const values = of(sought);
  if (values === null) return [];
  const rows = connection.all<Omit<FoundRow, 'matched'>>(
    `SELECT ${select} FROM ${from} WHERE ${where(sought)} ORDER BY ${order} LIMIT ${limit}`,
    ...values,
  );
  return rows.map((row) => ({ ...row, matched }));
}

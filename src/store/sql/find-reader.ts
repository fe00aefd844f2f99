import type { FindReader, FoundKind, FoundRow, Sought } from '../find-port.ts';
import { FIND_SOURCES, type FindSource } from './find-sources.ts';
import { partIn } from './list-page.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Looks through all there is, kind by kind. */
export function findReader(connection: SqlConnection): FindReader['find'] {
  return { rows: async (kind, sought, limit) => rowsOf(connection, kind, sought, limit) };
}

/** Goes on to the next way of answering only while there is room: what answers by its id comes first. */
async function rowsOf(
  connection: SqlConnection,
  kind: FoundKind,
  sought: Sought,
  limit: number,
): Promise<FoundRow[]> {
  const found = new Map<string, FoundRow>();
  for (const source of FIND_SOURCES[kind]) {
    if (found.size >= limit) break;
    for (const row of await read(connection, source, sought, limit)) {
      if (found.size < limit && !found.has(row.id)) found.set(row.id, row);
    }
  }
  return [...found.values()];
}

async function read(
  connection: SqlConnection,
  { matched, of, select, from, where, order }: FindSource,
  sought: Sought,
  limit: number,
): Promise<readonly FoundRow[]> {
  const values = of(sought);
  if (values === null) return [];
  const { dialect } = connection;
  const rows = await connection.all<Omit<FoundRow, 'matched'>>(
    `SELECT ${select} FROM ${partIn(from, dialect)} WHERE ${where(sought, dialect)} ORDER BY ${partIn(order, dialect)} LIMIT ${limit}`,
    ...values,
  );
  return rows.map((row) => ({ ...row, matched }));
}

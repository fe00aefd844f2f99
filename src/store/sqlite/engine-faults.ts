import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listMigrations } from '../migration-files.ts';
import type { Connection } from './connection.ts';

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

const SCHEMA = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";

/**
 * What the engine finds wrong: damaged pages and indexes, references to nothing, and tables, triggers or indexes
 * that are not as the migrations make them. Empty when all is well.
 */
export function engineFaults(connection: Connection, migrationsDir: string): string[] {
  const faults: string[] = [];
  for (const row of connection.db.pragma('integrity_check') as { integrity_check: string }[]) {
    if (row.integrity_check !== 'ok') faults.push(row.integrity_check);
  }
  for (const row of connection.db.pragma('foreign_key_check') as { table: string; parent: string }[]) {
    faults.push(`a row of ${row.table} points to a row of ${row.parent} that does not exist`);
  }
  const expected = new Map(expectedSchema(connection, migrationsDir).map((row) => [row.name, row]));
  const actual = new Map(connection.all<SchemaRow>(SCHEMA).map((row) => [row.name, row]));
  for (const [name, row] of expected) {
    const found = actual.get(name);
    if (found === undefined) faults.push(`${row.type} ${name} is missing`);
    else if (found.sql !== row.sql) faults.push(`${row.type} ${name} is not as it was made`);
  }
  for (const [name, row] of actual)
    if (!expected.has(name)) faults.push(`${row.type} ${name} does not belong here`);
  return faults;
}

let kept: { readonly migrations: string; readonly schema: readonly SchemaRow[] } | undefined;

/**
 * The schema the migrations make, from an empty ledger in memory. Making it takes ten times as long as all else above
 * on a small ledger, so a process that checks again keeps it for as long as the migrations say the same.
 */
function expectedSchema(connection: Connection, migrationsDir: string): readonly SchemaRow[] {
  const texts = listMigrations(migrationsDir).map(({ name }) =>
    readFileSync(join(migrationsDir, name), 'utf8'),
  );
  const migrations = texts.join('\n');
  if (kept?.migrations === migrations) return kept.schema;
  const db = new connection.Engine(':memory:');
  try {
    for (const text of texts) db.exec(text);
    const schema = db.prepare(SCHEMA).all() as SchemaRow[];
    kept = { migrations, schema };
    return schema;
  } finally {
    db.close();
  }
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listMigrations } from '../migration-files.ts';
import { StoreError } from '../store-error.ts';
import type { PostgresConnection } from './connection.ts';
import { LOCK_MIGRATION } from './locks.ts';

const HAS_MIGRATIONS = `SELECT 1 AS "there" FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relname = 'schema_migrations' AND relkind = 'r'`;
const HAS_TABLES = `SELECT 1 AS "there" FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f') LIMIT 1`;

/** The schema version a ledger has: 0 when there is none. Throws `ledger_not_a_ledger` where others keep their tables. */
export async function schemaVersionOf(connection: PostgresConnection, place: string): Promise<number> {
  if ((await connection.get(HAS_MIGRATIONS)) === undefined) {
    if ((await connection.get(HAS_TABLES)) === undefined) return 0;
    throw notALedger(place);
  }
  const row = await connection.get<{ version: number | null }>(
    'SELECT max(version) AS "version" FROM schema_migrations',
  );
  return row?.version ?? 0;
}

/**
 * Brings the ledger to the newest schema in one transaction, one program at a time; answers the version it had. Throws
 * `ledger_newer` when a later program was there.
 */
export async function migrate(
  connection: PostgresConnection,
  folder: string,
  place: string,
  atMs: number,
): Promise<number> {
  const migrations = listMigrations(folder);
  await connection.run('BEGIN ISOLATION LEVEL READ COMMITTED');
  try {
    await connection.get(LOCK_MIGRATION);
    const before = await schemaVersionOf(connection, place);
    refuseNewer(before, migrations.length, place);
    const at = new Date(atMs).toISOString();
    for (const { version, name } of migrations.slice(before)) {
      const text = readFileSync(join(folder, name), 'utf8');
      await connection.client.query(text);
      const checksum = createHash('sha256').update(text).digest('hex');
      await connection.run(
        'INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)',
        version,
        name,
        checksum,
        at,
      );
      if (version === 1) {
        await connection.run("INSERT INTO ledger_meta (key, value) VALUES ('created_at', ?)", at);
      }
    }
    await connection.run('COMMIT');
    return before;
  } catch (error) {
    await connection.run('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Throws `ledger_newer` when the ledger was made by a later program. */
export function refuseNewer(version: number, known: number, place: string): void {
  if (version <= known) return;
  throw new StoreError(
    'ledger_newer',
    `The ledger ${place} was made by a newer loandesk (its schema is ${version}, this one knows ${known}).`,
    { hint: 'install a newer loandesk' },
  );
}

function notALedger(place: string): StoreError {
  return new StoreError('ledger_not_a_ledger', `${place} is a database of something else.`, {
    hint: 'give a ledger a database, or a schema, of its own',
  });
}

import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Migration } from '../migration-files.ts';
import { StoreError } from '../store-error.ts';
import { APPLICATION_ID, type Connection, refuseForeign } from './connection.ts';
import { storeErrorFrom } from './engine-error.ts';
import { beginImmediate } from './write-lock.ts';

/** The schema version a ledger has: 0 when it is empty. */
export function schemaVersionOf(connection: Connection): number {
  return connection.db.pragma('user_version', { simple: true }) as number;
}

/** Throws `ledger_newer` when the ledger was made by a later program. */
export function refuseNewer(connection: Connection, known: number): void {
  const version = schemaVersionOf(connection);
  if (version <= known) return;
  throw new StoreError(
    'ledger_newer',
    `The ledger ${connection.path} was made by a newer loandesk (its schema is ${version}, this one knows ${known}).`,
    { hint: 'install a newer loandesk' },
  );
}

/**
 * Brings the ledger to the newest schema, all or nothing. A ledger that has data is copied beside itself first;
 * answers the path of that copy, or null.
 */
export async function migrate(
  connection: Connection,
  folder: string,
  migrations: readonly Migration[],
  atMs: number,
): Promise<string | null> {
  const { db, path } = connection;
  const before = schemaVersionOf(connection);
  if (before >= migrations.length) return null;
  const backup = before > 0 && path !== ':memory:' ? await copyAside(connection, before) : null;
  try {
    await beginImmediate(connection);
    refuseForeign(db, path);
    const at = new Date(atMs).toISOString();
    // Another process may have migrated between the look and the lock.
    for (const { version, name } of migrations.slice(schemaVersionOf(connection))) {
      const text = readFileSync(join(folder, name), 'utf8');
      db.exec(text);
      const checksum = createHash('sha256').update(text).digest('hex');
      db.prepare('INSERT INTO schema_migrations VALUES (?, ?, ?, ?)').run(version, name, checksum, at);
      if (version === 1) db.prepare("INSERT INTO ledger_meta VALUES ('created_at', ?)").run(at);
      db.pragma(`user_version = ${version}`);
    }
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw storeErrorFrom(error, path);
  }
  return backup;
}

/**
 * Copies the ledger to `PATH.schema-N.backup`, with a number added rather than over an existing file. The copy is
 * called `….part` until it is whole, so that what is called a backup is one.
 */
async function copyAside(connection: Connection, version: number): Promise<string> {
  const { db, path } = connection;
  for (let attempt = 1; ; attempt++) {
    const target = `${path}.schema-${version}${attempt === 1 ? '' : `-${attempt}`}.backup`;
    const part = `${target}.part`;
    try {
      if (!reserve(part, target)) continue;
      await db.backup(part);
      renameSync(part, target);
    } catch (error) {
      rmSync(part, { force: true });
      throw storeErrorFrom(error, path);
    }
    return target;
  }
}

/** Makes the file `part` for us alone; false when another program has it or has made the backup `target`. */
function reserve(part: string, target: string): boolean {
  try {
    closeSync(openSync(part, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  if (!existsSync(target)) return true;
  rmSync(part);
  return false;
}

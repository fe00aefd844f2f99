import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDate } from '../../domain/dates.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { listMigrations } from '../migration-files.ts';
import type { AccountName } from '../records.ts';
import { accountIdOf } from './account-ids.ts';
import { EARLIER_RULES_KEY } from './servicing-reader.ts';
import type { SqlConnection } from './sql-connection.ts';

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly appliedAt: string;
}

/**
 * What a ledger says of how it was made, where that is not so: its migrations are those of this program, each once
 * and in order, it was made when the first of them was applied, and its accounts have their names. No audit record
 * vouches for these rows.
 */
export async function originFaults(connection: SqlConnection, migrationsDir: string): Promise<string[]> {
  const applied = await appliedMigrations(connection);
  return [
    ...migrationFaults(applied, migrationsDir),
    ...(await metaFaults(connection, applied)),
    ...(await accountFaults(connection)),
  ];
}

function migrationFaults(applied: readonly AppliedMigration[], migrationsDir: string): string[] {
  const faults: string[] = [];
  const known = listMigrations(migrationsDir);
  for (const { version, name } of known) {
    const row = applied.find((one) => one.version === version);
    const checksum = createHash('sha256')
      .update(readFileSync(join(migrationsDir, name), 'utf8'))
      .digest('hex');
    if (row === undefined) faults.push(`schema migration ${version} is not recorded`);
    else if (row.name !== name || row.checksum !== checksum) {
      faults.push(`schema migration ${version} is recorded with another name or content`);
    }
  }
  for (const { version } of applied.slice(known.length)) {
    faults.push(`schema migration ${version} is not one of this program`);
  }
  if (applied.some(({ appliedAt }) => appliedAt !== isoText(appliedAt))) {
    faults.push('a schema migration is recorded with a time that is none');
  }
  return faults;
}

async function metaFaults(
  connection: SqlConnection,
  [first]: readonly AppliedMigration[],
): Promise<string[]> {
  const rows = await connection.all<{ key: string; value: string }>('SELECT key, value FROM ledger_meta');
  const faults = rows
    .filter(({ key, value }) => key !== 'created_at' && !(key === EARLIER_RULES_KEY && isDate(value)))
    .map(({ key }) => `ledger_meta has ${key}, which does not belong there`);
  const made = rows.find(({ key }) => key === 'created_at')?.value;
  if (made !== first?.appliedAt) {
    faults.push('the time the ledger says it was made is not that of its first schema migration');
  }
  return faults;
}

function isDate(text: string): boolean {
  return !isRefusal(parseDate(text));
}

async function accountFaults(connection: SqlConnection): Promise<string[]> {
  const rows = await connection.all<{ id: number; name: AccountName }>(
    'SELECT account_id AS id, name FROM accounts',
  );
  return rows
    .filter(({ id, name }) => accountNumberOf(name) !== id)
    .map(({ id, name }) => `account ${id} is called ${name}, which is another one or none`);
}

function accountNumberOf(name: AccountName): number | null {
  try {
    return accountIdOf(name);
  } catch {
    return null;
  }
}

async function appliedMigrations(connection: SqlConnection): Promise<AppliedMigration[]> {
  return await connection.all<AppliedMigration>(
    'SELECT version, name, checksum, applied_at AS "appliedAt" FROM schema_migrations ORDER BY version',
  );
}

function isoText(text: string): string | null {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

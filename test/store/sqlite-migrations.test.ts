import { cpSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLoan } from './ledger-fixtures.ts';
import { MIGRATIONS_DIR, openLedger, temporaryFolder } from './temporary-ledger.ts';
import { user } from './user-fixtures.ts';

const NEWEST = readdirSync(MIGRATIONS_DIR).filter((name) => name.endsWith('.sql')).length;

describe('migrations of a SQLite ledger', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let path: string;
  let next: string;

  beforeEach(async () => {
    folder = temporaryFolder();
    path = join(folder.path, 'data', 'ledger.db');
    next = join(folder.path, 'migrations');
    cpSync(MIGRATIONS_DIR, next, { recursive: true });
    const store = await openLedger(path);
    await store.write((tx) => openLoan(tx, 'A'));
    await store.close();
  });
  afterEach(() => folder.remove());

  const addMigration = (sql: string) => {
    const count = readdirSync(next).filter((name) => name.endsWith('.sql')).length;
    writeFileSync(join(next, `${String(count).padStart(4, '0')}_later.sql`), sql);
  };
  const query = (file: string, sql: string) => {
    const db = new Database(file, { readonly: true });
    const rows = db.prepare(sql).raw().all();
    db.close();
    return rows;
  };

  it('records each file with its checksum and says when the ledger was made', async () => {
    expect(query(path, 'SELECT version, name, length(checksum), applied_at FROM schema_migrations')).toEqual([
      [1, '0000_first.sql', 64, '2026-03-01T12:00:00.000Z'],
      [2, '0001_users.sql', 64, '2026-03-01T12:00:00.000Z'],
      [3, '0002_access.sql', 64, '2026-03-01T12:00:00.000Z'],
      [4, '0003_kept_sums.sql', 64, '2026-03-01T12:00:00.000Z'],
      [5, '0004_corrections.sql', 64, '2026-03-01T12:00:00.000Z'],
      [6, '0005_no_replacing.sql', 64, '2026-03-01T12:00:00.000Z'],
      [7, '0006_receipts.sql', 64, '2026-03-01T12:00:00.000Z'],
      [8, '0007_finding.sql', 64, '2026-03-01T12:00:00.000Z'],
      [9, '0008_quiet_statements.sql', 64, '2026-03-01T12:00:00.000Z'],
      [10, '0009_servicing.sql', 64, '2026-03-01T12:00:00.000Z'],
      [11, '0010_recognition.sql', 64, '2026-03-01T12:00:00.000Z'],
    ]);
    const store = await openLedger(path);
    const info = await store.read((tx) => tx.info());
    expect(info).toMatchObject({
      schemaVersion: NEWEST,
      createdAt: '2026-03-01T12:00:00.000Z',
      location: path,
    });
    await store.close();
  });

  it('copies a ledger beside itself before it changes its schema', async () => {
    addMigration('CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;');
    const backups: string[] = [];
    const store = await openLedger(path, { migrationsDir: next, onBackup: (made) => backups.push(made) });
    expect((await store.read((tx) => tx.info())).schemaVersion).toBe(NEWEST + 1);
    await store.close();
    expect(backups).toEqual([`${path}.schema-${NEWEST}.backup`]);
    expect(statSync(backups[0] as string).mode & 0o777).toBe(0o600);
    const old = await openLedger(backups[0] as string, { readOnly: true });
    expect((await old.read((tx) => tx.info())).counts.loans).toBe(1);
    await old.close();
    const again = await openLedger(path, { migrationsDir: next, onBackup: (made) => backups.push(made) });
    await again.close();
    expect(backups).toHaveLength(1);
  });

  it('never writes a copy over another', async () => {
    writeFileSync(`${path}.schema-${NEWEST}.backup`, 'mine');
    addMigration('CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;');
    const backups: string[] = [];
    await (await openLedger(path, { migrationsDir: next, onBackup: (made) => backups.push(made) })).close();
    expect(backups).toEqual([`${path}.schema-${NEWEST}-2.backup`]);
  });

  it('applies all of the files or none', async () => {
    addMigration('CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;');
    addMigration('CREATE TABLE latest (id INTEGER PRIMARY KEY) STRICT; INSERT INTO nowhere VALUES (1);');
    await expect(openLedger(path, { migrationsDir: next })).rejects.toThrow('nowhere');
    expect(query(path, "SELECT name FROM sqlite_schema WHERE name LIKE 'late%'")).toEqual([]);
    expect(query(path, 'SELECT count(*) FROM schema_migrations')).toEqual([[NEWEST]]);
    const store = await openLedger(path);
    expect((await store.read((tx) => tx.info())).schemaVersion).toBe(NEWEST);
    await store.close();
  });

  it('brings a ledger of the first schema up to date, with everything in it, and users can then be kept', async () => {
    const first = join(folder.path, 'first');
    cpSync(join(MIGRATIONS_DIR, '0000_first.sql'), join(first, '0000_first.sql'));
    const old = join(folder.path, 'old.db');
    const made = await openLedger(old, { migrationsDir: first });
    await made.write((tx) => openLoan(tx, 'B'));
    const anchor = (await made.read((tx) => tx.info())).anchor;
    await made.close();
    await expect(openLedger(old, { readOnly: true })).rejects.toMatchObject({ code: 'ledger_older' });
    const backups: string[] = [];
    const store = await openLedger(old, { createIfMissing: false, onBackup: (copy) => backups.push(copy) });
    expect(backups).toEqual([`${old}.schema-1.backup`]);
    expect(await store.write((tx) => tx.upsert.users([user('u1')]))).toEqual(['new']);
    await store.read(async (tx) => {
      expect(await tx.info()).toMatchObject({
        schemaVersion: NEWEST,
        counts: { loans: 1, entries: 1 },
        anchor,
      });
      expect(await tx.verification.engineFaults()).toEqual([]);
    });
    await store.close();
    const copy = await openLedger(backups[0] as string, { migrationsDir: first, readOnly: true });
    expect(await copy.read((tx) => tx.info())).toMatchObject({ schemaVersion: 1, anchor });
    await copy.close();
  });

  it('does not migrate what was opened for reading', async () => {
    addMigration('CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;');
    await expect(openLedger(path, { migrationsDir: next, readOnly: true })).rejects.toMatchObject({
      code: 'ledger_older',
    });
    expect(readdirSync(join(folder.path, 'data'))).toEqual(['ledger.db']);
  });

  it('refuses a package with a file missing', async () => {
    writeFileSync(join(next, `${String(NEWEST + 1).padStart(4, '0')}_gap.sql`), 'SELECT 1;');
    await expect(openLedger(path, { migrationsDir: next })).rejects.toThrow('out of order');
  });
});

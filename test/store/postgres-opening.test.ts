import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arrayLiteral } from '../../src/store/postgres/array-literal.ts';
import { placeOf } from '../../src/store/postgres/place.ts';
import { emptyDatabase, hasPostgres, type TestDatabase } from '../postgres/shared-server.ts';
import { writeFirstPolicy } from './ledger-fixtures.ts';
import { temporaryFolder } from './temporary-ledger.ts';
import { openPostgres, POSTGRES_MIGRATIONS } from './temporary-postgres.ts';

const NEWEST = readdirSync(POSTGRES_MIGRATIONS).filter((name) => name.endsWith('.sql')).length;

describe.skipIf(!hasPostgres('opening a ledger in PostgreSQL'))('opening a ledger in PostgreSQL', () => {
  let database: TestDatabase | undefined;
  let client: Client;
  const url = () => (database as TestDatabase).url;

  // The first test of a run starts the server.
  beforeAll(async () => (await emptyDatabase()).drop(), 90_000);
  beforeEach(async () => {
    database = await emptyDatabase();
    client = new Client({ connectionString: url() });
    await client.connect();
  }, 30_000);
  afterEach(async () => {
    await client.end();
    await database?.drop();
  }, 30_000);
  afterAll(() => {
    database = undefined;
  });

  async function found(): Promise<void> {
    const store = await openPostgres(url());
    await writeFirstPolicy(store);
    await store.close();
  }

  it('says that there is none, in an empty database and in one that was never finished', async () => {
    const opening = () => openPostgres(url(), { createIfMissing: false });
    await expect(opening()).rejects.toMatchObject({ code: 'ledger_missing' });
    await (await openPostgres(url())).close();
    await expect(opening()).rejects.toMatchObject({ code: 'ledger_missing' });
    await found();
    await (await opening()).close();
  });

  it('is made once, by however many at the same time', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgres(url())));
    const infos = await Promise.all(stores.map((store) => store.read((tx) => tx.info())));
    expect(infos[0]).toMatchObject({ kind: 'postgres', schemaVersion: NEWEST, location: url() });
    expect(new Set(infos.map((info) => info.createdAt)).size).toBe(1);
    for (const store of stores) await store.close();
  });

  it('refuses a newer schema', async () => {
    await found();
    await client.query(`INSERT INTO schema_migrations VALUES (${NEWEST + 1}, 'later.sql', 'x', 'x')`);
    await expect(openPostgres(url())).rejects.toMatchObject({ code: 'ledger_newer' });
  });

  it('refuses an older schema unless it may migrate, and then does so once', async () => {
    await found();
    const folder = temporaryFolder();
    cpSync(POSTGRES_MIGRATIONS, folder.path, { recursive: true });
    const later = `${String(NEWEST).padStart(4, '0')}_later.sql`;
    writeFileSync(join(folder.path, later), 'CREATE TABLE later (number bigint PRIMARY KEY);');
    const newer = { migrationsDir: folder.path };
    await expect(openPostgres(url(), newer)).rejects.toMatchObject({ code: 'ledger_older' });
    const both = [1, 2].map(() => openPostgres(url(), { ...newer, migrates: true }));
    for (const store of await Promise.all(both)) {
      expect(await store.read((tx) => tx.info())).toMatchObject({ schemaVersion: NEWEST + 1 });
      await store.close();
    }
    await expect(openPostgres(url())).rejects.toMatchObject({ code: 'ledger_newer' });
    folder.remove();
  });

  it('refuses what is something else, and leaves it as it is', async () => {
    await client.query('CREATE TABLE customers (name text)');
    await expect(openPostgres(url())).rejects.toMatchObject({ code: 'ledger_not_a_ledger' });
    const tables = await client.query(
      `SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    expect(tables.rowCount).toBe(1);
  });

  it('does not write where it promised not to', async () => {
    await found();
    const store = await openPostgres(url(), { readOnly: true, createIfMissing: false });
    await expect(store.write((tx) => tx.session.dropPlan('BAT-1'))).rejects.toThrow('opened for reading');
    await store.close();
  });

  it('says which database is missing, and who may not come', async () => {
    const other = url().replace(/[^/]*$/, 'no_such_database');
    await expect(openPostgres(other)).rejects.toMatchObject({ code: 'ledger_missing' });
    const nobody = url().replace('loandesk@', 'nobody_known:secret@');
    const refused = await openPostgres(nobody).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 'ledger_unreadable' });
    expect(String(refused)).not.toContain('secret');
  });
});

describe('what is sent to PostgreSQL', () => {
  it('shows no password of an address', () => {
    expect(placeOf('postgres://mona:p%40ss@db.bank.example:5433/loans?sslmode=require')).toBe(
      'postgres://mona@db.bank.example:5433/loans',
    );
    expect(placeOf('postgres:///loans?host=/run/postgresql')).toBe('postgres:///run/postgresql/loans');
    expect(placeOf('postgres://a:b@c:d@e/f g')).not.toContain('b@c');
  });

  it('writes arrays as the server reads them', () => {
    expect(arrayLiteral([1, -2.5, null, true, 'a', 'say "so"\\', '', 'NULL', Buffer.from([0, 255])])).toBe(
      '{1,-2.5,NULL,1,"a","say \\"so\\"\\\\","","NULL","\\\\x00ff"}',
    );
  });
});

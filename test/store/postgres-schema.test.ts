import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogOf, engineFaults, expectedCatalog } from '../../src/store/postgres/engine-faults.ts';
import * as access from '../../src/store/postgres/schema/access.ts';
import * as corrections from '../../src/store/postgres/schema/corrections.ts';
import * as ledger from '../../src/store/postgres/schema/ledger.ts';
import * as lending from '../../src/store/postgres/schema/lending.ts';
import * as merchants from '../../src/store/postgres/schema/merchants.ts';
import * as receipts from '../../src/store/postgres/schema/receipts.ts';
import * as users from '../../src/store/postgres/schema/users.ts';
import { hasPostgres, type TestDatabase } from '../postgres/shared-server.ts';
import { blankPostgres } from './temporary-postgres.ts';

const TABLES = Object.values({
  ...access,
  ...corrections,
  ...ledger,
  ...lending,
  ...merchants,
  ...receipts,
  ...users,
})
  .filter((value) => value instanceof PgTable)
  .map((table) => getTableConfig(table));

/** Rows of these may change or go: they are no part of the record, or are counted anew. */
const NOT_APPEND_ONLY = [
  'kept_answers',
  'ledger_meta',
  'merchants',
  'orders',
  'planned_files',
  'sign_in_failures',
  'sign_ins',
  'stores',
  'tokens',
  'unsealed',
  'user_flag_counts',
  'user_flags',
  'user_month_sums',
  'user_transactions',
  'users',
];

const CATALOG = new URL('../../migrations/postgres/catalog.txt', import.meta.url);
const MIGRATIONS = fileURLToPath(new URL('.', CATALOG));

describe.skipIf(!hasPostgres('the PostgreSQL schema'))('the PostgreSQL schema', () => {
  let database: TestDatabase | undefined;
  let client: Client;
  beforeAll(async () => {
    database = await blankPostgres();
    client = new Client({ connectionString: database.url });
    await client.connect();
  }, 90_000);
  afterAll(async () => {
    await client?.end();
    await database?.drop();
  });

  const rows = async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows;

  it('has the tables of the drizzle schema', async () => {
    const made = await rows<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );
    expect(made.map(({ name }) => name).sort()).toEqual(TABLES.map(({ name }) => name).sort());
  });

  it.each(TABLES.map((table) => [table.name, table] as const))(
    'has the columns of %s',
    async (name, table) => {
      const actual = await rows<{ name: string; type: string; required: boolean; order: string | null }>(
        `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
         c.collname AS "order"
       FROM pg_attribute a LEFT JOIN pg_collation c ON c.oid = a.attcollation
       WHERE a.attrelid = '${name}'::regclass AND a.attnum > 0 ORDER BY a.attnum`,
      );
      expect(
        actual.map(({ name, type, required, order }) => [
          name,
          order === null ? type : `${type} COLLATE "${order}"`,
          required,
        ]),
      ).toEqual(
        table.columns.map((column) => [column.name, column.getSQLType(), column.notNull || column.primary]),
      );
      const indexes = await rows<{ name: string }>(
        `SELECT indexrelid::regclass AS name FROM pg_index WHERE indrelid = '${name}'::regclass AND NOT indisprimary`,
      );
      const unique = table.columns.filter((column) => column.isUnique).map((column) => column.uniqueName);
      expect(indexes.map((index) => index.name).sort()).toEqual(
        [...table.indexes.map((index) => index.config.name), ...unique].sort(),
      );
    },
  );

  it.each(TABLES.map(({ name }) => name).filter((name) => !NOT_APPEND_ONLY.includes(name)))(
    'refuses to change or remove a row of %s',
    async (name) => {
      const columns = await rows<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = '${name}'::regclass AND attnum > 0`,
      );
      for (const { name: column } of columns) {
        if (name === 'applications' && column === 'status') continue;
        await expect(rows(`UPDATE ${name} SET ${column} = ${column}`)).rejects.toThrow('append-only');
      }
      await expect(rows(`DELETE FROM ${name}`)).rejects.toThrow('append-only');
      await expect(rows(`TRUNCATE ${name} CASCADE`)).rejects.toThrow('append-only');
    },
  );

  it('is what is written beside the migrations, to the letter', async () => {
    const schema = { all: rows, get: async (text: string) => (await rows(text))[0] } as never;
    const made = await catalogOf(schema);
    if (process.env.UPDATE_CATALOG === '1') writeFileSync(CATALOG, `${made.join('\n')}\n`);
    expect(made).toEqual(expectedCatalog(MIGRATIONS));
    await rows('ALTER TABLE payments DISABLE TRIGGER payments_append_only');
    await rows('DROP INDEX payments_by_amount');
    const faults = await engineFaults(schema, MIGRATIONS);
    await rows('ALTER TABLE payments ENABLE TRIGGER payments_append_only');
    expect(faults.map((fault) => fault.slice(0, 60))).toEqual([
      'not as it was made: index CREATE INDEX payments_by_amount ON',
      'not as it was made: trigger CREATE TRIGGER payments_append_o',
      'does not belong here: trigger CREATE TRIGGER payments_append',
    ]);
  });

  it('lets the status of an application change', async () => {
    await expect(rows('UPDATE applications SET status = status')).resolves.toEqual([]);
  });
});

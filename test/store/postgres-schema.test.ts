import { readFileSync } from 'node:fs';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as access from '../../src/store/postgres/schema/access.ts';
import * as corrections from '../../src/store/postgres/schema/corrections.ts';
import * as ledger from '../../src/store/postgres/schema/ledger.ts';
import * as lending from '../../src/store/postgres/schema/lending.ts';
import * as merchants from '../../src/store/postgres/schema/merchants.ts';
import * as receipts from '../../src/store/postgres/schema/receipts.ts';
import * as users from '../../src/store/postgres/schema/users.ts';
import { emptyDatabase, hasPostgres, type TestDatabase } from '../postgres/shared-server.ts';

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

const FIRST = new URL('../../migrations/postgres/0000_first.sql', import.meta.url);

describe.skipIf(!hasPostgres('the PostgreSQL schema'))('the PostgreSQL schema', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await emptyDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(readFileSync(FIRST, 'utf8'));
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
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

  it('lets the status of an application change', async () => {
    await expect(rows('UPDATE applications SET status = status')).resolves.toEqual([]);
  });
});

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseLike, emptyDatabase, hasPostgres, type TestDatabase } from './shared-server.ts';

const isHere = hasPostgres('the PostgreSQL server of the tests');

describe.skipIf(!isHere)('the PostgreSQL server of the tests', () => {
  let empty: TestDatabase;
  beforeAll(async () => {
    empty = await emptyDatabase();
  });
  afterAll(() => empty.drop());

  it('answers, and orders by language unless told otherwise', async () => {
    expect(
      await rows(empty.url, `SELECT 'a' < 'B' AS "byLanguage", 'a' < 'B' COLLATE "C" AS "byBytes"`),
    ).toEqual([{ byLanguage: true, byBytes: false }]);
  });

  it('gives each test a database of its own, copied from one filled once', async () => {
    let fills = 0;
    const fill = async (url: string) => {
      fills += 1;
      await rows(url, 'CREATE TABLE kept AS SELECT 1 AS one');
    };
    const [first, second] = await Promise.all([databaseLike('sample', fill), databaseLike('sample', fill)]);
    await rows(first.url, 'DELETE FROM kept');
    expect(await rows(first.url, 'SELECT one FROM kept')).toEqual([]);
    expect(await rows(second.url, 'SELECT one FROM kept')).toEqual([{ one: 1 }]);
    expect(fills).toBe(1);
    await Promise.all([first.drop(), second.drop()]);
    await expect(rows(first.url, 'SELECT 1')).rejects.toThrow('does not exist');
  });
});

async function rows(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { Client } from 'pg';
import { describe } from 'vitest';
import { type VerifyReport, verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Anchor, Store } from '../../src/store/port.ts';
import { databaseLike, hasPostgres } from '../postgres/shared-server.ts';
import { editCopy } from './edited-ledger.ts';
import type { Engine } from './empty-ledger.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';
import { openPostgres } from './temporary-postgres.ts';

/** A copy of a ledger in the hands of somebody with the engine's own shell. */
export interface OpenToEdits {
  readonly engine: Engine;
  /** Bytes as a literal of the engine's SQL. */
  bytes(hex: string): string;
  run(sql: string): Promise<void>;
  rows<Row>(sql: string): Promise<Row[]>;
}

/** What is done to a copy: statements, of which some are written otherwise in each engine. */
export type Edit = string | ((ledger: OpenToEdits) => string | Promise<void>);

/** A sound ledger, of which copies are edited behind its back. */
export interface SoundLedger {
  /** What is found in a copy that was edited with its triggers out of the way, and has them again. */
  edited(edit: Edit, expect?: Anchor): Promise<VerifyReport>;
  /** The same with the triggers in place; what they let by is done. */
  altered(sql: string): Promise<VerifyReport>;
  remove(): Promise<void>;
}

/** The same tests of a ledger in a file and of one in PostgreSQL. */
export function describeInBoth(what: string, tests: (engine: Engine) => void): void {
  describe(`${what}, in SQLite`, () => tests('sqlite'));
  const inPostgres = `${what}, in PostgreSQL`;
  describe.skipIf(!hasPostgres(inPostgres))(inPostgres, { timeout: 120_000 }, () => tests('postgres'));
}

/** Makes a ledger in which `fill` has written. In PostgreSQL `name` is that of its database: letters and `_`. */
export async function soundLedger(
  engine: Engine,
  name: string,
  fill: (store: Store) => Promise<void>,
): Promise<SoundLedger> {
  return engine === 'sqlite' ? soundFile(fill) : soundDatabase(name, fill);
}

/** Lines of a report as `check: where`. */
export const linesOf = ({ violations }: VerifyReport): string[] =>
  violations.map(({ check, where }) => `${check}: ${where}`);

async function soundFile(fill: (store: Store) => Promise<void>): Promise<SoundLedger> {
  const folder = temporaryFolder();
  const sound = join(folder.path, 'sound.db');
  let copies = 0;
  const store = await openLedger(sound);
  await fill(store);
  await store.close();
  const report = async (edit: Edit, keepsTriggers: boolean, expect?: Anchor): Promise<VerifyReport> => {
    copies += 1;
    const path = join(folder.path, `copy-${copies}.db`);
    const inCopy = (db: Database.Database) =>
      carryOut(edit, {
        engine: 'sqlite',
        bytes: (hex) => `x'${hex}'`,
        run: async (sql) => {
          db.exec(sql);
        },
        rows: async <Row>(sql: string) => db.prepare(sql).all() as Row[],
      });
    await editCopy(sound, path, inCopy, keepsTriggers);
    const opened = await openLedger(path, { createIfMissing: false, readOnly: true });
    try {
      return await verified(opened, expect);
    } finally {
      await opened.close();
    }
  };
  return {
    edited: (edit, expect) => report(edit, false, expect),
    altered: (sql) => report(sql, true),
    remove: async () => folder.remove(),
  };
}

/** Where a database keeps its tables as they were. */
const KEPT = 'as_it_was';

/**
 * There is one database, put back from what is kept beside its tables before each edit: copies of it would take ten
 * times as long. Who alters the schema gets a database of their own.
 */
async function soundDatabase(name: string, fill: (store: Store) => Promise<void>): Promise<SoundLedger> {
  const copied = () =>
    databaseLike(name, async (url) => {
      const store = await openPostgres(url);
      await fill(store);
      await store.close();
    });
  const database = await copied();
  const client = await connected(database.url);
  const tables = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  const each = (text: (table: string) => string) => tables.rows.map((row) => text(row.name)).join('\n');
  await client.query(
    `CREATE SCHEMA ${KEPT}; ${each((table) => `CREATE TABLE ${KEPT}.${table} AS TABLE ${table};`)}`,
  );
  const putBack = each(
    (table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM ${KEPT}.${table};`,
  );
  // What only a superuser may: no trigger runs in this session, nor those that hold references.
  await client.query('SET session_replication_role = replica');
  const store = await openPostgres(database.url, { createIfMissing: false, readOnly: true });
  return {
    edited: async (edit, expect) => {
      await client.query(putBack);
      await carryOut(edit, {
        engine: 'postgres',
        bytes: (hex) => `'\\x${hex}'::bytea`,
        run: async (sql) => {
          await client.query(sql);
        },
        rows: async <Row>(sql: string) => (await client.query(sql)).rows as Row[],
      });
      return verified(store, expect);
    },
    altered: async (sql) => {
      const other = await copied();
      const session = await connected(other.url);
      await session.query(sql);
      await session.end();
      const opened = await openPostgres(other.url, { createIfMissing: false, readOnly: true });
      try {
        return await verified(opened);
      } finally {
        await opened.close();
        await other.drop();
      }
    },
    remove: async () => {
      await store.close();
      await client.end();
      await database.drop();
    },
  };
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

async function carryOut(edit: Edit, ledger: OpenToEdits): Promise<void> {
  const sql = typeof edit === 'string' ? edit : await edit(ledger);
  if (sql !== undefined) await ledger.run(sql);
}

async function verified(store: Store, expect?: Anchor): Promise<VerifyReport> {
  return store.read((tx) => verifyLedger(tx, expect === undefined ? {} : { expect }));
}

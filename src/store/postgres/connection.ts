import type { Writable } from 'node:stream';
import { Query as PgQuery, type PoolClient } from 'pg';
import type { Query } from '../sql/dialect.ts';
import { type CopyingConnection, copyRows } from './copied-rows.ts';
import { POSTGRES } from './postgres-dialect.ts';
import { type SentStatement, sentStatement } from './statements.ts';

/** One connection of the pool, for as long as it is ours. */
export interface PostgresConnection extends CopyingConnection {
  readonly client: PoolClient;
  get<Row>(statement: Query, ...values: readonly unknown[]): Promise<Row | undefined>;
  all<Row>(statement: Query, ...values: readonly unknown[]): Promise<Row[]>;
  run(statement: Query, ...values: readonly unknown[]): Promise<number>;
  visit<Row>(statement: Query, values: readonly unknown[], see: (row: Row) => void): Promise<void>;
}

/** Called before a statement is sent, which waits for what it answers; throws to keep it from being sent. */
export type BeforeStatement = (statement: SentStatement) => Promise<void> | undefined | void;

/** What is read and written over one client. */
export function connectionOn(client: PoolClient, before: BeforeStatement = () => {}): PostgresConnection {
  const send = async (query: Query, values: readonly unknown[]) => {
    const statement = sentStatement(query);
    const wait = before(statement);
    // Not for nothing: what nobody waits for goes out in this turn of the event loop.
    if (wait !== undefined) await wait;
    inOnePacket(client);
    return client.query({ name: statement.name, text: statement.text, values: values.map(bound) });
  };
  return {
    dialect: POSTGRES,
    client,
    get: async <Row>(query: Query, ...values: readonly unknown[]) =>
      (await send(query, values)).rows[0] as Row | undefined,
    all: async <Row>(query: Query, ...values: readonly unknown[]) =>
      (await send(query, values)).rows as Row[],
    run: async (query, ...values) => (await send(query, values)).rowCount ?? 0,
    visit: async (query, values, see) => {
      const statement = sentStatement(query);
      await before(statement);
      await visitRows(client, statement, values.map(bound), see);
    },
    copy: async (target, rows) => {
      await before({ text: target.table, name: undefined, readsSealed: false });
      await copyRows(client, target, rows);
    },
  };
}

const corked = new WeakSet<Writable>();

/**
 * Keeps back what is sent over a client until this turn of the event loop is over: statements nobody waits between
 * go to the server, and wake it, together.
 */
export function inOnePacket(client: PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  setImmediate(() => {
    corked.delete(stream);
    stream.uncork();
  });
}

/** The server knows no numbers that are true or false. */
export function bound(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Sees each row as it arrives; what `see` throws is thrown when the server has said all. */
function visitRows<Row>(
  client: PoolClient,
  { name, text }: SentStatement,
  values: unknown[],
  see: (row: Row) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    inOnePacket(client);
    const query = new PgQuery({ name, text, values });
    let failed: { readonly error: unknown } | undefined;
    query.on('row', (row: Row) => {
      if (failed !== undefined) return;
      try {
        see(row);
      } catch (error) {
        failed = { error };
      }
    });
    query.on('end', () => (failed === undefined ? resolve() : reject(failed.error)));
    query.on('error', reject);
    client.query(query);
  });
}

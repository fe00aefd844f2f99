import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { handOver } from '../postgres/binaries.ts';
import type { PostgresServer } from '../postgres/server.ts';

/** What an import adds to a ledger of loans that were paid out and nothing else: a table, and which rows of it. */
const ADDED = [
  ['payment_batches', ''],
  ['payments', ''],
  ['journal_entries', "WHERE kind = 'payment'"],
  ['postings', 'WHERE entry_number > 1'],
  ['seals', "WHERE kind = 'entry' AND number > 1"],
  ['batch_rows', ''],
] as const;

/** Statements that copy rows into another ledger, from files of the server. */
export type Copies = readonly string[];

/** Has the server write the rows of an import into files of its own. */
export async function copiesOf(url: string, server: PostgresServer): Promise<Copies> {
  const folder = join(server.folder, 'copies');
  mkdirSync(folder, { recursive: true });
  handOver(folder, server.programs);
  return onClient(url, async (client) => {
    const copies: string[] = [];
    for (const [table, where] of ADDED) {
      const file = join(folder, table);
      await client.query(`COPY (SELECT * FROM ${table} ${where}) TO '${file}'`);
      copies.push(`COPY ${table} FROM '${file}'`);
    }
    return copies;
  });
}

/** How long the server takes to copy them, in one durable transaction, in milliseconds. */
export async function copyMs(url: string, copies: Copies): Promise<number> {
  return onClient(url, async (client) => {
    const startMs = performance.now();
    await client.query('BEGIN');
    for (const copy of copies) await client.query(copy);
    await client.query('COMMIT');
    return performance.now() - startMs;
  });
}

async function onClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Store } from '../../src/store/port.ts';
import { type Engine, USUAL } from './empty-ledger.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';
import { blankPostgres, openPostgres } from './temporary-postgres.ts';

/** A ledger that stays when it is closed, and that several may hold open. */
export interface KeptLedger {
  open(): Promise<Store>;
  /** All that is written of it, as somebody sees it who has taken the disk. */
  bytes(): Promise<Buffer>;
  /** To be called when it is closed. */
  remove(): Promise<void>;
}

/** An empty one, in a file or in a database. */
export async function keptLedger(engine: Engine = USUAL): Promise<KeptLedger> {
  return engine === 'sqlite' ? keptFile() : keptDatabase();
}

function keptFile(): KeptLedger {
  const folder = temporaryFolder();
  const path = join(folder.path, 'ledger.db');
  return {
    open: () => openLedger(path),
    bytes: async () => Buffer.concat([path, `${path}-wal`].map((file) => readFileSync(file, { flag: 'a+' }))),
    remove: async () => folder.remove(),
  };
}

async function keptDatabase(): Promise<KeptLedger> {
  const database = await blankPostgres();
  return {
    open: () => openPostgres(database.url),
    bytes: () => rowsOf(database.url),
    remove: () => database.drop(),
  };
}

/** Every row of every table as text, and what is kept as bytes also as it is. */
async function rowsOf(url: string): Promise<Buffer> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    const parts: Buffer[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      for (const { row } of rows) {
        parts.push(Buffer.from(row));
        for (const [, hex = ''] of row.matchAll(/\\x([0-9a-f]+)/g)) parts.push(Buffer.from(hex, 'hex'));
      }
    }
    return Buffer.concat(parts);
  } finally {
    await client.end();
  }
}

import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll } from 'vitest';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';

/** A ledger with nothing in it for the tests around, to look at with the engine itself; call what it answers in a test. */
export function emptyDatabase(): () => Database.Database {
  const folder = temporaryFolder();
  let db: Database.Database;
  beforeAll(async () => {
    const path = join(folder.path, 'ledger.db');
    await (await openLedger(path)).close();
    db = new Database(path, { readonly: true });
  });
  afterAll(() => {
    db.close();
    folder.remove();
  });
  return () => db;
}

import { afterAll, beforeAll } from 'vitest';
import type { TestDatabase } from '../postgres/shared-server.ts';
import { blankPostgres, SERVER_PATIENCE_MS } from './temporary-postgres.ts';

/** Makes a database for the tests of a group, and drops it after them; what is answered tells it while they run. */
export function databaseOfGroup(): () => TestDatabase {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await blankPostgres();
  }, SERVER_PATIENCE_MS);
  afterAll(() => database?.drop());
  return () => database as TestDatabase;
}

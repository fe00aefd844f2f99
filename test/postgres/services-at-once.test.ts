import { describe, it } from 'vitest';
import { fillLendingDatabase, lendingLoans } from './lending-database.ts';
import { workAtOnce } from './services-at-once.ts';
import { databaseLike, hasPostgres } from './shared-server.ts';

const LOANS = 20;

describe.skipIf(!hasPostgres('two services on one database'))('two services on one database', () => {
  it('book on the same loans, import and take back, each answer once', async () => {
    const database = await databaseLike('lending', (url) => fillLendingDatabase(url, LOANS));
    try {
      await workAtOnce({ url: database.url, loans: lendingLoans(LOANS), connections: 16, forMs: 2_000 });
    } finally {
      await database.drop();
    }
  }, 120_000);
});

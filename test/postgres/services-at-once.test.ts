import { describe, it } from 'vitest';
import { payThroughCuts } from './cut-at-commit.ts';
import { fillLendingDatabase, lendingLoans } from './lending-database.ts';
import { workAtOnce } from './services-at-once.ts';
import { databaseLike, hasPostgres } from './shared-server.ts';

const LOANS = 20;

const lending = () => databaseLike('lending', (url) => fillLendingDatabase(url, LOANS));

describe.skipIf(!hasPostgres('services on one database'))('services on one database', () => {
  it('book on the same loans, import and take back, each answer once', async () => {
    const database = await lending();
    try {
      await workAtOnce({ url: database.url, loans: lendingLoans(LOANS), connections: 8, forMs: 1_000 });
    } finally {
      await database.drop();
    }
  }, 120_000);

  it('tell each client what became of a payment whose connection was cut at its commit', async () => {
    const database = await lending();
    try {
      await payThroughCuts(database.url, lendingLoans(1)[0] as string, 4);
    } finally {
      await database.drop();
    }
  }, 120_000);
});

import { afterEach, beforeEach, describe, it } from 'vitest';
import { payThroughCuts } from '../postgres/cut-at-commit.ts';
import { fillLendingDatabase, lendingLoans } from '../postgres/lending-database.ts';
import { PostgresServer } from '../postgres/server.ts';
import { workAtOnce } from '../postgres/services-at-once.ts';
import { hasPostgres } from '../postgres/shared-server.ts';

const LOANS = 200;

describe.skipIf(!hasPostgres('services on one database, for long'))('services on one database', () => {
  let server: PostgresServer;
  beforeEach(async () => {
    server = await PostgresServer.start({ durable: true });
    await server.sql('CREATE DATABASE ledger');
  });
  afterEach(() => server.stop());

  it('book on the same loans, import and take back over 64 connections for 30 seconds', async () => {
    const url = server.url('ledger');
    await fillLendingDatabase(url, LOANS);
    await workAtOnce({ url, loans: lendingLoans(LOANS), connections: 64, forMs: 30_000 });
  });

  it('tell each client what became of a payment whose connection was cut at its commit, 100 times', async () => {
    const url = server.url('ledger');
    await fillLendingDatabase(url, 1);
    await payThroughCuts(url, lendingLoans(1)[0] as string, 100);
  });
});

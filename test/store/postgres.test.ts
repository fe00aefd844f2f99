import { afterAll, beforeAll, describe } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import { hasPostgres, type TestDatabase } from '../postgres/shared-server.ts';
import { describeAccessStore } from './access-conformance.ts';
import { describeStore, type OpenedStore } from './conformance.ts';
import { describeCorrectionStore } from './correction-conformance.ts';
import { describeDisbursementLists } from './disbursement-list-conformance.ts';
import { describeKeptSums } from './kept-sums-conformance.ts';
import { describeMerchantStore } from './merchant-conformance.ts';
import { describeReceiptStore } from './receipt-conformance.ts';
import { blankPostgres, emptyPostgres, openPostgres } from './temporary-postgres.ts';
import { describeTogether } from './together-conformance.ts';
import { describeUnits } from './unit-conformance.ts';
import { describeUserStore } from './user-conformance.ts';

let database: Promise<TestDatabase> | undefined;

/** An empty ledger; all tests take turns at one database. */
async function inDatabase(): Promise<OpenedStore> {
  database ??= blankPostgres();
  const { url } = await database;
  await emptyPostgres(url);
  let store: Store = await openPostgres(url);
  return {
    store,
    takesTurns: false,
    reopen: async () => {
      await store.close();
      store = await openPostgres(url, { createIfMissing: false });
      return store;
    },
    dispose: () => store.close(),
  };
}

describe.skipIf(!hasPostgres('the store on PostgreSQL'))('the store on PostgreSQL', () => {
  // A server that has yet to start takes a while on a busy machine.
  beforeAll(async () => {
    database ??= blankPostgres();
    await database;
  }, 90_000);
  afterAll(async () => (await database)?.drop());
  describeStore('PostgreSQL', inDatabase);
  describeDisbursementLists('PostgreSQL', inDatabase);
  describeUnits('PostgreSQL', inDatabase);
  describeTogether('PostgreSQL', inDatabase);
  describeMerchantStore('PostgreSQL', inDatabase);
  describeUserStore('PostgreSQL', inDatabase);
  describeAccessStore('PostgreSQL', inDatabase);
  describeCorrectionStore('PostgreSQL', inDatabase);
  describeReceiptStore('PostgreSQL', inDatabase);
  describeKeptSums('PostgreSQL', inDatabase, 10);
});

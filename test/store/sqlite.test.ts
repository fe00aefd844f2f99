import { join } from 'node:path';
import type { Store } from '../../src/store/port.ts';
import { describeAccessStore } from './access-conformance.ts';
import { describeStore, type OpenedStore } from './conformance.ts';
import { describeCorrectionStore } from './correction-conformance.ts';
import { describeDisbursementLists } from './disbursement-list-conformance.ts';
import { describeKeptSums } from './kept-sums-conformance.ts';
import { describeMerchantStore } from './merchant-conformance.ts';
import { describeReceiptStore } from './receipt-conformance.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';
import { describeTogether } from './together-conformance.ts';
import { describeUnits } from './unit-conformance.ts';
import { describeUserStore } from './user-conformance.ts';

async function inFile(): Promise<OpenedStore> {
  const folder = temporaryFolder();
  const path = join(folder.path, 'ledger.db');
  let store: Store = await openLedger(path);
  return {
    store,
    takesTurns: true,
    reopen: async () => {
      await store.close();
      store = await openLedger(path, { createIfMissing: false });
      return store;
    },
    dispose: async () => {
      await store.close();
      folder.remove();
    },
  };
}

async function inMemory(): Promise<OpenedStore> {
  const store = await openLedger(':memory:');
  return { store, takesTurns: true, reopen: null, dispose: () => store.close() };
}

describeStore('SQLite file', inFile);
describeStore('SQLite in memory', inMemory);
describeDisbursementLists('SQLite in memory', inMemory);
describeUnits('SQLite file', inFile);
describeUnits('SQLite in memory', inMemory);
describeTogether('SQLite file', inFile);
describeTogether('SQLite in memory', inMemory);
describeMerchantStore('SQLite file', inFile);
describeMerchantStore('SQLite in memory', inMemory);
describeUserStore('SQLite file', inFile);
describeUserStore('SQLite in memory', inMemory);
describeAccessStore('SQLite file', inFile);
describeAccessStore('SQLite in memory', inMemory);
describeCorrectionStore('SQLite file', inFile);
describeCorrectionStore('SQLite in memory', inMemory);
describeReceiptStore('SQLite file', inFile);
describeReceiptStore('SQLite in memory', inMemory);
describeKeptSums('SQLite in memory', inMemory, 150);

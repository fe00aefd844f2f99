import type { Store } from '../../src/store/port.ts';
import type { TestDatabase } from '../postgres/shared-server.ts';
import { openLedger } from './temporary-ledger.ts';
import { blankPostgres, emptyPostgres, openPostgres } from './temporary-postgres.ts';

export type Engine = 'sqlite' | 'postgres';

/** Where tests of the service keep their ledgers: in memory, or in PostgreSQL with `LOANDESK_TEST_STORE=postgres`. */
export const USUAL: Engine = process.env.LOANDESK_TEST_STORE === 'postgres' ? 'postgres' : 'sqlite';

/** A test that takes long anywhere may take longer there. */
export const LONG_TEST_MS = USUAL === 'postgres' ? 600_000 : 120_000;

/** Databases nobody uses at the moment: making one takes longer than emptying it. */
const idle: TestDatabase[] = [];

/** An empty ledger for one test; closing it is all there is to do in the end. */
export async function openEmptyLedger(engine: Engine = USUAL): Promise<Store> {
  if (engine === 'sqlite') return openLedger(':memory:');
  const database = idle.pop() ?? (await blankPostgres());
  await emptyPostgres(database.url);
  const store = await openPostgres(database.url);
  return {
    ...store,
    close: async () => {
      await store.close();
      idle.push(database);
    },
  };
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store } from '../../src/store/port.ts';
import { PostgresServer } from '../postgres/server.ts';
import { hasPostgres } from '../postgres/shared-server.ts';
import { openLoan, writeFirstPolicy } from './ledger-fixtures.ts';
import { openPostgres } from './temporary-postgres.ts';

const PATIENCE_MS = 90_000;
/** A commit is waited for twice as long. */
const WAIT_MS = 400;

describe.skipIf(!hasPostgres('commits no standby confirms'))('a commit no standby confirms', () => {
  let server: PostgresServer;
  let store: Store;

  beforeAll(async () => {
    server = await PostgresServer.start({ settings: { synchronous_commit: 'on' } });
    store = await openPostgres(server.url(), { waitMs: WAIT_MS });
    await writeFirstPolicy(store);
  }, PATIENCE_MS);
  afterAll(async () => {
    await store?.close();
    await server?.stop();
  });

  const expectStandby = (name: string) =>
    server.sql(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`, 'SELECT pg_reload_conf()');
  const loans = async () =>
    (await store.read((tx) => tx.loans.list({}, { offset: 0, limit: null }))).totalCount;

  it('is told within bounds, keeps its connection, and counts once the standby is back', async () => {
    await expectStandby('"away"');
    const unconfirmed = {
      code: 'ledger_unconfirmed',
      message: expect.stringContaining('has not confirmed what was written'),
    };
    await expect(store.write((tx) => openLoan(tx, 'A'))).rejects.toMatchObject(unconfirmed);
    await expect(store.together(({ write }) => write((tx) => openLoan(tx, 'B')))).rejects.toMatchObject(
      unconfirmed,
    );
    expect(await loans()).toBe(0);
    expect(await store.server?.takesWrites()).toBe(false);

    const other = await openPostgres(server.url(), { waitMs: WAIT_MS });
    await expect(other.write((tx) => openLoan(tx, 'C'))).rejects.toMatchObject(unconfirmed);
    // Does not wait for a standby nobody knows the return of.
    await other.close();

    await expectStandby('');
    await expect.poll(loans, { timeout: 10_000 }).toBe(3);
    expect(await store.server?.takesWrites()).toBe(true);
    expect(await store.read((tx) => verifyLedger(tx, {}))).toMatchObject({ ok: true, violations: [] });
  });
});

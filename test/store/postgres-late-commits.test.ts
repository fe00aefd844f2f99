import { Client } from 'pg';
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
  /** How many commits wait for a standby. */
  async function commitsWaiting(): Promise<number> {
    const client = new Client({ connectionString: server.url() });
    await client.connect();
    try {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'loandesk' AND wait_event = 'SyncRep'`,
      );
      return rows.length;
    } finally {
      await client.end();
    }
  }
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

  it('is not told by an answer kept in it, before the standby has it', async () => {
    const answer = { caller: 'officer 1', key: 'a'.repeat(16), fingerprint: 'f', operation: 'loans.refund' };
    await store.write((tx) => tx.session.keepAnswer({ ...answer, answerJson: '{}', keptAtMs: 5_000 }, 0));
    const again = (key: string) => store.write((tx) => tx.keptAnswers.byKey(answer.caller, key));
    await expectStandby('"away"');
    try {
      expect(await again('b'.repeat(16))).toBeNull();
      await expect(again(answer.key)).rejects.toMatchObject({ code: 'ledger_unconfirmed' });
    } finally {
      await expectStandby('');
    }
    const told = () => again(answer.key).catch(() => null);
    await expect.poll(told, { timeout: 10_000 }).toMatchObject(answer);
  });

  it('is not told as done when its primary crashed and is back where it was, before the standby has it', async () => {
    const patience = { waitMs: PATIENCE_MS / 3 };
    const stores = [await openPostgres(server.url(), patience), await openPostgres(server.url(), patience)];
    const [first, second] = stores as [Store, Store];
    try {
      await expectStandby('"away"');
      const known = await loans();
      const units = [
        first.write((tx) => openLoan(tx, 'D')),
        second.together(({ write }) => write((tx) => openLoan(tx, 'E'))),
      ];
      const settled = Promise.race(units).then(
        () => 'told',
        () => 'refused',
      );
      await expect.poll(commitsWaiting, { timeout: 10_000 }).toBe(2);
      await server.end('SIGKILL');
      await server.begin();
      // What they wrote is there by now, and each of them looks it up and waits anew.
      const wait = expect.poll(commitsWaiting, { timeout: 20_000 }).toBe(2);
      expect(await Promise.race([settled, wait.then(() => 'waits')])).toBe('waits');
      expect(await loans()).toBe(known + 2);
      await expectStandby('');
      await Promise.all(units);
      expect(await loans()).toBe(known + 2);
    } finally {
      await expectStandby('');
      for (const one of stores) await one.close();
    }
    expect(await store.read((tx) => verifyLedger(tx, {}))).toMatchObject({ ok: true, violations: [] });
  });
});

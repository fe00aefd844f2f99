import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import type { WriteOptions } from '../../src/store/write-options.ts';
import { CuttingProxy } from '../postgres/cutting-proxy.ts';
import { hasPostgres } from '../postgres/shared-server.ts';
import { databaseOfGroup } from './database-of-group.ts';
import { application, auditRecord, openLoan, paidOn, payNext } from './ledger-fixtures.ts';
import { freshPostgres, openPostgres, SERVER_PATIENCE_MS } from './temporary-postgres.ts';

const ALL = { offset: 0, limit: null };
const ALONE = { alone: 'imports' } as const;

describe.skipIf(!hasPostgres('imports on PostgreSQL'))('units that import, on PostgreSQL', () => {
  const here = databaseOfGroup();
  let store: Store;
  let other: Store;

  beforeEach(async () => {
    store = await freshPostgres(here().url);
    other = await openPostgres(here().url);
    await store.write(async (tx) => {
      await openLoan(tx, 'A');
      await openLoan(tx, 'B');
    });
  });
  afterEach(() => Promise.all([store.close(), other.close()]));

  /** An import by `from` that is at work, and has its turn, until it is ended. */
  async function atWork(from: Store, work: (tx: WriteTx) => Promise<void> = async () => {}) {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const done = from.write(async (tx) => {
      await work(tx);
      begun.resolve();
      await end.promise;
    }, ALONE);
    done.catch(begun.reject);
    await begun.promise;
    return {
      end: () => {
        end.resolve();
        return done;
      },
    };
  }

  it.each([
    ['programs', () => other],
    ['calls of one program', () => store],
  ])(
    'are carried out one at a time, and each sees what those before kept: of two %s',
    async (_who, second) => {
      const count = async (tx: WriteTx, tag: string) => {
        const { totalCount } = await tx.applications.list({}, ALL);
        await sleep(20);
        await tx.insert.applications([application(`APP-${tag}`, { loanPurpose: `after ${totalCount}` })]);
        await tx.insert.audit(auditRecord('test', `APP-${tag}`));
      };
      let attempts = 0;
      const units = Array.from({ length: 12 }, (_, i) =>
        (i % 2 === 0 ? store : second()).write((tx) => {
          attempts += 1;
          return count(tx, `I${i}`);
        }, ALONE),
      );
      await Promise.all(units);
      // None had to be repeated: what one reads first is what the one before it left.
      expect(attempts).toBe(12);
      const { rows } = await store.read((tx) => tx.applications.list({}, ALL));
      const before = rows.map((row) => Number(/after (\d+)/.exec(row.loanPurpose ?? '')?.[1] ?? -1));
      expect(before.filter((one) => one >= 0).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 12 }, (_, i) => i + 2),
      );
    },
  );

  it('keep nobody who pays waiting while they wait for another, on their own loans neither', async () => {
    const first = await atWork(other);
    const waiting = store.write((tx) => payNext(tx, 'A', 'PAY-I'), { ...ALONE, loanIds: ['LN-A'] });
    await sleep(100);
    const began = performance.now();
    await store.write((tx) => payNext(tx, 'A', 'PAY-1'), { loanIds: ['LN-A'] });
    await store.write((tx) => payNext(tx, 'B', 'PAY-2'));
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await paidOn(store, 'A')).toEqual(['PAY-1']);
    await first.end();
    await waiting;
    expect(await paidOn(store, 'A')).toEqual(['PAY-1', 'PAY-I']);
  });

  it('stand in line for their loans with those who pay, and leave them their connections', async () => {
    const narrow = await openPostgres(here().url, { poolSize: 2 });
    try {
      const end = Promise.withResolvers<void>();
      const importing = narrow.write(async (tx) => {
        await tx.loans.byIds(['LN-A']);
        await end.promise;
        await payNext(tx, 'A', 'PAY-I');
      }, ALONE);
      await sleep(100);
      const onA = Array.from({ length: 6 }, (_, i) =>
        narrow.write((tx) => payNext(tx, 'A', `PAY-${i}`), { loanIds: ['LN-A'] }),
      );
      await narrow.write((tx) => payNext(tx, 'B', 'PAY-B'), { loanIds: ['LN-B'] });
      end.resolve();
      await Promise.all([importing, ...onA]);
    } finally {
      await narrow.close();
    }
    expect(await paidOn(store, 'A')).toEqual(['PAY-I', ...Array.from({ length: 6 }, (_, i) => `PAY-${i}`)]);
  });

  it(
    'are in no circle with those who book on their loans',
    async () => {
      const both = (from: Store, id: string, how: WriteOptions) =>
        from.write(async (tx) => {
          await tx.holdLoans(['LN-B', 'LN-A']);
          for (const tag of ['A', 'B']) await payNext(tx, tag, `${id}-${tag}`);
        }, how);
      const units = Array.from({ length: 48 }, (_, i) => {
        const from = i % 2 === 0 ? store : other;
        if (i % 3 === 0) return both(from, `PAY-${i}`, ALONE);
        if (i % 3 === 1) return both(from, `PAY-${i}`, { loanIds: ['LN-B', 'LN-A'] });
        return from.write((tx) => payNext(tx, 'B', `PAY-${i}`), { loanIds: ['LN-B'] });
      });
      await Promise.all(units);
      expect(await paidOn(store, 'A')).toHaveLength(32);
      expect(await paidOn(store, 'B')).toHaveLength(48);
      expect(await store.read((tx) => verifyLedger(tx, {}))).toMatchObject({ ok: true, violations: [] });
    },
    SERVER_PATIENCE_MS,
  );

  it('wait no longer for another than they may, write nothing, and are carried out later', async () => {
    const impatient = await openPostgres(here().url, { waitMs: 300 });
    try {
      const first = await atWork(other);
      const unit = (tx: WriteTx) => payNext(tx, 'A', 'PAY-1');
      await expect(impatient.write(unit, ALONE)).rejects.toMatchObject({ code: 'ledger_busy' });
      await first.end();
      const own = await atWork(impatient);
      const tooLong = { code: 'ledger_busy', message: 'An earlier import is not done yet.' };
      await expect(impatient.write(unit, ALONE)).rejects.toMatchObject(tooLong);
      await own.end();
      expect(await paidOn(store, 'A')).toEqual([]);
      await impatient.write(unit, ALONE);
      expect(await paidOn(store, 'A')).toEqual(['PAY-1']);
    } finally {
      await impatient.close();
    }
  });

  it('go on when a program is gone that was at work on one', async () => {
    const { port } = new URL(here().url);
    const proxy = await CuttingProxy.before(Number(port));
    const far = await openPostgres(here().url.replace(`:${port}`, `:${proxy.port}`), { waitMs: 200 });
    try {
      const lost = await atWork(far, (tx) => payNext(tx, 'A', 'PAY-1'));
      await proxy.close();
      await store.write((tx) => payNext(tx, 'A', 'PAY-2'), ALONE);
      await expect(lost.end()).rejects.toMatchObject({ code: 'ledger_busy' });
    } finally {
      await far.close();
    }
    expect(await paidOn(store, 'A')).toEqual(['PAY-2']);
  });

  it('have their turn within what is done together too', async () => {
    const first = await atWork(other);
    let told = 0;
    const together = store.together(({ write }) =>
      write(async (tx) => {
        told = (await tx.applications.list({}, ALL)).totalCount;
      }, ALONE),
    );
    await store.write(async (tx) => {
      await tx.insert.applications([application('APP-1')]);
      await tx.insert.audit(auditRecord('test', 'APP-1'));
    });
    await first.end();
    await together;
    expect(told).toBe(3);
  });
});

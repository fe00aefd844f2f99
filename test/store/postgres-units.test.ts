import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import { CuttingProxy } from '../postgres/cutting-proxy.ts';
import { hasPostgres } from '../postgres/shared-server.ts';
import { databaseOfGroup } from './database-of-group.ts';
import { application, auditRecord, openLoan, paidOn, payNext } from './ledger-fixtures.ts';
import { freshPostgres, openPostgres, SERVER_PATIENCE_MS } from './temporary-postgres.ts';

const ALL = { offset: 0, limit: null };
/** A port nobody listens on. */
const NOWHERE = 1;
const CUTS = ['before', 'meanwhile', 'after'] as const;

describe.skipIf(!hasPostgres('units on PostgreSQL'))('units on PostgreSQL', () => {
  const here = databaseOfGroup();
  let store: Store;

  beforeEach(async () => {
    store = await freshPostgres(here().url, { poolSize: 16 });
  });
  afterEach(() => store.close());

  const portOf = () => Number(new URL(here().url).port);
  const report = () => store.read((tx) => verifyLedger(tx, {}));
  const through = (proxy: CuttingProxy) => here().url.replace(`:${portOf()}`, `:${proxy.port}`);

  async function inDatabase(text: string): Promise<void> {
    const client = new Client({
      connectionString: here().url,
      options: '-c default_transaction_read_only=off',
    });
    await client.connect();
    await client.query(text);
    await client.end();
  }

  it(
    'books many payments on one loan over many connections, whether it is said which loan or not',
    async () => {
      await store.write((tx) => openLoan(tx, 'A'));
      const ids = Array.from({ length: 96 }, (_, i) => `PAY-${i}`);
      await Promise.all(
        ids.map((id, i) =>
          store.write((tx) => payNext(tx, 'A', id), i % 3 === 0 ? {} : { loanIds: ['LN-A'] }),
        ),
      );
      expect((await paidOn(store, 'A')).sort()).toEqual(ids.sort());
      expect(await report()).toMatchObject({ ok: true, entries: 97, violations: [] });
    },
    SERVER_PATIENCE_MS,
  );

  it.each([
    ['', [{ loanIds: ['LN-A'] }]],
    [', found out by the unit or named by others', [{}, { loanIds: ['LN-A'] }]],
  ])('leaves connections for other loans while many wait for one%s', async (_how, ways) => {
    await store.write(async (tx) => {
      await openLoan(tx, 'A');
      await openLoan(tx, 'B');
    });
    const narrow = await openPostgres(here().url, { poolSize: 2 });
    try {
      const end = Promise.withResolvers<void>();
      const onA = Array.from({ length: 12 }, (_, i) =>
        narrow.write(
          async (tx) => {
            await tx.loans.byIds(['LN-A']);
            await end.promise;
            await payNext(tx, 'A', `PAY-A${i}`);
          },
          ways[i % ways.length],
        ),
      );
      await narrow.write((tx) => payNext(tx, 'B', 'PAY-B'), { loanIds: ['LN-B'] });
      await narrow.write((tx) => payNext(tx, 'B', 'PAY-B2'));
      end.resolve();
      await Promise.all(onA);
    } finally {
      await narrow.close();
    }
    expect(await paidOn(store, 'A')).toHaveLength(12);
    expect(await paidOn(store, 'B')).toEqual(['PAY-B', 'PAY-B2']);
  });

  it(
    'repeats a unit whole that waits for another in a circle',
    async () => {
      await store.write(async (tx) => {
        await openLoan(tx, 'A');
        await openLoan(tx, 'B');
      });
      let attempts = 0;
      let begun = 0;
      const both = (first: string, second: string) =>
        store.write(
          async (tx) => {
            attempts += 1;
            await tx.loans.byIds([`LN-${first}`]);
            begun += 1;
            // Each holds its first loan before either asks for its second.
            for (let look = 0; begun < 2 && look < 200; look++) await sleep(5);
            await payNext(tx, first, `PAY-${first}${second}-1`);
            await payNext(tx, second, `PAY-${first}${second}-2`);
          },
          { loanIds: [`LN-${first}`] },
        );
      await Promise.all([both('A', 'B'), both('B', 'A')]);
      expect(attempts).toBeGreaterThan(2);
      expect(await paidOn(store, 'A')).toHaveLength(2);
      expect(await paidOn(store, 'B')).toHaveLength(2);
      expect(await report()).toMatchObject({ ok: true, entries: 6, violations: [] });
    },
    SERVER_PATIENCE_MS,
  );

  it('waits no longer for its turn at a loan than it may, writes nothing, and leaves the turns as they were', async () => {
    await store.write((tx) => openLoan(tx, 'A'));
    const impatient = await openPostgres(here().url, { waitMs: 300 });
    const silence = Promise.withResolvers<void>();
    const onLoan = { loanIds: ['LN-A'] };
    const silent = impatient.write(async (tx) => {
      await silence.promise;
      await payNext(tx, 'A', 'PAY-1');
    }, onLoan);
    const tooLong = { code: 'ledger_busy', message: 'An earlier write to the same loan is not done yet.' };
    for (const id of ['PAY-2', 'PAY-3']) {
      await expect(impatient.write((tx) => payNext(tx, 'A', id), onLoan)).rejects.toMatchObject(tooLong);
    }
    silence.resolve();
    await silent;
    await impatient.write((tx) => payNext(tx, 'A', 'PAY-4'), onLoan);
    expect(await paidOn(store, 'A')).toEqual(['PAY-1', 'PAY-4']);
    await impatient.close();
  });

  it('repeats a unit whole that decided on what another changed', async () => {
    let attempts = 0;
    let begun = 0;
    const counting = (tag: string) =>
      store.write(async (tx) => {
        attempts += 1;
        const { totalCount } = await tx.applications.list({}, ALL);
        begun += 1;
        for (let look = 0; begun < 2 && look < 200; look++) await sleep(5);
        await tx.insert.applications([application(`APP-${tag}`, { loanPurpose: `after ${totalCount}` })]);
        await tx.insert.audit(auditRecord('test', `APP-${tag}`));
      });
    await Promise.all([counting('A'), counting('B')]);
    expect(attempts).toBe(3);
    const { rows } = await store.read((tx) => tx.applications.list({}, ALL));
    expect(rows.map((row) => row.loanPurpose).sort()).toEqual(['after 0', 'after 1']);
  });

  it('refuses a taken id at once, and does not go on trying', async () => {
    const insert = (): Promise<void> =>
      store.write(async (tx) => {
        await tx.insert.applications([application('APP-1')]);
        await tx.insert.audit(auditRecord('test', 'APP-1'));
      });
    await insert();
    const before = performance.now();
    await expect(insert()).rejects.toThrow('duplicate key');
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it(
    'gives one effect each to a hundred units whose connection is cut at the commit',
    async () => {
      await store.write((tx) => openLoan(tx, 'A'));
      const proxy = await CuttingProxy.before(portOf());
      const far = await openPostgres(through(proxy), { poolSize: 3, waitMs: 20_000 });
      const ids = Array.from({ length: 100 }, (_, i) => `PAY-${i}`);
      try {
        for (const [i, id] of ids.entries()) {
          proxy.arm(CUTS[i % CUTS.length] as (typeof CUTS)[number], '["LN-A"]');
          await far.write((tx) => payNext(tx, 'A', id), { loanIds: ['LN-A'] });
        }
      } finally {
        await far.close();
        await proxy.close();
      }
      expect(proxy.cuts).toBe(100);
      expect(await paidOn(store, 'A')).toEqual(ids);
      expect(await report()).toMatchObject({ ok: true, entries: 101, violations: [] });
    },
    SERVER_PATIENCE_MS,
  );

  it('knows units that share a transaction again where one of them was repeated before the commit was cut', async () => {
    await store.write((tx) => openLoan(tx, 'A'));
    const proxy = await CuttingProxy.before(portOf());
    const far = await openPostgres(through(proxy));
    let attempts = 0;
    const unit = async (tx: WriteTx) => {
      attempts += 1;
      await payNext(tx, 'A', 'PAY-1');
      if (attempts === 1) throw Object.assign(new Error('others were in the way'), { code: '40001' });
    };
    try {
      proxy.arm('after', '["LN-A"]');
      await far.together(({ write }) => write(unit, { loanIds: ['LN-A'] }));
    } finally {
      await far.close();
      await proxy.close();
    }
    expect([attempts, proxy.cuts]).toEqual([2, 1]);
    expect(await paidOn(store, 'A')).toEqual(['PAY-1']);
  });

  it(
    'does not carry a unit out again while nobody can say whether its commit took place',
    async () => {
      await store.write((tx) => openLoan(tx, 'A'));
      const proxy = await CuttingProxy.before(portOf());
      const waitMs = 1_000;
      const far = await openPostgres(through(proxy), { waitMs });
      let attempts = 0;
      const unit = async (tx: WriteTx) => {
        attempts += 1;
        await payNext(tx, 'A', `PAY-${attempts}`);
      };
      try {
        // At once, or who looks for the commit is back before.
        proxy.arm('after', '["LN-A"]', NOWHERE);
        const paid = far.write(unit, { loanIds: ['LN-A'] });
        paid.catch(() => {});
        while (proxy.cuts === 0) await sleep(1);
        proxy.turnTo(NOWHERE);
        // Back when who looks for it has given up, which is up to 250 ms late, but would still try to carry it out again.
        await sleep(waitMs * 1.6);
        proxy.turnTo(portOf());
        await expect(paid).rejects.toMatchObject({ code: 'ledger_unconfirmed' });
      } finally {
        await far.close();
        await proxy.close();
      }
      expect(await paidOn(store, 'A')).toEqual(['PAY-1']);
    },
    SERVER_PATIENCE_MS,
  );

  it('waits for a server that may only be read, and says so after a while', async () => {
    await store.write((tx) => openLoan(tx, 'A'));
    await inDatabase(`ALTER DATABASE ${here().name} SET default_transaction_read_only = on`);
    const impatient = await openPostgres(here().url, { waitMs: 100 });
    const patient = await openPostgres(here().url);
    try {
      const unit = (tx: WriteTx) => payNext(tx, 'A', 'PAY-1');
      await expect(impatient.write(unit, { loanIds: ['LN-A'] })).rejects.toMatchObject({
        code: 'ledger_busy',
      });
      expect((await impatient.read((tx) => tx.info())).counts.loans).toBe(1);
      const paid = patient.write(unit, { loanIds: ['LN-A'] });
      await inDatabase(`ALTER DATABASE ${here().name} RESET default_transaction_read_only`);
      await paid;
    } finally {
      await Promise.all([impatient.close(), patient.close()]);
    }
    expect(await paidOn(store, 'A')).toEqual(['PAY-1']);
  });

  it('waits for a server that starts, and says after a while that there is none', async () => {
    const proxy = await CuttingProxy.before(portOf());
    const { port } = proxy;
    const url = through(proxy);
    await proxy.close();
    await expect(openPostgres(url, { waitMs: 100 })).rejects.toMatchObject({ code: 'ledger_busy' });
    const opening = openPostgres(url);
    await sleep(200);
    const started = await CuttingProxy.before(portOf(), port);
    const late = await opening;
    expect((await late.read((tx) => tx.info())).kind).toBe('postgres');
    await late.close();
    await started.close();
  });
});

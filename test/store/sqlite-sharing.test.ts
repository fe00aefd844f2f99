import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { WriteTx } from '../../src/store/port.ts';
import { loadEngine } from '../../src/store/sqlite/connection.ts';
import { auditRecord, openLoan, pay, policyVersion } from './ledger-fixtures.ts';
import { openLedger, temporaryFolder } from './temporary-ledger.ts';

describe('a SQLite ledger with several users', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let path: string;

  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder.path, 'ledger.db');
  });
  afterEach(() => folder.remove());

  async function makeLedger(tag = 'A'): Promise<void> {
    const store = await openLedger(path);
    await store.write((tx) => openLoan(tx, tag));
    await store.close();
  }

  it('waits for another writer and then says so', async () => {
    await makeLedger();
    const store = await openLedger(path, { busyTimeoutMs: 50 });
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    await expect(store.write((tx) => pay(tx, 'A', 'PAY-1', 2, 3_900_000))).rejects.toMatchObject({
      code: 'ledger_busy',
      hint: 'try again in a moment',
    });
    // Readers are not kept waiting.
    expect((await store.read((tx) => tx.info())).counts.payments).toBe(0);
    other.exec('ROLLBACK');
    await store.write((tx) => pay(tx, 'A', 'PAY-1', 2, 3_900_000));
    expect((await store.read((tx) => tx.info())).counts.payments).toBe(1);
    other.close();
    await store.close();
  });

  it('lets several make the same ledger at once', async () => {
    const stores = await Promise.all([1, 2, 3, 4].map(() => openLedger(path)));
    await Promise.all(stores.map((store, i) => store.write((tx) => openLoan(tx, `L${i}`))));
    const report = await (stores[0] as (typeof stores)[0]).read((tx) => verifyLedger(tx, {}));
    expect(report).toMatchObject({ ok: true, loans: 4 });
    for (const store of stores) await store.close();
  });

  it('lets two programs write in turn without losing or repeating a number', async () => {
    await makeLedger();
    const stores = [await openLedger(path), await openLedger(path)];
    let number = 2;
    for (let round = 0; round < 5; round++) {
      for (const store of stores) {
        const entry = number++;
        await store.write((tx) => pay(tx, 'A', `PAY-${entry}`, entry, 4_000_000 - (entry - 1) * 100_000));
      }
    }
    const report = await (stores[1] as (typeof stores)[0]).read((tx) => verifyLedger(tx, {}));
    expect(report).toMatchObject({ ok: true, entries: 11, violations: [] });
    for (const store of stores) await store.close();
  });

  it('knows what another program made of the policy, and what came of nothing itself', async () => {
    await makeLedger();
    const [ours, theirs] = [await openLedger(path), await openLedger(path)];
    const known = (store: typeof ours) =>
      store.write(async (tx) => [await tx.policy.latestVersion(), (await tx.policy.latest()).version]);
    await ours.write((tx) => setPolicy(tx, 1));
    expect(await known(ours)).toEqual([1, 1]);
    await theirs.write((tx) => setPolicy(tx, 2));
    expect(await known(ours)).toEqual([2, 2]);
    const undone = ours.write(async (tx) => {
      await setPolicy(tx, 3);
      expect((await tx.policy.latest()).version).toBe(3);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    await ours.write((tx) => setPolicy(tx, 3), { dryRun: true });
    expect(await known(ours)).toEqual([2, 2]);
    await ours.write((tx) => setPolicy(tx, 3));
    expect(await known(theirs)).toEqual([3, 3]);
    expect(await theirs.read((tx) => verifyLedger(tx, {}))).toMatchObject({ ok: true });
    for (const store of [ours, theirs]) await store.close();
  });

  it('reads one snapshot however others write', async () => {
    await makeLedger();
    const [reader, writer] = [await openLedger(path), await openLedger(path)];
    await reader.read(async (tx) => {
      expect((await tx.info()).counts.payments).toBe(0);
      await writer.write((other) => pay(other, 'A', 'PAY-1', 2, 3_900_000));
      expect((await tx.info()).counts.payments).toBe(0);
    });
    expect((await reader.read((tx) => tx.info())).counts.payments).toBe(1);
    await writer.close();
    await reader.close();
  });

  it('shows others nothing of units together before they are committed, and lets them write after', async () => {
    await makeLedger();
    const [ours, theirs] = [await openLedger(path), await openLedger(path)];
    const loans = () => theirs.read(async (tx) => (await tx.info()).counts.loans);
    let waited: Promise<void> | undefined;
    await ours.together(async (units) => {
      await units.write((tx) => openLoan(tx, 'B'));
      await units.write((tx) => openLoan(tx, 'C'));
      expect(await loans()).toBe(1);
      waited = theirs.write((tx) => openLoan(tx, 'D'));
      expect(await Promise.race([waited.then(() => 'written'), wait(60)])).toBe('waiting');
    });
    await waited;
    expect(await loans()).toBe(4);
    expect(await ours.read((tx) => verifyLedger(tx, {}))).toMatchObject({ ok: true, loans: 4 });
    await ours.close();
    await theirs.close();
  });

  it('holds the ledger only from the first unit on', async () => {
    await makeLedger();
    const [ours, theirs] = [await openLedger(path), await openLedger(path, { busyTimeoutMs: 50 })];
    await ours.together(async (units) => {
      await theirs.write((tx) => openLoan(tx, 'B'));
      await units.write((tx) => openLoan(tx, 'C'));
      await expect(theirs.write((tx) => openLoan(tx, 'D'))).rejects.toMatchObject({ code: 'ledger_busy' });
    });
    await ours.close();
    await theirs.close();
  });

  it('keeps nothing of units together when the disk is full, and says so once', async () => {
    const store = await openLedger(path);
    const full = await onFullDisk(() =>
      store.together(async (units) => {
        await units.write((tx) => openLoan(tx, 'A'));
        const fill = units.write((tx) => tx.insert.policyVersions([{ version: 1 } as never]));
        await expect(fill).rejects.toMatchObject({ code: 'ledger_disk_full' });
        await expect(units.write((tx) => openLoan(tx, 'B'))).rejects.toMatchObject({
          code: 'ledger_disk_full',
        });
      }),
    );
    expect(full).toMatchObject({ status: 'rejected', reason: { code: 'ledger_disk_full' } });
    await store.write((tx) => openLoan(tx, 'C'));
    const { rows } = await store.read((tx) => tx.loans.list({}, { offset: 0, limit: null }));
    expect(rows.map((row) => row.loan.loanId)).toEqual(['LN-C']);
    await store.close();
  });

  it('rolls the whole group back when the disk is full', async () => {
    const store = await openLedger(path);
    await store.write((tx) => openLoan(tx, 'A'));
    const group = await onFullDisk(() =>
      Promise.allSettled([
        store.write((tx) => openLoan(tx, 'B')),
        store.write((tx) => tx.insert.policyVersions([{ version: 1 } as never])),
        store.write((tx) => openLoan(tx, 'C')),
      ]),
    );
    const results = group.status === 'fulfilled' ? group.value : [];
    expect(results).toHaveLength(3);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'ledger_disk_full' } });
    }
    await store.write((tx) => openLoan(tx, 'D'));
    const { rows } = await store.read((tx) => tx.loans.list({}, { offset: 0, limit: null }));
    expect(rows.map((row) => row.loan.loanId)).toEqual(['LN-A', 'LN-D']);
    await store.close();
  });
});

async function setPolicy(tx: WriteTx, version: number): Promise<void> {
  await tx.insert.policyVersions([policyVersion(version)]);
  await tx.insert.audit(auditRecord('policy', String(version)));
}

/** Runs `work` while the engine finds the disk full at a policy version. */
async function onFullDisk<T>(work: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  const Engine = await loadEngine();
  const prepare = Engine.prototype.prepare;
  Engine.prototype.prepare = function (this: Database.Database, source: string) {
    if (source.startsWith('INSERT INTO policy_versions')) {
      this.exec('ROLLBACK');
      throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
    }
    return prepare.call(this, source);
  } as never;
  try {
    const [settled] = await Promise.allSettled([work()]);
    return settled as PromiseSettledResult<T>;
  } finally {
    Engine.prototype.prepare = prepare;
  }
}

function wait(ms: number): Promise<'waiting'> {
  return new Promise((resolve) => setTimeout(() => resolve('waiting'), ms));
}

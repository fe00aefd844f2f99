import { chmodSync, copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import { copyLedger, readLedgerCopy } from '../../src/store/sqlite/ledger-copy.ts';
import { nameNewFile, replaceLedger } from '../../src/store/sqlite/ledger-place.ts';
import { auditRecord, openLoan, pay, policyVersion } from './ledger-fixtures.ts';
import { MIGRATIONS_DIR, openLedger, temporaryFolder } from './temporary-ledger.ts';

const entriesIn = (path: string) =>
  readLedgerCopy(path, MIGRATIONS_DIR, async (tx) => (await tx.info()).counts.entries);
const ROLLBACK_JOURNAL = 1;

describe('a copy of a ledger', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let ledger: string;
  let copy: string;

  beforeEach(async () => {
    folder = temporaryFolder();
    ledger = join(folder.path, 'ledger.db');
    copy = join(folder.path, 'copy.db');
    const store = await openLedger(ledger);
    await store.write(async (tx) => {
      await tx.insert.policyVersions([policyVersion(1)]);
      await tx.insert.audit(auditRecord('ledger.init', 'ledger'));
      await openLoan(tx, 'A');
    });
    await store.close();
  });
  afterEach(() => folder.remove());

  it('is one private file that needs nothing beside it, of a ledger that is in use', async () => {
    const store = await openLedger(ledger);
    await store.write((tx) => pay(tx, 'A', 'PAY-1', 2, 3_900_000));
    expect(statSync(`${ledger}-wal`).size).toBeGreaterThan(0);
    await copyLedger(ledger, copy);
    await store.write((tx) => pay(tx, 'A', 'PAY-2', 3, 3_800_000));
    await store.close();
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect([...readFileSync(copy).subarray(18, 20)]).toEqual([ROLLBACK_JOURNAL, ROLLBACK_JOURNAL]);
    expect(await entriesIn(copy)).toBe(2);
    expect(await entriesIn(ledger)).toBe(3);
    chmodSync(copy, 0o400);
    const before = readFileSync(copy);
    const report = await readLedgerCopy(copy, MIGRATIONS_DIR, (tx) => verifyLedger(tx, {}));
    expect(report).toMatchObject({ ok: true, entries: 2 });
    expect(readFileSync(copy).equals(before)).toBe(true);
    for (const end of ['-wal', '-shm', '-journal']) expect(existsSync(`${copy}${end}`)).toBe(false);
  });

  it('is of one moment, though another writes all the while', async () => {
    const store = await openLedger(ledger);
    let isCopied = false;
    let written = 0;
    const writing = (async () => {
      while (!isCopied) {
        // The copy goes on between turns, which writes alone never leave.
        await setImmediate();
        written += 1;
        await store.write(async (tx) => {
          await openLoan(tx, `W${written}`);
          await pay(tx, `W${written}`, `PAY-W${written}`, 2, 3_900_000);
        });
      }
    })();
    for (let made = 0; made < 5; made++) {
      const path = join(folder.path, `copy-${made}.db`);
      await copyLedger(ledger, path);
      const report = await readLedgerCopy(path, MIGRATIONS_DIR, (tx) => verifyLedger(tx, {}));
      expect(report.violations).toEqual([]);
      // A loan and its payment are one transaction: both or neither.
      expect(report.entries % 2).toBe(1);
    }
    isCopied = true;
    await writing;
    await store.close();
    expect(written).toBeGreaterThan(1);
  });

  it('is never made over a file, and leaves none when it cannot be made', async () => {
    writeFileSync(copy, 'mine');
    await expect(copyLedger(ledger, copy)).rejects.toThrow('EEXIST');
    expect(readFileSync(copy, 'utf8')).toBe('mine');
    for (const content of ['', 'not a ledger, and long enough to look at. '.repeat(20)]) {
      const other = join(folder.path, 'other.db');
      writeFileSync(other, content);
      await expect(copyLedger(other, join(folder.path, 'new.db'))).rejects.toMatchObject({
        code: 'ledger_not_a_ledger',
      });
      expect(existsSync(join(folder.path, 'new.db'))).toBe(false);
    }
    expect(nameNewFile(ledger, copy)).toBe(false);
    expect(existsSync(ledger)).toBe(true);
  });

  it('leaves the one it is made from as it is, also when that is a backup', async () => {
    await copyLedger(ledger, copy);
    const before = readFileSync(copy);
    await copyLedger(copy, join(folder.path, 'second.db'));
    expect(readFileSync(copy).equals(before)).toBe(true);
    expect(await entriesIn(join(folder.path, 'second.db'))).toBe(1);
  });

  describe('in the place of a ledger', () => {
    const partOf = async () => {
      const part = join(folder.path, 'part.db');
      await copyLedger(copy, part);
      return part;
    };
    beforeEach(async () => {
      await copyLedger(ledger, copy);
      const store = await openLedger(ledger);
      await store.write((tx) => pay(tx, 'A', 'PAY-1', 2, 3_900_000));
      await store.close();
    });

    it('keeps what was there, with what was still in its log', async () => {
      const held = new Database(ledger);
      held.pragma('journal_mode = WAL');
      held.pragma('wal_autocheckpoint = 0');
      held.exec("CREATE TABLE later (x TEXT) STRICT; INSERT INTO later VALUES ('in the log')");
      for (const end of ['', '-wal']) copyFileSync(`${ledger}${end}`, `${ledger}.crashed${end}`);
      held.close();
      const crashed = `${ledger}.crashed`;
      expect(await replaceLedger(await partOf(), crashed)).toBe(`${crashed}.replaced`);
      expect(await entriesIn(crashed)).toBe(1);
      for (const end of ['-wal', '-shm', '-journal']) expect(existsSync(`${crashed}${end}`)).toBe(false);
      const kept = new Database(`${crashed}.replaced`, { readonly: true });
      expect(kept.prepare('SELECT x FROM later').pluck().get()).toBe('in the log');
      kept.close();
    });

    it('counts up the names of those kept, and keeps none where none was', async () => {
      expect(await replaceLedger(await partOf(), ledger)).toBe(`${ledger}.replaced`);
      expect(await replaceLedger(await partOf(), ledger)).toBe(`${ledger}.replaced-2`);
      expect(await entriesIn(`${ledger}.replaced`)).toBe(2);
      expect(await entriesIn(`${ledger}.replaced-2`)).toBe(1);
      expect(await replaceLedger(await partOf(), join(folder.path, 'elsewhere.db'))).toBe(null);
    });

    it('waits for nobody: a ledger another has open stays', async () => {
      const store = await openLedger(ledger);
      await store.read((tx) => tx.info());
      await expect(replaceLedger(await partOf(), ledger)).rejects.toMatchObject({ code: 'ledger_busy' });
      expect(await store.read(async (tx) => (await tx.info()).counts.entries)).toBe(2);
      await store.write((tx) => pay(tx, 'A', 'PAY-2', 3, 3_800_000));
      await store.close();
      expect(existsSync(`${ledger}.replaced`)).toBe(false);
      expect(await entriesIn(ledger)).toBe(3);
    });

    it.each([
      [
        'is damaged',
        (path: string) =>
          writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 4096), Buffer.alloc(9000, 7)])),
      ],
      ['is no ledger', (path: string) => writeFileSync(path, 'something else')],
      ['is empty', (path: string) => writeFileSync(path, '')],
    ])('takes it over from what %s, and keeps that byte for byte', async (_what, spoil) => {
      spoil(ledger);
      writeFileSync(`${ledger}-wal`, 'left behind');
      const [before, log] = [readFileSync(ledger), readFileSync(`${ledger}-wal`)];
      const kept = await replaceLedger(await partOf(), ledger);
      expect(await entriesIn(ledger)).toBe(1);
      expect(existsSync(`${ledger}-wal`)).toBe(false);
      expect(readFileSync(kept!).equals(before)).toBe(true);
      // The engine may have thrown a log away that was never one.
      if (existsSync(`${kept}-wal`)) expect(readFileSync(`${kept}-wal`).equals(log)).toBe(true);
    });
  });
});

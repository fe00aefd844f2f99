import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import { aFlag, aTransaction, byText, flagCounts, monthSums } from './kept-sums-conformance.ts';
import { MIGRATIONS_DIR, openLedger, temporaryFolder } from './temporary-ledger.ts';
import { flag, transaction, user } from './user-fixtures.ts';

describe('the sums kept of a user', () => {
  let dir: ReturnType<typeof temporaryFolder>;
  let path: string;
  let store: Store;
  beforeEach(async () => {
    dir = temporaryFolder();
    path = join(dir.path, 'ledger.db');
    store = await openLedger(':memory:');
  });
  afterEach(async () => {
    await store.close();
    dir.remove();
  });

  const faults = () => store.read((tx) => tx.verification.engineFaults());
  const inFile = async (migrationsDir = MIGRATIONS_DIR) => {
    await store.close();
    store = await openLedger(path, { migrationsDir });
  };
  const edit = (sql: string) => {
    const db = new Database(path);
    db.exec(sql);
    db.close();
  };

  it('are kept of what was written before a row that is refused, when the unit goes on', async () => {
    await store.write(async (tx) => {
      await tx.upsert.users([user('u1')]);
      await expect(tx.upsert.transactions([transaction('u1', 1), transaction('u9', 2)])).rejects.toThrow();
    });
    expect(await store.read((tx) => tx.users.monthSums('u1'))).toMatchObject([{ debitPiastres: 10_000 }]);
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['a sum', 'UPDATE user_month_sums SET credit_piastres = 1', 'month sums'],
    ['the last one', 'UPDATE user_month_sums SET last_id = 1', 'month sums'],
    ['a month', 'DELETE FROM user_month_sums', 'month sums'],
    ['an amount', 'UPDATE user_transactions SET amount_piastres = 1 WHERE id = 2', 'month sums'],
    ['every transaction', 'DELETE FROM user_transactions', 'month sums'],
    ['a count', 'UPDATE user_flag_counts SET flag_count = 2', 'counts'],
    ['a flag', "UPDATE user_flags SET account_type = 'debit'", 'counts'],
  ])('are found to be others when %s is changed behind their back', async (_, sql, what) => {
    await inFile();
    await store.write(async (tx) => {
      await tx.upsert.users([user('u1'), user('u2')]);
      await tx.upsert.transactions([transaction('u1', 1), transaction('u1', 2)]);
      await tx.upsert.flags([flag('u1', 'a')]);
    });
    expect(await faults()).toEqual([]);
    edit(sql);
    expect(await faults()).toEqual([expect.stringMatching(new RegExp(`^user u1: the ${what} kept are not`))]);
  });

  it('are made of the rows that an older ledger has', async () => {
    const older = join(dir.path, 'older');
    mkdirSync(older);
    for (const name of readdirSync(MIGRATIONS_DIR).filter((file) => /^000[012]_/.test(file))) {
      cpSync(join(MIGRATIONS_DIR, name), join(older, name));
    }
    await inFile(older);
    await store.write((tx) => tx.upsert.users([user('u1'), user('u2')]));
    await store.close();
    const rows = fc
      .sample(aTransaction, { numRuns: 60, seed: 5 })
      .map((row, at) => ({ ...row, id: at - 30, userId: `u${1 + (at % 2)}` }));
    const flags = fc
      .sample(aFlag, { numRuns: 40, seed: 5 })
      .map((row, id) => ({ ...row, id: `f${id}`, userId: 'u1' }));
    const db = new Database(path);
    const key = 'SELECT user_key FROM users WHERE user_id = @userId';
    const insert =
      db.prepare(`INSERT INTO user_transactions VALUES ((${key}), @id, @accountType, @amountPiastres,
      @timestampSeconds, @event, @transactionType, @amountCurrency, @balancePiastres, @balanceCurrency,
      @institutionName)`);
    for (const row of rows) insert.run(row);
    const insertFlag = db.prepare(
      `INSERT INTO user_flags VALUES ((${key}), @id, @institutionName, @flagLabel, @timestampSeconds, @accountType)`,
    );
    for (const row of flags) insertFlag.run(row);
    db.close();
    store = await openLedger(path);
    for (const userId of ['u1', 'u2']) {
      const kept = await store.read((tx) => tx.users.monthSums(userId));
      const own = rows.filter((row) => row.userId === userId);
      expect(kept.toSorted(byText)).toEqual(monthSums(own).sort(byText));
    }
    const counts = await store.read((tx) => tx.users.flagCounts('u1'));
    expect(counts.toSorted(byText)).toEqual(flagCounts(flags).sort(byText));
    expect(await faults()).toEqual([]);
  });
});

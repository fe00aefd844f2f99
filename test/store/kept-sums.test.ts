import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import type { FlagRecord, TransactionRecord } from '../../src/store/records.ts';
import { MIGRATIONS_DIR, openLedger, temporaryFolder } from './temporary-ledger.ts';
import { flag, transaction, user } from './user-fixtures.ts';

const MARCH_SECONDS = Date.UTC(2026, 2) / 1000;
const MAX_AMOUNT_PIASTRES = 99_999_999_999_999;

// Few values of each, so that identities meet and places in a month are shared.
const aTime = fc.constantFrom(...[-40 * 86_400, -2, -1, 0, 1, 86_400].map((off) => MARCH_SECONDS + off));
const aPlace = {
  timestampSeconds: aTime,
  institutionName: fc.constantFrom('Delta Bank', 'debit Delta Bank'),
};
const aTransaction = fc.record({
  ...aPlace,
  id: fc.integer({ min: -2, max: 7 }),
  accountType: fc.constantFrom('debit', 'ewallet'),
  amountPiastres: fc.integer({ min: 0, max: 90_000 }),
  event: fc.constantFrom('cash_in', 'cash_out', 'none'),
  transactionType: fc.constantFrom('purchase', 'salary', 'declined', 'balance_check'),
  amountCurrency: fc.constantFrom('EGP', 'EGP', 'EGP', 'USD'),
  balancePiastres: fc.option(fc.integer({ min: -500, max: 500 })),
  balanceCurrency: fc.constantFrom('EGP', 'USD'),
});
const aFlag = fc.record({
  ...aPlace,
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  flagLabel: fc.constantFrom('overdraft', 'repayment_warning'),
  accountType: fc.constantFrom(null, 'debit', 'ewallet'),
});
const batchesOf = <T>(one: fc.Arbitrary<T>) =>
  fc.array(fc.array(one, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 });

const monthOf = (seconds: number) =>
  Number(new Date(seconds * 1000).toISOString().slice(0, 7).replace('-', ''));
const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The sums of a month by their definition, from all the rows. */
function monthSums(rows: readonly TransactionRecord[]) {
  const counted = rows.filter(
    (row) => row.amountCurrency === 'EGP' && !['declined', 'balance_check'].includes(row.transactionType),
  );
  const months = Object.groupBy(counted, (row) =>
    JSON.stringify([monthOf(row.timestampSeconds), row.institutionName, row.accountType]),
  );
  return Object.values(months).map((month = []) => {
    const total = (fits: (row: TransactionRecord) => boolean) =>
      month.filter(fits).reduce((sum, row) => sum + row.amountPiastres, 0);
    const last = month.toSorted((a, b) => a.timestampSeconds - b.timestampSeconds || a.id - b.id).at(-1);
    return {
      institutionName: month[0]?.institutionName,
      accountType: month[0]?.accountType,
      month: monthOf(month[0]?.timestampSeconds ?? 0),
      debitPiastres: total((row) => row.event === 'cash_out'),
      creditPiastres: total((row) => row.event === 'cash_in'),
      salaryPiastres: total((row) => row.event === 'cash_in' && row.transactionType === 'salary'),
      balancePiastres: last?.balanceCurrency === 'EGP' ? last.balancePiastres : null,
    };
  });
}

function flagCounts(rows: readonly FlagRecord[]) {
  const groups = Map.groupBy(rows, (row) =>
    JSON.stringify([monthOf(row.timestampSeconds), row.flagLabel, row.institutionName, row.accountType]),
  );
  return [...groups].map(([key, { length: count }]) => {
    const [month, flagLabel, institutionName, accountType] = JSON.parse(key);
    return { month, flagLabel, institutionName, accountType, count };
  });
}

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

  it('are those of its rows, whatever is added and changed', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(batchesOf(aTransaction), batchesOf(aFlag), async (batches, flagBatches) => {
        runs += 1;
        const [userId, other] = [`u${runs}`, `other${runs}`];
        const rows = new Map<number, TransactionRecord>();
        const flags = new Map<string, FlagRecord>();
        await store.write((tx) => tx.upsert.users([user(userId), user(other)]));
        await store.write((tx) => tx.upsert.transactions([transaction(other, 1)]));
        for (const batch of batches) {
          const taken = batch.map((row) => ({ userId, ...row }));
          for (const row of taken) rows.set(row.id, row);
          await store.write((tx) => tx.upsert.transactions(taken));
          const kept = await store.read((tx) => tx.users.monthSums(userId));
          expect(kept.toSorted(byText)).toEqual(monthSums([...rows.values()]).sort(byText));
        }
        for (const batch of flagBatches) {
          const taken = batch.map((row) => ({ userId, ...row }));
          for (const row of taken) flags.set(row.id, row);
          await store.write((tx) => tx.upsert.flags(taken));
          const kept = await store.read((tx) => tx.users.flagCounts(userId));
          expect(kept.toSorted(byText)).toEqual(flagCounts([...flags.values()]).sort(byText));
        }
        expect(await store.read((tx) => tx.users.monthSums(other))).toHaveLength(1);
      }),
      { numRuns: 150 },
    );
    expect(await faults()).toEqual([]);
  }, 60_000);

  it('are kept of what was written before a row that is refused, when the unit goes on', async () => {
    await store.write(async (tx) => {
      await tx.upsert.users([user('u1')]);
      await expect(tx.upsert.transactions([transaction('u1', 1), transaction('u9', 2)])).rejects.toThrow();
    });
    expect(await store.read((tx) => tx.users.monthSums('u1'))).toMatchObject([{ debitPiastres: 10_000 }]);
    expect(await faults()).toEqual([]);
  });

  it('go back with a unit that fails or only tries', async () => {
    await store.write((tx) => tx.upsert.users([user('u1')]));
    const more = { dryRun: true };
    await store.write((tx) => tx.upsert.transactions([transaction('u1', 1)]), more);
    await store.write((tx) => tx.upsert.flags([flag('u1', 'a')]), more);
    expect(await store.read((tx) => tx.users.monthSums('u1'))).toEqual([]);
    expect(await store.read((tx) => tx.users.flagCounts('u1'))).toEqual([]);
  });

  it('may be more than a number holds on the way', async () => {
    await store.write((tx) => tx.upsert.users([user('u1')]));
    const large = (id: number, amountPiastres: number) => transaction('u1', id, { amountPiastres });
    const rows = Array.from({ length: 200 }, (_, at) => large(at, MAX_AMOUNT_PIASTRES - at));
    await store.write((tx) => tx.upsert.transactions(rows));
    expect(await faults()).toEqual([]);
    await store.write((tx) => tx.upsert.transactions(rows.map((row) => ({ ...row, amountPiastres: 7 }))));
    expect(await store.read((tx) => tx.users.monthSums('u1'))).toMatchObject([{ debitPiastres: 1400 }]);
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

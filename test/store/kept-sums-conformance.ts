import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import type { FlagRecord, TransactionRecord } from '../../src/store/records.ts';
import type { OpenedStore } from './conformance.ts';
import { flag, transaction, user } from './user-fixtures.ts';

const MARCH_SECONDS = Date.UTC(2026, 2) / 1000;
const MAX_AMOUNT_PIASTRES = 99_999_999_999_999;

// Few values of each, so that identities meet and places in a month are shared.
const aTime = fc.constantFrom(...[-40 * 86_400, -2, -1, 0, 1, 86_400].map((off) => MARCH_SECONDS + off));
const aPlace = {
  timestampSeconds: aTime,
  institutionName: fc.constantFrom('Delta Bank', 'debit Delta Bank'),
};
export const aTransaction = fc.record({
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
export const aFlag = fc.record({
  ...aPlace,
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  flagLabel: fc.constantFrom('overdraft', 'repayment_warning'),
  accountType: fc.constantFrom(null, 'debit', 'ewallet'),
});
const batchesOf = <T>(one: fc.Arbitrary<T>) =>
  fc.array(fc.array(one, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 });

const monthOf = (seconds: number) =>
  Number(new Date(seconds * 1000).toISOString().slice(0, 7).replace('-', ''));
export const byText = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The sums of a month by their definition, from all the rows. */
export function monthSums(rows: readonly TransactionRecord[]) {
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

export function flagCounts(rows: readonly FlagRecord[]) {
  const groups = Map.groupBy(rows, (row) =>
    JSON.stringify([monthOf(row.timestampSeconds), row.flagLabel, row.institutionName, row.accountType]),
  );
  return [...groups].map(([key, { length: count }]) => {
    const [month, flagLabel, institutionName, accountType] = JSON.parse(key);
    return { month, flagLabel, institutionName, accountType, count };
  });
}

/** What every store behind the port must keep beside the transactions and flags of users. */
export function describeKeptSums(name: string, open: () => Promise<OpenedStore>, numRuns: number): void {
  describe(`${name}: the sums kept of a user`, () => {
    let opened: OpenedStore;
    let store: Store;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    const faults = () => store.read((tx) => tx.verification.engineFaults());

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
        { numRuns },
      );
      expect(await faults()).toEqual([]);
    }, 60_000);

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
  });
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReadTx, Store } from '../../src/store/port.ts';
import type { TransactionRecord } from '../../src/store/records.ts';
import type { OpenedStore } from './conformance.ts';
import { flag, transaction, user } from './user-fixtures.ts';

const ALL = { offset: 0, limit: null };
const seconds = (time: string): number => Date.parse(time) / 1000;

/** What every store behind the port must do with users, their transactions and their flags. */
export function describeUserStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name}: the user port`, () => {
    let opened: OpenedStore;
    let store: Store;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    const listed = async (filter: Parameters<ReadTx['users']['list']>[0]) =>
      (await store.read((tx) => tx.users.list(filter, ALL))).rows.map((row) => row.userId);
    const take = (rows: readonly TransactionRecord[]) =>
      store.write(async (tx) => {
        await tx.upsert.users([user('u1'), user('u2')]);
        return tx.upsert.transactions(rows);
      });

    it('tells new, updated and unchanged users, an older one being unchanged', async () => {
      const first = user('u1', { updatedAt: '2026-02-01T00:00:00.000Z' });
      const upsert = (row: typeof first) => store.write((tx) => tx.upsert.users([row]));
      expect(await upsert(first)).toEqual(['new']);
      expect(await upsert({ ...first, lastUpdated: '2026-04-01T00:00:00.000Z' })).toEqual(['unchanged']);
      const older = { ...first, userName: 'Old', updatedAt: '2026-01-01T00:00:00.000Z' };
      expect(await upsert(older)).toEqual(['unchanged']);
      expect(await store.read((tx) => tx.users.byIds(['u1', 'u9']))).toEqual([first]);
      const changed = { ...first, permissionsStatus: 'revoked', updatedAt: null };
      expect(await upsert({ ...changed, lastUpdated: '2026-04-01T00:00:00.000Z' })).toEqual(['updated']);
      expect(await store.read((tx) => tx.users.byIds(['u1']))).toEqual([
        { ...changed, updatedAt: first.updatedAt, lastUpdated: '2026-04-01T00:00:00.000Z' },
      ]);
    });

    it('lists users by creation, then id, later than a time only strictly', async () => {
      const at = (day: number, more = {}) => ({ createdAtMs: Date.UTC(2026, 0, day), ...more });
      await store.write((tx) =>
        tx.upsert.users([
          user('b', at(2)),
          user('a', at(2, { lastUpdated: '2026-03-02T00:00:00.000Z' })),
          user('c', at(1)),
        ]),
      );
      expect(await listed({})).toEqual(['c', 'a', 'b']);
      expect(await listed({ createdAfterMs: Date.UTC(2026, 0, 1) })).toEqual(['a', 'b']);
      expect(await listed({ createdAfterMs: Date.UTC(2026, 0, 2) })).toEqual([]);
      expect(await listed({ updatedAfter: '2026-03-01T12:00:00.000Z' })).toEqual(['a']);
      const page = await store.read((tx) => tx.users.list({}, { offset: 1, limit: 1 }));
      expect([page.totalCount, ...page.rows.map((row) => row.userId)]).toEqual([3, 'a']);
      expect((await store.read((tx) => tx.users.list({}, { offset: 9, limit: 5 }))).totalCount).toBe(3);
    });

    it('finds users by part of id, name or phone, Arabic spellings folded', async () => {
      await store.write((tx) =>
        tx.upsert.users([
          user('Kite_50%', { userName: 'أحمد علي', userPhone: '+20 100 123-4567' }),
          user('u2', { userName: 'فاطمة', userPhone: '٠١٢٠٠٠٠٠٠٠٠', createdAtMs: Date.UTC(2026, 0, 2) }),
        ]),
      );
      expect(await listed({ search: 'احمد' })).toEqual(['Kite_50%']);
      expect(await listed({ search: 'فاطمه' })).toEqual(['u2']);
      expect(await listed({ search: 'kITE' })).toEqual(['Kite_50%']);
      expect(await listed({ search: '_' })).toEqual(['Kite_50%']);
      expect(await listed({ search: '%' })).toEqual(['Kite_50%']);
      expect(await listed({ search: 'K%50' })).toEqual([]);
      for (const phone of ['1001234567', '+20 (100) 123 4567', '0100-123', '٠١٠٠١٢٣']) {
        expect([phone, await listed({ search: phone })]).toEqual([phone, ['Kite_50%']]);
      }
      expect(await listed({ search: '012 00' })).toEqual(['u2']);
      expect(await listed({ search: '()' })).toEqual([]);
    });

    it('tells new, updated and unchanged transactions and flags', async () => {
      expect(await take([transaction('u1', 1), transaction('u2', 1)])).toEqual(['new', 'new']);
      expect(await take([transaction('u1', 1), transaction('u2', 1, { amountPiastres: 5 })])).toEqual([
        'unchanged',
        'updated',
      ]);
      await expect(take([transaction('u1', 2, { amountPiastres: 1.5 })])).rejects.toThrow(
        'not whole piastres',
      );
      await expect(take([transaction('u9', 1)])).rejects.toThrow('no such user');
      const flags = (...rows: ReturnType<typeof flag>[]) => store.write((tx) => tx.upsert.flags(rows));
      expect(await flags(flag('u1', 'f1'))).toEqual(['new']);
      expect(await flags(flag('u1', 'f1'), flag('u1', 'f1', { accountType: 'debit' }))).toEqual([
        'unchanged',
        'updated',
      ]);
      expect(await store.read((tx) => tx.users.flags('u1'))).toEqual([
        flag('u1', 'f1', { accountType: 'debit' }),
      ]);
    });

    it('reads transactions and flags newest first, then by id down', async () => {
      const first = transaction('u1', 1, { balancePiastres: -250, balanceCurrency: 'EGP' });
      const later = { timestampSeconds: first.timestampSeconds + 1 };
      await take([first, transaction('u1', 3, later), transaction('u1', 2, later), transaction('u2', 9)]);
      const read = async (after: number | null) =>
        (await store.read((tx) => tx.users.transactions('u1', after))).map((row) => row.id);
      expect(await read(null)).toEqual([3, 2, 1]);
      expect(await read(first.timestampSeconds)).toEqual([3, 2]);
      expect(await read(first.timestampSeconds - 1)).toEqual([3, 2, 1]);
      expect((await store.read((tx) => tx.users.transactions('u1', null)))[2]).toEqual(first);
      const byIds = await store.read((tx) => tx.users.transactionsByIds('u1', [3, 9, 1]));
      expect(byIds.map((row) => row.id)).toEqual([1, 3]);
      await store.write((tx) =>
        tx.upsert.flags([flag('u1', 'a'), flag('u1', 'b'), flag('u1', 'c', { timestampSeconds: 5 })]),
      );
      expect((await store.read((tx) => tx.users.flags('u1'))).map((row) => row.id)).toEqual(['b', 'a', 'c']);
    });

    it('sums months in UTC with the balance after the last transaction', async () => {
      const lastSecond = seconds('2026-01-31T23:59:59Z');
      const egp = { balanceCurrency: 'EGP' };
      await take([
        transaction('u1', 1, { timestampSeconds: lastSecond, balancePiastres: 700, ...egp }),
        transaction('u1', 2, { timestampSeconds: lastSecond, balancePiastres: 900, ...egp }),
        transaction('u1', 3, {
          timestampSeconds: seconds('2026-01-05T00:00:00Z'),
          balancePiastres: 1,
          ...egp,
        }),
        transaction('u1', 4, {
          timestampSeconds: lastSecond + 1,
          event: 'cash_in',
          transactionType: 'salary',
          amountPiastres: 123_456,
        }),
        transaction('u1', 5, { timestampSeconds: lastSecond + 2, event: 'cash_in', amountPiastres: 44 }),
        transaction('u1', 6, { timestampSeconds: lastSecond + 3, event: 'none', amountPiastres: 7 }),
        transaction('u1', 7, { timestampSeconds: lastSecond + 4, transactionType: 'declined' }),
        transaction('u1', 8, { timestampSeconds: lastSecond + 4, transactionType: 'balance_check' }),
        transaction('u1', 9, { timestampSeconds: lastSecond + 4, amountCurrency: 'USD' }),
        transaction('u1', 10, { timestampSeconds: lastSecond, accountType: 'ewallet' }),
        transaction('u1', 11, { timestampSeconds: lastSecond, institutionName: 'Aswan Cash' }),
        transaction('u2', 12, { timestampSeconds: lastSecond }),
      ]);
      const row = (institutionName: string, accountType: string, month: number, more = {}) => ({
        ...{ institutionName, accountType, month, debitPiastres: 10_000, creditPiastres: 0 },
        ...{ salaryPiastres: 0, balancePiastres: null, ...more },
      });
      expect(await store.read((tx) => tx.users.monthSums('u1'))).toEqual([
        row('Aswan Cash', 'debit', 202601),
        row('Delta Bank', 'debit', 202601, { debitPiastres: 30_000, balancePiastres: 900 }),
        row('Delta Bank', 'ewallet', 202601),
        row('Delta Bank', 'debit', 202602, {
          debitPiastres: 0,
          creditPiastres: 123_500,
          salaryPiastres: 123_456,
        }),
      ]);
      expect(await store.read((tx) => tx.users.monthSums('u3'))).toEqual([]);
    });

    it('counts flags by month, label, institution and account type', async () => {
      await take([]);
      const february = seconds('2026-02-01T00:00:00Z');
      await store.write((tx) =>
        tx.upsert.flags([
          flag('u1', 'a', { timestampSeconds: february }),
          flag('u1', 'b', { timestampSeconds: february - 1 }),
          flag('u1', 'c', { timestampSeconds: february + 1 }),
          flag('u1', 'd', { timestampSeconds: february, accountType: 'debit' }),
          flag('u1', 'e', { timestampSeconds: february, flagLabel: 'overdraft' }),
          flag('u2', 'f', { timestampSeconds: february }),
        ]),
      );
      const row = (month: number, flagLabel: string, count: number, accountType: string | null = null) => ({
        ...{ month, flagLabel, institutionName: 'Delta Bank', accountType, count },
      });
      expect(await store.read((tx) => tx.users.flagCounts('u1'))).toEqual([
        row(202601, 'repayment_warning', 1),
        row(202602, 'overdraft', 1),
        row(202602, 'repayment_warning', 2),
        row(202602, 'repayment_warning', 1, 'debit'),
      ]);
    });

    it('counts in windows that are open below and closed above', async () => {
      const airtime = (id: number, timestampSeconds: number) =>
        transaction('u1', id, { timestampSeconds, transactionType: 'airtime_purchase' });
      await take([airtime(1, 100), airtime(2, 101), airtime(3, 200), airtime(4, 201), transaction('u1', 5)]);
      await store.write((tx) => tx.upsert.flags([flag('u1', 'a', { timestampSeconds: 200 })]));
      const windows = [
        { after: 100, until: 200 },
        { after: 0, until: 100 },
      ];
      const counted = (type: string) => store.read((tx) => tx.users.countTransactions('u1', type, windows));
      expect(await counted('airtime_purchase')).toEqual([2, 1]);
      expect(await counted('salary')).toEqual([0, 0]);
      const newest = { after: 1_767_225_598, until: 1_767_225_599 };
      expect(await store.read((tx) => tx.users.countTransactions('u1', 'purchase', [newest]))).toEqual([1]);
      expect(await store.read((tx) => tx.users.countFlags('u1', 'repayment_warning', windows))).toEqual([
        1, 0,
      ]);
      expect(await store.read((tx) => tx.users.countFlags('u1', 'repayment_reminder', windows))).toEqual([
        0, 0,
      ]);
    });

    it('moves last_updated forward only', async () => {
      await store.write((tx) => tx.upsert.users([user('u1')]));
      const move = (at: string) => store.write((tx) => tx.update.userLastUpdated(['u1', 'u9'], at));
      await move('2026-05-01T00:00:00.000Z');
      await move('2026-04-01T00:00:00.000Z');
      expect((await store.read((tx) => tx.users.byIds(['u1'])))[0]?.lastUpdated).toBe(
        '2026-05-01T00:00:00.000Z',
      );
    });
  });
}

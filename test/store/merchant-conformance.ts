import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store, WriteTx } from '../../src/store/port.ts';
import type { OpenedStore } from './conformance.ts';
import { application, auditRecord, loan, merchant, order, store as storeOf } from './ledger-fixtures.ts';

const ALL = { offset: 0, limit: null };

/** What every store behind the port must do with merchants, their stores and their orders. */
export function describeMerchantStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name}: the merchant port`, () => {
    let opened: OpenedStore;
    let store: Store;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    const shop = (tx: WriteTx) =>
      tx.upsert.merchants([merchant('MRC-1')]).then(() => tx.upsert.stores([storeOf('MRC-1', 's1')]));
    const ids = async (
      filter: Parameters<Parameters<Parameters<Store['read']>[0]>[0]['merchants']['orders']>[1],
    ) => (await store.read((tx) => tx.merchants.orders('MRC-1', filter, ALL))).rows.map((row) => row.orderId);

    it('tells new, updated and unchanged merchants, and keeps what a later record leaves out', async () => {
      const first = merchant('MRC-1', { name: 'Nile', updatedAt: '2026-02-01T00:00:00.000Z' });
      const upsert = (row: typeof first) => store.write((tx) => tx.upsert.merchants([row]));
      expect(await upsert(first)).toEqual(['new']);
      expect(await upsert({ ...first, merchantId: 'MRC-OTHER' })).toEqual(['unchanged']);
      expect(await upsert({ ...first, name: 'Old', updatedAt: '2026-01-01T00:00:00.000Z' })).toEqual([
        'unchanged',
      ]);
      expect(await upsert({ ...first, name: null, contactName: 'Amal' })).toEqual(['updated']);
      expect(await store.read((tx) => tx.merchants.byAnyId(['ext-MRC-1']))).toEqual([
        { ...first, contactName: 'Amal' },
      ]);
    });

    it('searches merchants by folded name, external id, contact and phone', async () => {
      await store.write((tx) =>
        tx.upsert.merchants([
          merchant('MRC-2', { name: 'مكتبة الإسكندرية', contactPhone: '+20 100' }),
          merchant('MRC-1', { name: 'Delta_100%', createdAt: '2026-01-01T00:00:00.000Z' }),
        ]),
      );
      const found = async (search?: string) =>
        (await store.read((tx) => tx.merchants.list(search === undefined ? {} : { search }, ALL))).rows.map(
          (row) => row.merchantId,
        );
      expect(await found()).toEqual(['MRC-1', 'MRC-2']);
      expect(await found('مكتبه الاسكندريه')).toEqual(['MRC-2']);
      expect(await found('EXT-mrc-1')).toEqual(['MRC-1']);
      expect(await found('+20 1')).toEqual(['MRC-2']);
      expect(await found('a_1')).toEqual(['MRC-1']);
      expect(await found('%')).toEqual(['MRC-1']);
    });

    it('moves the time of the latest update forward only', async () => {
      await store.write(shop);
      const move = (at: string) =>
        store.write((tx) => tx.update.merchantLatestUpdate(['MRC-1', 'MRC-9'], at));
      const latest = async () => (await store.read((tx) => tx.merchants.byAnyId(['MRC-1'])))[0]?.latestUpdate;
      await move('2026-02-02T00:00:00.000Z');
      await move('2026-02-01T00:00:00.000Z');
      expect(await latest()).toBe('2026-02-02T00:00:00.000Z');
    });

    it('keeps stores with the time their status changed', async () => {
      await store.write(shop);
      const upsert = (more: object, at: string) =>
        store.write((tx) => tx.upsert.stores([storeOf('MRC-1', 's1', { ...more, statusAt: at })]));
      expect(await upsert({}, '2026-04-01T00:00:00.000Z')).toEqual(['unchanged']);
      expect(await upsert({ name: 'Big' }, '2026-04-02T00:00:00.000Z')).toEqual(['updated']);
      const read = () => store.read((tx) => tx.merchants.stores(['MRC-1']));
      expect(await read()).toEqual([storeOf('MRC-1', 's1', { name: 'Big' })]);
      expect(await upsert({ name: 'Big', status: 'QUEUED' }, '2026-04-03T00:00:00.000Z')).toEqual([
        'updated',
      ]);
      expect((await read())[0]).toMatchObject({ status: 'QUEUED', statusAt: '2026-04-03T00:00:00.000Z' });
    });

    it('finds stores of any merchant by their own ids', async () => {
      await store.write(async (tx) => {
        await tx.upsert.merchants([merchant('MRC-2'), merchant('MRC-1')]);
        await tx.upsert.stores([storeOf('MRC-2', 's1'), storeOf('MRC-1', 's1'), storeOf('MRC-1', 's2')]);
      });
      const found = async (...ids: string[]) =>
        (await store.read((tx) => tx.merchants.storesByStoreId(ids))).map(
          (row) => `${row.merchantId}/${row.storeId}`,
        );
      expect(await found('s1')).toEqual(['MRC-1/s1', 'MRC-2/s1']);
      expect(await found('s2', 's9', 's1')).toEqual(['MRC-1/s1', 'MRC-1/s2', 'MRC-2/s1']);
      expect(await found('S1', '')).toEqual([]);
      expect(await found()).toEqual([]);
      expect(await store.read((tx) => tx.merchants.storesByStoreId(['s2']))).toEqual([
        storeOf('MRC-1', 's2'),
      ]);
    });

    it('gives every field of an order back, new or updated', async () => {
      await store.write(shop);
      const told = order('MRC-1', 's1', 'o1', {
        integration: 'in',
        channel: 'ch',
        createdAt: '2026-02-01T10:00:00+02:00',
        createdAtMs: 11,
        updatedAt: '2026-02-02T10:00:00+02:00',
        updatedAtMs: 12,
        processedAt: '2026-02-03T10:00:00+02:00',
        cancelledAt: '2026-02-04T10:00:00+02:00',
        currency: 'USD',
        subtotalPiastres: 13,
        discountsPiastres: 14,
        totalPiastres: 15,
        financialStatus: 'fs',
        fulfillmentStatus: 'us',
        paymentGatewayNames: 'gw',
        customerId: 'cu',
        countryCode: 'co',
        addressLine: 'ad',
      });
      const read = async () => (await store.read((tx) => tx.merchants.orders('MRC-1', {}, ALL))).rows;
      await store.write((tx) => tx.upsert.orders([told]));
      expect(await read()).toEqual([told]);
      const other = { ...told, updatedAtMs: 13, channel: 'ch2', cancelledAt: null, addressLine: 'ad2' };
      expect(await store.write((tx) => tx.upsert.orders([other]))).toEqual(['updated']);
      expect(await read()).toEqual([other]);
    });

    it('tells new, updated and unchanged orders, an older one being unchanged', async () => {
      await store.write(shop);
      const upsert = (more: Partial<ReturnType<typeof order>>) =>
        store.write((tx) => tx.upsert.orders([order('MRC-1', 's1', 'o1', more)]));
      expect(await upsert({})).toEqual(['new']);
      expect(await upsert({})).toEqual(['unchanged']);
      expect(await upsert({ totalPiastres: 1, updatedAtMs: 999 })).toEqual(['unchanged']);
      expect(await upsert({ totalPiastres: 8_000, confirmed: false, updatedAtMs: 2_000 })).toEqual([
        'updated',
      ]);
      const { rows } = await store.read((tx) => tx.merchants.orders('MRC-1', {}, ALL));
      expect(rows).toEqual([
        order('MRC-1', 's1', 'o1', { totalPiastres: 8_000, confirmed: false, updatedAtMs: 2_000 }),
      ]);
      await expect(upsert({ totalPiastres: 1.5 })).rejects.toThrow('not whole piastres');
    });

    it('tells the same of many orders at once, each in its place', async () => {
      await store.write(shop);
      const orders = (from: number, to: number, more: Partial<ReturnType<typeof order>> = {}) =>
        Array.from({ length: to - from }, (_, at) => order('MRC-1', 's1', `o${100 + from + at}`, more));
      const upsert = (rows: readonly ReturnType<typeof order>[]) =>
        store.write((tx) => tx.upsert.orders(rows));
      const all = (many: number, outcome: string) => Array(many).fill(outcome);
      expect(await upsert(orders(0, 70))).toEqual(all(70, 'new'));
      expect(await upsert(orders(0, 70))).toEqual(all(70, 'unchanged'));
      // Some known among new ones, and one that comes twice.
      const later = { totalPiastres: 8_000, updatedAtMs: 2_000 };
      const mixed = [...orders(70, 80), ...orders(79, 80, later), ...orders(80, 200), ...orders(40, 42)];
      const outcomes = [...all(10, 'new'), 'updated', ...all(120, 'new'), ...all(2, 'unchanged')];
      expect(await upsert(mixed)).toEqual(outcomes);
      const { rows } = await store.read((tx) => tx.merchants.orders('MRC-1', {}, { limit: 300, offset: 0 }));
      expect(rows).toHaveLength(200);
      expect(rows.filter(({ totalPiastres }) => totalPiastres === 8_000)).toHaveLength(1);
    });

    it('gives many orders back as they were told, whichever values they share', async () => {
      await store.write(shop);
      const either = (bit: number, isShared: boolean, at: number) => (isShared ? `s${bit}` : `${bit} ${at}`);
      const told = Array.from({ length: 40 * 64 }, (_, at) => {
        const shares = (bit: number) => ((at >> 6) & (1 << bit)) !== 0;
        return order('MRC-1', 's1', `o${10_000 + at}`, {
          integration: either(0, shares(0), at),
          channel: either(1, shares(1), at),
          currency: shares(2) ? 'USD' : at % 2 === 0 ? 'EGP' : 'EUR',
          financialStatus: either(3, shares(3), at),
          cancelledAt: shares(4) ? null : `2026-02-04T10:00:00Z`,
          confirmed: shares(5) || at % 3 === 0,
        });
      });
      await store.write((tx) => tx.upsert.orders(told));
      const { rows } = await store.read((tx) => tx.merchants.orders('MRC-1', {}, ALL));
      expect(rows.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1))).toEqual(told);
    });

    it('lists orders newest first, then by id, and visits them oldest first', async () => {
      await store.write(async (tx) => {
        await shop(tx);
        await tx.upsert.merchants([merchant('MRC-2')]);
        await tx.upsert.stores([storeOf('MRC-1', 's2'), storeOf('MRC-2', 's1')]);
        await tx.upsert.orders([
          order('MRC-1', 's1', 'b', { createdAtMs: 20 }),
          order('MRC-1', 's2', 'a', { createdAtMs: 20, financialStatus: 'refunded' }),
          order('MRC-1', 's1', 'c', { createdAtMs: 30 }),
          order('MRC-1', 's1', 'd', { createdAtMs: 10 }),
          order('MRC-2', 's1', 'x', { createdAtMs: 15 }),
        ]);
      });
      expect(await ids({})).toEqual(['c', 'a', 'b', 'd']);
      expect(await ids({ createdAfterMs: 10, createdBeforeMs: 30 })).toEqual(['a', 'b']);
      expect(await ids({ storeId: 's2' })).toEqual(['a']);
      expect(await ids({ financialStatus: 'refunded' })).toEqual(['a']);
      const page = await store.read((tx) => tx.merchants.orders('MRC-1', {}, { offset: 1, limit: 2 }));
      expect([page.totalCount, ...page.rows.map((row) => row.orderId)]).toEqual([4, 'a', 'b']);
      const visited: string[] = [];
      await store.read((tx) => tx.merchants.visitOrders('MRC-1', 20, (row) => visited.push(row.orderId)));
      expect(visited).toEqual(['d', 'a', 'b']);
      const [known, ...others] = await store.read((tx) =>
        tx.merchants.ordersByIds('MRC-1', page.rows[0]?.storeId ?? '', ['a', 'nowhere']),
      );
      expect([known, others]).toEqual([page.rows[0], []]);
      expect(await store.read((tx) => tx.merchants.ordersByIds('MRC-1', 'elsewhere', ['a']))).toEqual([]);
    });

    it('finds applications and loans by either id of a merchant', async () => {
      await store.write(async (tx) => {
        await shop(tx);
        await tx.insert.applications([
          application('APP-1', { merchantId: 'MRC-1' }),
          application('APP-2', { merchantId: 'ext-MRC-1' }),
          application('APP-3', { merchantId: 'other' }),
        ]);
        await tx.insert.loans([loan('LN-2', 'APP-2', { merchantId: 'ext-MRC-1' })]);
        await tx.insert.audit(auditRecord('test', 'APP-1'));
      });
      await store.read(async (tx) => {
        for (const id of ['MRC-1', 'ext-MRC-1']) {
          const { rows } = await tx.applications.list({ merchantId: id }, ALL);
          expect(rows.map((row) => row.applicationId)).toEqual(['APP-1', 'APP-2']);
          expect((await tx.loans.ofMerchant([id])).map((d) => d.loan.loanId)).toEqual(['LN-2']);
        }
      });
    });

    it('refuses stores and orders without a parent', async () => {
      await expect(store.write((tx) => tx.upsert.stores([storeOf('MRC-9', 's1')]))).rejects.toThrow(
        'no such merchant',
      );
      await store.write(shop);
      await expect(store.write((tx) => tx.upsert.orders([order('MRC-1', 's9', 'o')]))).rejects.toThrow(
        'no such store',
      );
    });
  });
}

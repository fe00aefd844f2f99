import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import type { OpenedStore } from './conformance.ts';
import { openLoan } from './ledger-fixtures.ts';

/** What every store behind the port must do with units that become durable together. */
export function describeTogether(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name}: units together`, () => {
    let opened: OpenedStore;
    let store: Store;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    async function loans(of: Pick<Store, 'read'> = store): Promise<string[]> {
      const { rows } = await of.read((tx) => tx.loans.list({}, { offset: 0, limit: null }));
      return rows.map((row) => row.loan.loanId);
    }
    const book = (tag: string) => (tx: WriteTx) => openLoan(tx, tag);
    const report = () => store.read((tx) => verifyLedger(tx, {}));

    it('answers what the work answers, and its reads see its writes', async () => {
      const seen = await store.together(async (units) => {
        await units.write(book('A'));
        await units.write(book('B'));
        return loans(units);
      });
      expect(seen).toEqual(['LN-A', 'LN-B']);
      expect(await loans()).toEqual(['LN-A', 'LN-B']);
      expect(await report()).toMatchObject({ ok: true, entries: 2, loans: 2, violations: [] });
    });

    it('undoes a unit that throws, whole and alone', async () => {
      await store.together(async (units) => {
        await units.write(book('A'));
        const broken = units.write(async (tx) => {
          await openLoan(tx, 'B');
          throw new Error('changed my mind');
        });
        await expect(broken).rejects.toThrow('changed my mind');
        await units.write(book('C'));
      });
      expect(await loans()).toEqual(['LN-A', 'LN-C']);
      expect(await report()).toMatchObject({ ok: true, entries: 2, violations: [] });
    });

    it('keeps what was written until the work throws, and throws that', async () => {
      const work = store.together(async (units) => {
        await units.write(book('A'));
        throw new Error('the file ends in the middle');
      });
      await expect(work).rejects.toThrow('the file ends in the middle');
      expect(await loans()).toEqual(['LN-A']);
      await store.write(book('B'));
      expect(await report()).toMatchObject({ ok: true, entries: 2, violations: [] });
    });

    it('answers dry runs and keeps nothing of them, beside units that are kept', async () => {
      await store.together(async (units) => {
        await units.write(book('A'), { dryRun: true });
        expect(await loans(units)).toEqual([]);
        await units.write(book('B'));
        await units.write(book('C'), { dryRun: true });
      });
      await store.together((units) => units.write(book('D'), { dryRun: true }));
      expect(await loans()).toEqual(['LN-B']);
    });

    it('runs units one after the other, however the work awaits them', async () => {
      await store.together((units) => Promise.all(['A', 'B', 'C'].map((tag) => units.write(book(tag)))));
      expect(await report()).toMatchObject({ ok: true, entries: 3, violations: [] });
    });

    it('waits for units the work began and did not await', async () => {
      let forgotten: Promise<void> | undefined;
      await store.together(async (units) => {
        forgotten = units.write(book('A'));
      });
      expect(await loans()).toEqual(['LN-A']);
      await forgotten;
    });

    it('takes no unit after its end', async () => {
      const late = await store.together(async (units) => units.write);
      await expect(late(book('A'))).rejects.toThrow('after its transaction');
      expect(await loans()).toEqual([]);
    });

    it('takes turns with other units of the same store', async () => {
      const first = store.write(book('A'));
      // What is asked for later waits for its turn, where there are turns.
      const earlier = async (units: Pick<Store, 'read'>): Promise<string[]> =>
        (await loans(units)).filter((loanId) => opened.takesTurns || loanId !== 'LN-C');
      const both = store.together(async (units) => {
        expect(await earlier(units)).toEqual(['LN-A']);
        await units.write(book('B'));
        expect(await earlier(units)).toEqual(['LN-A', 'LN-B']);
      });
      const last = store.write(book('C'));
      await Promise.all([first, both, last]);
      expect(await report()).toMatchObject({ ok: true, entries: 3, violations: [] });
    });
  });
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Piastres } from '../../src/domain/money.ts';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import type { OpenedStore } from './conformance.ts';
import { application, auditRecord, entryOf, openLoan, pay, payment } from './ledger-fixtures.ts';

const ALL = { offset: 0, limit: null };

/** What every store behind the port must do with units of work: numbers, refusals, rollback, order. */
export function describeUnits(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name}: units of work`, () => {
    let opened: OpenedStore;
    let store: Store;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    const write = (unit: (tx: WriteTx) => Promise<void>): Promise<void> => store.write(unit);
    const report = () => store.read((tx) => verifyLedger(tx, {}));

    it('numbers each loan by itself and verifies', async () => {
      await write((tx) => openLoan(tx, 'A'));
      await write((tx) => openLoan(tx, 'B'));
      await write((tx) => pay(tx, 'A', 'PAY-1', 2, 3_900_000));
      await write((tx) => pay(tx, 'B', 'PAY-2', 2, 3_900_000));
      await write((tx) => pay(tx, 'A', 'PAY-3', 3, 3_800_000));
      const verified = await report();
      expect(verified).toMatchObject({ ok: true, entries: 5, loans: 2, violations: [] });
      expect(verified.anchor).toEqual((await store.read((tx) => tx.info())).anchor);
    });

    it('reads within a unit what the unit wrote', async () => {
      await write(async (tx) => {
        await openLoan(tx, 'A');
        expect(await tx.journal.ofLoans(['LN-A'])).toHaveLength(1);
        await pay(tx, 'A', 'PAY-1', 2, 3_900_000);
        expect((await tx.loans.byIds(['LN-A']))[0]?.payments).toHaveLength(1);
        expect(await tx.journal.ofLoans(['LN-A'])).toHaveLength(2);
      });
    });

    it('refuses an unbalanced entry, an unbooked payment and facts without an audit record', async () => {
      await write((tx) => openLoan(tx, 'A'));
      const paid = payment('PAY-1', 'LN-A');
      const draft = {
        ...entryOf(paid),
        postings: [{ account: 'loan principal' as const, amountPiastres: 1 }],
      };
      await expect(write(async (tx) => void (await tx.insert.journalEntries([draft])))).rejects.toThrow(
        'out of balance',
      );
      await expect(
        write(async (tx) => {
          await tx.insert.payments([paid]);
          await tx.insert.audit(auditRecord('pay', 'PAY-1'));
        }),
      ).rejects.toThrow('PAY-1 has no journal entry');
      await expect(
        write(async (tx) => {
          await tx.insert.journalEntries([entryOf(paid)]);
          await tx.insert.audit(auditRecord('pay', 'PAY-1'));
        }),
      ).rejects.toThrow('PAY-1, which is not in the ledger');
      await expect(write((tx) => tx.insert.applications([application('APP-9')]))).rejects.toThrow(
        'without an audit record',
      );
      await expect(
        write(async (tx) => {
          await tx.insert.audit(auditRecord('early', 'APP-9'));
          await tx.insert.applications([application('APP-9')]);
        }),
      ).rejects.toThrow('without an audit record');
      expect(await report()).toMatchObject({ ok: true, entries: 1 });
    });

    it('refuses a split that is not the payment, and amounts that are not whole', async () => {
      await write((tx) => openLoan(tx, 'A'));
      const odd = payment('PAY-1', 'LN-A', { interestPiastres: 1 as Piastres });
      await expect(write((tx) => tx.insert.payments([odd]))).rejects.toThrow();
      const half = application('APP-7', { requestedAmountPiastres: 0.5 as Piastres });
      await expect(write((tx) => tx.insert.applications([half]))).rejects.toThrow();
    });

    it('rolls back a unit that throws, whole and alone', async () => {
      const broken = write(async (tx) => {
        await openLoan(tx, 'A');
        throw new Error('changed my mind');
      });
      broken.catch(() => {});
      const fine = write((tx) => openLoan(tx, 'B'));
      if (!opened.takesTurns) await fine;
      const clash = write((tx) => openLoan(tx, 'B'));
      const last = write((tx) => openLoan(tx, 'C'));
      const settled = await Promise.allSettled([broken, fine, clash, last]);
      expect(settled.map((result) => result.status)).toEqual([
        'rejected',
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
      const { rows } = await store.read((tx) => tx.loans.list({}, ALL));
      expect(rows.map((row) => row.loan.loanId)).toEqual(['LN-B', 'LN-C']);
      expect(await report()).toMatchObject({ ok: true, entries: 2 });
    });

    it('answers a dry run and keeps nothing of it', async () => {
      const dry = store.write(
        async (tx) => {
          await openLoan(tx, 'A');
          return (await tx.info()).counts.loans;
        },
        { dryRun: true },
      );
      if (!opened.takesTurns) await dry;
      const kept = write((tx) => openLoan(tx, 'B'));
      expect(await dry).toBe(1);
      await kept;
      const { counts } = await store.read((tx) => tx.info());
      expect(counts).toMatchObject({ loans: 1, applications: 1, entries: 1, payments: 0 });
      expect(await report()).toMatchObject({ ok: true });
    });

    it('runs units one after the other, however they await', async () => {
      if (!opened.takesTurns) return;
      const trail: string[] = [];
      const unit = (tag: string) =>
        write(async (tx) => {
          trail.push(`${tag} begins`);
          await tx.info();
          await tx.info();
          await openLoan(tx, tag);
          trail.push(`${tag} ends`);
        });
      await Promise.all(['A', 'B', 'C'].map(unit));
      expect(trail).toEqual(['A begins', 'A ends', 'B begins', 'B ends', 'C begins', 'C ends']);
    });

    it('verifies a hundred payments made at once', async () => {
      await write((tx) => openLoan(tx, 'A'));
      // Where units do not take turns the one that comes next is not known before.
      const payNext = async (tx: WriteTx, i: number): Promise<void> => {
        const [dossier] = await tx.loans.byIds(['LN-A']);
        const paid = opened.takesTurns ? i : (dossier?.payments.length ?? 0);
        await pay(tx, 'A', `PAY-${i}`, paid + 2, 4_000_000 - (paid + 1) * 100_000);
      };
      await Promise.all(Array.from({ length: 39 }, (_, i) => write((tx) => payNext(tx, i))));
      expect(await report()).toMatchObject({ ok: true, entries: 40, violations: [] });
    });
  });
}

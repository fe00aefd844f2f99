import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import type { OpenedStore } from './conformance.ts';
import { type Corrections, correctEverything, corrections } from './correction-fixtures.ts';
import { openLoan, pay, policyVersion } from './ledger-fixtures.ts';

/** What every store behind the port must do with reversals, write-offs, refunds, notes, aliases and exports. */
export function describeCorrectionStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name}: corrections and annotations`, () => {
    let opened: OpenedStore;
    let store: Store;
    let written: Corrections;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      written = await store.write(async (tx) => {
        await tx.insert.policyVersions([policyVersion(1)]);
        for (const tag of ['A', 'B']) await openLoan(tx, tag);
        await pay(tx, 'A', 'PAY-1', 2, 3_900_000);
        await pay(tx, 'A', 'PAY-2', 3, 3_800_000);
        return correctEverything(tx, 'A');
      });
    });
    afterEach(() => opened.dispose());

    it('reads back what corrects a loan within its dossier', async () => {
      const [one, other] = await store.read((tx) => tx.loans.byIds(['LN-A', 'LN-B']));
      expect(one?.payments.map((payment) => [payment.paymentId, payment.reversal])).toEqual([
        ['PAY-1', written.payment_reversal],
        ['PAY-2', null],
      ]);
      expect(one).toMatchObject({
        writeOffs: [{ ...written.write_off, reversal: written.write_off_reversal }],
        refunds: [written.refund],
        undrawnCancellations: [written.undrawn_cancellation],
      });
      expect(other).toMatchObject({ writeOffs: [], refunds: [], undrawnCancellations: [] });
    });

    it('reads back notes, aliases, links and exports', async () => {
      await store.read(async (tx) => {
        expect(await tx.notes.ofLoans(['LN-A', 'LN-B'])).toEqual([written.loan_note]);
        expect(await tx.aliases.ofLoans(['LN-A'])).toEqual([written.loan_alias]);
        expect(await tx.aliases.byFolded(['none', 'shopA'])).toEqual([written.loan_alias]);
        expect(await tx.repeats.ofLoans(['LN-A'])).toEqual([written.payment_repeat]);
        expect(await tx.exports.ofDisbursements(['DSB-B', 'DSB-A'])).toEqual([written.disbursement_export]);
        expect(await tx.exports.ofBatch('BAT-1')).toEqual([written.disbursement_export]);
        expect(await tx.exports.ofBatch('BAT-2')).toEqual([]);
        expect(await tx.ids.existing('refund', ['RFD-A', 'RFD-B'])).toEqual(['RFD-A']);
        expect(await tx.payments.byIds(['PAY-2', 'PAY-9', 'PAY-1'])).toMatchObject([
          { paymentId: 'PAY-2' },
          { paymentId: 'PAY-1' },
        ]);
      });
    });

    it('vouches for each of them and seals what they book', async () => {
      const checks: string[] = [];
      const faults: string[] = [];
      await store.read(async (tx) => {
        await tx.verification.visitFacts((fact) => {
          checks.push(fact.fact.split(' ')[0] as string);
          if (fact.attestedHash !== fact.currentHash) faults.push(fact.fact);
        });
        await tx.verification.visitSeals((seal) => {
          if (seal.currentItemHash !== seal.sealedItemHash) faults.push(seal.item);
        });
        expect(await tx.verification.unsealed()).toEqual([]);
      });
      expect(faults).toEqual([]);
      expect(checks).toEqual(expect.arrayContaining(Object.keys(corrections('A'))));
    });

    it('takes one reversal of a payment and one loan of an alias', async () => {
      const again = corrections('A');
      await expect(
        store.write((tx) => tx.insert.paymentReversals([{ ...again.payment_reversal, order: 9 }])),
      ).rejects.toThrow();
      await expect(
        store.write((tx) => tx.insert.loanAliases([{ ...again.loan_alias, loanId: 'LN-B' }])),
      ).rejects.toThrow();
      await expect(
        store.write((tx) =>
          tx.insert.disbursementExports([{ ...again.disbursement_export, batchId: 'BAT-2' }]),
        ),
      ).rejects.toThrow();
    });

    it('does not commit a refund without the entry that books it', async () => {
      const refund = { ...corrections('B').refund, order: 2 };
      await expect(store.write((tx) => tx.insert.refunds([refund]))).rejects.toThrow(
        'RFD-B has no journal entry',
      );
    });
  });
}

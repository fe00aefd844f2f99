import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store } from '../../src/store/port.ts';
import type { KnownRow } from '../../src/store/receipt-port.ts';
import type { OpenedStore } from './conformance.ts';
import { corrections } from './correction-fixtures.ts';
import { auditRecord, openLoan, pay, policyVersion } from './ledger-fixtures.ts';
import {
  ACCOUNT,
  bankStatement,
  batchRow,
  batchUndo,
  DAY,
  heldEntry,
  heldRow,
  heldStep,
  importBatch,
  rowKey,
} from './receipt-fixtures.ts';

const ALL = { offset: 0, limit: null };
const LATER = '2026-05-01' as CalendarDate;
const EVER = ['2026-01-01' as CalendarDate, '2026-12-31' as CalendarDate] as const;

/** What every store behind the port must do with imported files and what is held of them. */
export function describeReceiptStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name}: imported files and held money`, () => {
    let opened: OpenedStore;
    let store: Store;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
      await store.write(async (tx) => {
        await tx.insert.policyVersions([policyVersion(1)]);
        await openLoan(tx, 'A');
        await importBatch(
          tx,
          [
            batchRow('BAT-1', 1, { outcome: 'held', heldId: 'HLD-1' }),
            batchRow('BAT-1', 2, { outcome: 'held', heldId: 'HLD-2', amount: '70.00', currency: 'USD' }),
            batchRow('BAT-1', 3, { direction: 'debit', amount: '7.25' }),
            batchRow('BAT-1', 4, { direction: 'debit', amount: '7.25', date: LATER }),
          ],
          [
            heldRow('HLD-1', 'BAT-1', 1),
            heldRow('HLD-2', 'BAT-1', 2, {
              code: 'other_currency',
              currency: 'USD',
              amount: '70.00',
              amountPiastres: null,
              text: null,
            }),
          ],
          [bankStatement('BAT-1')],
        );
        await tx.insert.audit(auditRecord('import', 'BAT-1'));
      });
    });
    afterEach(() => opened.dispose());

    const violations = () => store.read(async (tx) => (await verifyLedger(tx, {})).violations);
    const undo = () =>
      store.write(async (tx) => {
        const step = heldStep('HLD-1', 1, { kind: 'undone', reason: null });
        await tx.insert.batchUndos([batchUndo('BAT-1')]);
        await tx.insert.heldSteps([step, heldStep('HLD-2', 1, { kind: 'undone', amountPiastres: null })]);
        await tx.insert.journalEntries([heldEntry(step)]);
        await tx.insert.audit(auditRecord('undo', 'BAT-1'));
      });

    /** A second batch, of rows that have references, two of them of no account, and one held that may be known. */
    const importAgain = () =>
      store.write(async (tx) => {
        const none = { account: null, rowKey: rowKey(77) };
        await importBatch(
          tx,
          [
            batchRow('BAT-0', 1, {
              rowKey: rowKey(1),
              occurrence: 2,
              reference: 'ft1',
              endToEndId: 'e1',
              balance: '10.00',
              derivedBalance: '11.00',
            }),
            batchRow('BAT-0', 2, { account: 'EG0', rowKey: rowKey(72), reference: 'ft1' }),
            batchRow('BAT-0', 3, none),
            batchRow('BAT-0', 4, { ...none, occurrence: 2, reference: 'ft1' }),
            batchRow('BAT-0', 5, {
              account: null,
              rowKey: rowKey(75),
              outcome: 'held',
              heldId: 'HLD-3',
              reference: 'ft1',
              candidatesJson: '[{"id":"HLD-1"}]',
            }),
          ],
          [heldRow('HLD-3', 'BAT-0', 5, { account: null, code: 'may_be_known' })],
        );
        await tx.insert.audit(auditRecord('import', 'BAT-0'));
      });
    const namesOf = (rows: readonly KnownRow[]) =>
      rows.map(({ batchId, rowNumber }) => `${batchId}/${rowNumber}`);

    it('knows rows by their account and day, in the order of imports, until their batch is undone', async () => {
      await importAgain();
      const read = (which: 'rowsOfDays' | 'undoneRowsOfDays', account: string) =>
        store.read(async (tx) => namesOf(await tx.receipts[which](account, [LATER, DAY, LATER])));
      const all = ['BAT-1/1', 'BAT-1/2', 'BAT-1/3', 'BAT-0/1', 'BAT-1/4'];
      expect(await read('rowsOfDays', ACCOUNT)).toEqual(all);
      expect(await read('rowsOfDays', 'EG0')).toEqual(['BAT-0/2']);
      expect(await read('rowsOfDays', '')).toEqual([]);
      expect(await read('undoneRowsOfDays', ACCOUNT)).toEqual([]);
      await undo();
      expect(await read('rowsOfDays', ACCOUNT)).toEqual(['BAT-0/1']);
      expect(await read('undoneRowsOfDays', ACCOUNT)).toEqual(all.filter((name) => name !== 'BAT-0/1'));
      expect(await violations()).toEqual([]);
    });

    it('knows rows by their references, keys and batches', async () => {
      await importAgain();
      await store.read(async ({ receipts }) => {
        const byReferences = await receipts.rowsByReferences(['ft1', 'ft2', 'ft1']);
        expect(namesOf(byReferences)).toEqual(['BAT-0/1', 'BAT-0/2', 'BAT-0/5']);
        expect(byReferences[0]).toMatchObject({
          ...batchRow('BAT-0', 1, { rowKey: rowKey(1), occurrence: 2, reference: 'ft1', endToEndId: 'e1' }),
          balance: '10.00',
          derivedBalance: '11.00',
          loanId: null,
          reversedOn: null,
          heldCode: null,
          lastStep: null,
          isFreed: 0,
        });
        // Those that have an account or a reference are known by that.
        const byKeys = await receipts.rowsByKeys([rowKey(77), rowKey(1), rowKey(77), rowKey(75)]);
        expect(namesOf(byKeys)).toEqual(['BAT-0/3']);
        expect(namesOf(await receipts.rowsOfBatches(['BAT-0', 'BAT-1', 'BAT-9', 'BAT-0']))).toEqual([
          ...[1, 2, 3, 4].map((number) => `BAT-1/${number}`),
          ...[1, 2, 3, 4, 5].map((number) => `BAT-0/${number}`),
        ]);
        expect(await receipts.statedAccounts()).toEqual([ACCOUNT]);
        expect(await receipts.candidatesOfHeld(['HLD-1', 'HLD-3', 'HLD-9'])).toEqual([
          { heldId: 'HLD-3', candidatesJson: '[{"id":"HLD-1"}]' },
        ]);
      });
      expect(await violations()).toEqual([]);
    });

    it('says of rows it knows why they are held and what became of that last', async () => {
      const held = async () => {
        const rows = await store.read((tx) => tx.receipts.rowsOfDays(ACCOUNT, [DAY]));
        return rows.map(({ heldCode, lastStep }) => `${heldCode} ${lastStep}`);
      };
      expect(await held()).toEqual(['no_match null', 'other_currency null', 'null null']);
      await store.write(async (tx) => {
        await pay(tx, 'A', 'PAY-1', 2, 3_950_000, { batchId: 'BAT-1', amountPiastres: 50_000 as never });
        const steps = [
          heldStep('HLD-1', 1, {
            kind: 'matched',
            amountPiastres: 50_000,
            loanId: 'LN-A',
            paymentId: 'PAY-1',
          }),
          heldStep('HLD-1', 2, { amountPiastres: 100_000 }),
        ];
        await tx.insert.heldSteps(steps);
        await tx.insert.journalEntries(steps.map(heldEntry));
        await tx.insert.audit(auditRecord('match', 'HLD-1'));
      });
      expect(await held()).toEqual(['no_match dismissed', 'other_currency null', 'null null']);
    });

    it('says of rows it knows what became of their payments', async () => {
      await store.write(async (tx) => {
        await pay(tx, 'A', 'PAY-1', 2, 3_900_000, { batchId: 'BAT-1', paymentReference: 'FT-Aé' });
        await pay(tx, 'A', 'PAY-2', 3, 3_800_000, { batchId: 'BAT-2', paymentReference: 'ft-aé' });
        await importBatch(tx, [
          batchRow('BAT-2', 1, { outcome: 'posted', paymentId: 'PAY-2' }),
          // What another file brought, told again by a bank.
          batchRow('BAT-2', 2, { outcome: 'posted', paymentId: 'PAY-1' }),
        ]);
        await tx.insert.audit(auditRecord('import', 'BAT-2'));
      });
      const known = async () => {
        const rows = await store.read((tx) => tx.receipts.rowsOfBatches(['BAT-2']));
        return rows.map(({ loanId, reversedOn, isFreed }) => [loanId, reversedOn, isFreed]);
      };
      expect(await known()).toEqual([
        ['LN-A', null, 0],
        ['LN-A', null, 0],
      ]);
      await store.write(async (tx) => {
        const { payment_reversal } = corrections('A');
        await tx.insert.paymentReversals([{ ...payment_reversal, paymentId: 'PAY-2' }]);
        await tx.insert.audit(auditRecord('reverse', 'PAY-2'));
      });
      await undo();
      expect(await known()).toEqual([
        ['LN-A', corrections('A').payment_reversal.reversedOn, 0],
        ['LN-A', null, 1],
      ]);
      await store.read(async ({ receipts }) => {
        const [first, second] = await receipts.paymentsByIds(['PAY-2', 'PAY-1', 'PAY-9', 'PAY-1']);
        expect(first).toEqual({
          paymentId: 'PAY-1',
          loanId: 'LN-A',
          amountPiastres: 100_000,
          paymentDate: first?.paymentDate,
          paymentReference: 'FT-Aé',
          batchId: 'BAT-1',
          isReversed: 0,
        });
        expect(second).toMatchObject({ paymentId: 'PAY-2', isReversed: 1 });
        expect(await receipts.paymentsByReferences(['Ft-aé', 'ft-Aé', 'other'])).toEqual([first, second]);
        expect(await receipts.paymentsByReferences(['ft-a'])).toEqual([]);
      });
    });

    it('reads batches, their rows and their statements', async () => {
      await store.read(async (tx) => {
        const page = await tx.receipts.batches(ALL);
        expect(page).toMatchObject({ totalCount: 1, rows: [{ batchId: 'BAT-1', rowCount: 4, undo: null }] });
        expect(await tx.receipts.batchesByIds(['BAT-9', 'BAT-1'])).toEqual(page.rows);
        expect(await tx.receipts.standingBatchesOf(page.rows[0]!.digest)).toEqual(page.rows);
        expect(await tx.receipts.standingBatchesOf('0'.repeat(64))).toEqual([]);
        const rows = await tx.receipts.rowsOfBatch('BAT-1', { offset: 2, limit: 1 });
        expect(rows).toMatchObject({ totalCount: 4, rows: [{ rowNumber: 3, rowKey: rowKey(3) }] });
        expect(await tx.receipts.statementsOfAccount(ACCOUNT, 'EGP', 5)).toEqual([bankStatement('BAT-1')]);
        expect(await tx.receipts.statementsBetween(ACCOUNT, DAY, DAY)).toEqual([bankStatement('BAT-1')]);
        expect(await tx.receipts.statementsBetween(ACCOUNT, LATER, LATER)).toEqual([]);
        const ofDay = { batchId: 'BAT-1', date: DAY };
        const charge = { currency: 'EGP', direction: 'debit', outcome: 'not_a_repayment' };
        expect(await tx.receipts.heldOfAccount(ACCOUNT, DAY, DAY)).toMatchObject([
          { heldId: 'HLD-1', direction: 'credit', rowDate: DAY, steps: [] },
          { heldId: 'HLD-2', direction: 'credit', rowDate: DAY, steps: [] },
        ]);
        expect(await tx.receipts.accountRowSums(ACCOUNT, ...EVER)).toEqual([
          { ...ofDay, currency: 'EGP', direction: 'credit', outcome: 'held', count: 1, sum: '1500.00' },
          { ...ofDay, ...charge, count: 1, sum: '7.25' },
          { ...ofDay, currency: 'USD', direction: 'credit', outcome: 'held', count: 1, sum: '70.00' },
          { ...ofDay, ...charge, date: LATER, count: 1, sum: '7.25' },
        ]);
      });
      await undo();
      await store.read(async (tx) => {
        expect(await tx.receipts.accountRowSums(ACCOUNT, ...EVER)).toEqual([]);
        expect(await tx.receipts.statementsOfAccount(ACCOUNT, 'EGP', 5)).toEqual([]);
        const { digest = '' } = (await tx.receipts.batches(ALL)).rows[0] ?? {};
        expect(await tx.receipts.standingBatchesOf(digest)).toEqual([]);
        expect(await tx.receipts.undoneOfAccount(ACCOUNT, DAY, DAY)).toMatchObject([
          { batchId: 'BAT-1', undo: batchUndo('BAT-1') },
        ]);
      });
    });

    it.each([
      ['what it says', 'قسط', 'HLD-1'],
      ['its id', 'hld-1', 'HLD-1'],
      ['the phone it came from, however spaced', '201001234567', 'HLD-1'],
      ['the whole amount, with fewer decimals', '1,500', 'HLD-1'],
      ['a part of the amount', '150', undefined],
    ])('finds what is held by %s', async (_by, search, found) => {
      const { rows } = await store.read((tx) => tx.receipts.held({ search, state: 'open' }, ALL));
      expect(rows.map(({ heldId }) => heldId).find((id) => id === 'HLD-1')).toBe(found);
    });

    it.each([
      [['no_match'], ['HLD-1']],
      [
        ['no_match', 'other_currency'],
        ['HLD-1', 'HLD-2'],
      ],
      [['may_be_known'], []],
    ])('finds what is held for one of the reasons %j', async (codes, found) => {
      const { rows, totalCount } = await store.read((tx) => tx.receipts.held({ codes, state: 'open' }, ALL));
      expect(rows.map(({ heldId }) => heldId)).toEqual(found);
      expect(totalCount).toBe(found.length);
    });

    it('tells what waits from what is settled, in part too, and books each step in and out', async () => {
      const state = async () => {
        const ids = (state: 'open' | 'settled') =>
          store.read(async (tx) => (await tx.receipts.held({ state }, ALL)).rows.map(({ heldId }) => heldId));
        const { sumPiastres, count } = await store.read((tx) => tx.receipts.waiting('receipt'));
        return { open: await ids('open'), settled: await ids('settled'), sumPiastres, count };
      };
      const step = (number: number, amountPiastres: number | null, heldId = 'HLD-1') =>
        store.write(async (tx) => {
          const one = heldStep(heldId, number, { amountPiastres });
          await tx.insert.heldSteps([one]);
          if (amountPiastres !== null) await tx.insert.journalEntries([heldEntry(one)]);
          await tx.insert.audit(auditRecord('dismiss', heldId));
        });
      expect(await state()).toEqual({
        open: ['HLD-1', 'HLD-2'],
        settled: [],
        sumPiastres: 150_000n,
        count: 1,
      });
      await step(1, 50_000);
      expect(await state()).toMatchObject({ open: ['HLD-1', 'HLD-2'], sumPiastres: 100_000n });
      await step(2, 100_000);
      await step(1, null, 'HLD-2');
      expect(await state()).toEqual({ open: [], settled: ['HLD-1', 'HLD-2'], sumPiastres: 0n, count: 0 });
      expect(await violations()).toEqual([]);
    });

    it('finds the payments of a batch and the held row one was made of', async () => {
      await store.write(async (tx) => {
        await pay(tx, 'A', 'PAY-1', 2, 3_900_000);
        const step = heldStep('HLD-1', 1, { kind: 'matched', loanId: 'LN-A', paymentId: 'PAY-1' });
        await tx.insert.heldSteps([step]);
        await tx.insert.journalEntries([heldEntry(step)]);
        await tx.insert.audit(auditRecord('match', 'HLD-1'));
      });
      await store.read(async (tx) => {
        expect(await tx.receipts.heldOfPayments(['PAY-1', 'PAY-2'])).toEqual([
          { paymentId: 'PAY-1', heldId: 'HLD-1' },
        ]);
        expect(await tx.receipts.heldByIds(['HLD-1'])).toMatchObject([{ steps: [{ stepId: 'HLD-1/1' }] }]);
        expect(await tx.receipts.heldOfBatch('BAT-1')).toMatchObject([
          { heldId: 'HLD-1' },
          { heldId: 'HLD-2' },
        ]);
      });
      // The payment was booked by hand here: it is not one of the batch, which verifying says.
      expect((await violations()).map(({ check, where }) => [check, where])).toContainEqual([
        'held',
        'step HLD-1/1',
      ]);
    });

    it('finds the standing payments an account brought, by their amount, newest first', async () => {
      const day = (date: string) => ({ batchId: 'BAT-1', paymentDate: date as CalendarDate });
      await store.write(async (tx) => {
        await pay(tx, 'A', 'PAY-1', 2, 3_900_000, day('2026-03-01'));
        await pay(tx, 'A', 'PAY-2', 3, 3_800_000, day('2026-03-02'));
        await pay(tx, 'A', 'PAY-3', 4, 3_700_000, day('2026-03-03'));
        await pay(tx, 'A', 'PAY-4', 5, 3_600_000, { ...day('2026-03-03'), batchId: null });
        await pay(tx, 'A', 'PAY-5', 6, 3_500_000, day('2026-03-20'));
        await tx.insert.paymentReversals([{ ...corrections('A').payment_reversal, paymentId: 'PAY-2' }]);
        await tx.insert.audit(auditRecord('reverse', 'PAY-2'));
      });
      const found = (account: string, to: string, limit = 5) =>
        store.read((tx) =>
          tx.receipts.paymentsOfAccount(
            {
              account,
              amountPiastres: 100_000,
              from: '2026-03-01' as CalendarDate,
              to: to as CalendarDate,
            },
            limit,
          ),
        );
      const all = [
        { loanId: 'LN-A', paymentId: 'PAY-3' },
        { loanId: 'LN-A', paymentId: 'PAY-1' },
      ];
      expect(await found(ACCOUNT, '2026-03-19')).toEqual(all);
      expect(await found(ACCOUNT, '2026-03-03', 1)).toEqual(all.slice(0, 1));
      expect(await found(ACCOUNT, '2026-03-02')).toEqual(all.slice(1));
      expect(await found('EG0', '2026-03-19')).toEqual([]);
    });

    it('has held money in the journal and the trial balance', async () => {
      await store.read(async (tx) => {
        const entries = await tx.journal.inSequence({ after: 0 }, 100);
        expect(entries.at(-1)).toMatchObject({
          loanId: 'HLD-1',
          kind: 'held_receipt',
          businessName: 'Nile Shop',
          entryNumber: 1,
        });
        expect(entries.map(({ sequence }) => sequence)).toEqual(
          entries.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
        );
        const [first] = entries;
        expect(await tx.journal.inSequence({ after: 0 }, 1)).toEqual([first]);
        expect(await tx.journal.inSequence({ after: first?.sequence ?? 0 }, 1)).toEqual([entries[1]]);
        const sums = await tx.reports.accountSums({ asOf: LATER, knownAt: null });
        expect(sums.find(({ account }) => account === 'unallocated receipts')).toMatchObject({
          debitPiastres: 0n,
          creditPiastres: 150_000n,
        });
        const since = await tx.reports.entriesBookedSince('2026-03-15T00:00:00.000Z', {
          asOf: LATER,
          knownAt: null,
        });
        expect(since.map(({ loanId }) => loanId)).toEqual(['HLD-1']);
      });
    });

    it('refuses held money without its entry, a second undo, and a row of no batch', async () => {
      await expect(
        store.write(async (tx) => {
          await tx.insert.heldRows([heldRow('HLD-9', 'BAT-1', 9)]);
          await tx.insert.audit(auditRecord('import', 'BAT-1'));
        }),
      ).rejects.toThrow('HLD-9 has no journal entry');
      await undo();
      await expect(undo()).rejects.toThrow(/append-only|duplicate key/);
      await expect(store.write((tx) => tx.insert.batchRows([batchRow('BAT-9', 1)]))).rejects.toThrow();
    });

    it('keeps planned files for a while, which are no part of the record', async () => {
      const plan = (id: string) => store.write((tx) => tx.session.plan(id));
      const keep = (id: string, at: string, before: string) =>
        store.write((tx) => tx.session.keepPlan(id, 'mona', at, new Uint8Array([1, 2]), before));
      await keep('BAT-7', '2026-04-01T00:00:00.000Z', '');
      await keep('BAT-8', '2026-04-02T00:00:00.000Z', '2026-04-01T12:00:00.000Z');
      expect(await plan('BAT-7')).toBeNull();
      expect(await plan('BAT-8')).toMatchObject({ actor: 'mona', at: '2026-04-02T00:00:00.000Z' });
      await store.write((tx) => tx.session.dropPlan('BAT-8'));
      expect(await plan('BAT-8')).toBeNull();
      expect(await violations()).toEqual([]);
    });
  });
}

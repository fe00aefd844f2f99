import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import {
  application,
  auditRecord,
  decision,
  disbursement,
  entryOf,
  loan,
  openLoan,
  pay,
  payment,
  policyVersion,
} from './ledger-fixtures.ts';

const ALL = { offset: 0, limit: null };

/** Opens an empty store; `reopen` closes it and opens the same ledger again, null when nothing outlives closing. */
export interface OpenedStore {
  readonly store: Store;
  readonly reopen: (() => Promise<Store>) | null;
  /** Whether its units run one after the other, in the order they are given. */
  readonly takesTurns: boolean;
  readonly dispose: () => Promise<void>;
}

/** What every store behind the port must do with applications, loans, the journal and the audit trail. */
export function describeStore(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name}: the lending port`, () => {
    let opened: OpenedStore;
    let store: Store;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    const write = (unit: (tx: WriteTx) => Promise<void>): Promise<void> => store.write(unit);
    const report = () => store.read((tx) => verifyLedger(tx, {}));

    it('reads back what was written, field by field', async () => {
      const asked = application('APP-1', { externalReference: 'ref-9', businessName: 'شركة النيل' });
      const decided = decision('APP-1', 'LN-1', { overridesJson: '{"x":1}', note: 'two\nlines' });
      const lent = loan('LN-1', 'APP-1');
      const paidOut = disbursement('DSB-1', 'LN-1');
      const paid = payment('PAY-1', 'LN-1', { paymentReference: 'BANK-7', batchId: 'BAT-1' });
      await write(async (tx) => {
        await tx.insert.policyVersions([policyVersion(1)]);
        await tx.insert.applications([asked]);
        await tx.insert.decisions([decided]);
        await tx.insert.loans([lent]);
        await tx.insert.disbursements([paidOut]);
        expect(await tx.insert.journalEntries([entryOf(paidOut), entryOf(paid)])).toEqual([1, 2]);
        await tx.insert.payments([paid]);
        await tx.insert.audit(auditRecord('test', 'APP-1'));
      });
      await store.read(async (tx) => {
        expect(await tx.applications.byIds(['APP-1'])).toEqual([asked]);
        expect(await tx.applications.byExternalReference('mona', 'ref-9')).toEqual(asked);
        expect(await tx.applications.byExternalReference('omar', 'ref-9')).toBeNull();
        expect(await tx.decisions.ofApplications(['APP-1'])).toEqual([decided]);
        expect(await tx.loans.byIds(['LN-1'])).toEqual([
          {
            loan: lent,
            closure: null,
            disbursements: [{ ...paidOut, outcome: null, completion: null }],
            payments: [{ ...paid, reversal: null }],
            writeOffs: [],
            refunds: [],
            undrawnCancellations: [],
          },
        ]);
        expect(await tx.payments.standingUnder('bank-7', paid.amountPiastres)).toEqual([paid]);
        expect(await tx.payments.standingUnder('BANK-7', 1)).toEqual([]);
        expect(await tx.disbursements.byReferences(['DSB-1', 'DSB-2'])).toEqual([
          { ...paidOut, outcome: null, completion: null },
        ]);
        expect(await tx.policy.latest()).toEqual(policyVersion(1));
        const [first, second] = await tx.journal.ofLoans(['LN-1']);
        expect(first).toMatchObject({ ...entryOf(paidOut), entryNumber: 1, previousHash: '0'.repeat(64) });
        expect(second).toMatchObject({ ...entryOf(paid), entryNumber: 2, previousHash: first?.hash });
        expect((await tx.audit.list({}, ALL)).rows).toEqual([
          { ...auditRecord('test', 'APP-1'), sequence: 3 },
        ]);
      });
    });

    it('answers in the order the ids were given, and nothing for unknown ones', async () => {
      await write(async (tx) => {
        await openLoan(tx, 'A');
        await openLoan(tx, 'B');
      });
      await store.read(async (tx) => {
        expect((await tx.loans.byIds(['LN-B', 'LN-X', 'LN-A'])).map((d) => d.loan.loanId)).toEqual([
          'LN-B',
          'LN-A',
        ]);
        expect((await tx.applications.byIds(['APP-B', 'APP-A'])).map((a) => a.applicationId)).toEqual([
          'APP-B',
          'APP-A',
        ]);
        expect(await tx.ids.existing('loan', ['LN-9', 'LN-B'])).toEqual(['LN-B']);
        expect(await tx.ids.existing('payment', ['PAY-9'])).toEqual([]);
      });
    });

    it('answers the latest loan of an application even when the clock went back', async () => {
      await write(async (tx) => {
        await tx.insert.applications([application('APP-1')]);
        await tx.insert.loans([
          loan('LN-Z', 'APP-1', { createdAt: '2026-05-01T12:00:00.000Z' }),
          loan('LN-A', 'APP-1', { createdAt: '2026-04-01T12:00:00.000Z' }),
        ]);
        await tx.insert.audit(auditRecord('test', 'APP-1'));
      });
      const found = await store.read((tx) => tx.loans.byApplicationIds(['APP-1']));
      expect(found.map((d) => d.loan.loanId)).toEqual(['LN-A']);
    });

    it('filters, searches and pages lists', async () => {
      await write(async (tx) => {
        await tx.insert.applications([
          application('APP-3', { businessName: 'مؤسسة الأهرام' }),
          application('APP-1', { createdAt: '2026-01-01T00:00:00.000Z', merchantId: 'M-2' }),
          application('APP-2', { status: 'rejected' }),
        ]);
        await tx.insert.loans([loan('LN-1', 'APP-1'), loan('LN-2', 'APP-2', { merchantId: 'M-2' })]);
        await tx.insert.loanClosures([
          {
            loanId: 'LN-2',
            kind: 'cancelled',
            closedOn: '2026-03-02' as CalendarDate,
            closedBy: 'mona',
            closedAt: '2026-03-02T09:00:00.000Z',
            reason: 'gone',
          },
        ]);
        await tx.insert.audit(auditRecord('test', 'all'));
      });
      await store.read(async (tx) => {
        const ids = async (filter: Parameters<typeof tx.applications.list>[0], page = ALL) =>
          (await tx.applications.list(filter, page)).rows.map((row) => row.applicationId);
        expect(await ids({})).toEqual(['APP-1', 'APP-2', 'APP-3']);
        expect(await ids({}, { offset: 1, limit: 1 as never })).toEqual(['APP-2']);
        expect((await tx.applications.list({}, { offset: 9, limit: 5 })).totalCount).toBe(3);
        expect(await ids({ status: ['rejected'] })).toEqual(['APP-2']);
        expect(await ids({ merchantId: 'M-2' })).toEqual(['APP-1']);
        expect(await ids({ search: 'NILE tex' })).toEqual(['APP-1', 'APP-2']);
        expect(await ids({ search: 'موسسه الاهرام' })).toEqual(['APP-3']);
        expect(await ids({ search: 'مؤسسه الاهرام' })).toEqual(['APP-3']);
        expect(await ids({ search: "%' OR 1=1 --" })).toEqual([]);
        const loans = async (filter: Parameters<typeof tx.loans.list>[0]) =>
          (await tx.loans.list(filter, ALL)).rows.map((row) => row.loan.loanId);
        expect(await loans({})).toEqual(['LN-1', 'LN-2']);
        expect(await loans({ closed: false })).toEqual(['LN-1']);
        expect(await loans({ closed: true })).toEqual(['LN-2']);
        expect(await loans({ merchantId: 'M-2' })).toEqual(['LN-2']);
        expect(await loans({ search: 'nile' })).toEqual(['LN-1', 'LN-2']);
        expect((await tx.loans.ofMerchant(['M-1'])).map((d) => d.loan.loanId)).toEqual(['LN-1']);
      });
    });

    it('keeps what became of a disbursement, failed as the last word', async () => {
      const day = '2026-03-05' as CalendarDate;
      const outcome = {
        loanId: 'LN-A',
        date: day,
        reason: null,
        decidedAt: `${day}T10:00:00.000Z`,
        decidedBy: 'mona',
      };
      await write(async (tx) => {
        await openLoan(tx, 'A');
        await tx.insert.disbursements([
          disbursement('DSB-2', 'LN-A', {
            number: 2,
            settlement: 'manual',
            order: 2,
            merchantBankAccount: 'W-1',
          }),
        ]);
        await tx.insert.audit(auditRecord('disburse', 'DSB-2'));
      });
      await store.read(async (tx) => {
        const all = await tx.disbursements.list({}, ALL);
        expect(all.map((row) => row.disbursementReference)).toEqual(['DSB-2', 'DSB-A']);
        expect(all.map((row) => row.outcome)).toEqual([null, null]);
        expect(await tx.disbursements.lastAccountOfMerchant('M-1')).toBe('W-1');
      });
      await write(async (tx) => {
        await tx.insert.disbursementOutcomes([
          { ...outcome, disbursementReference: 'DSB-2', outcome: 'completed' },
          { ...outcome, disbursementReference: 'DSB-2', outcome: 'failed' },
        ]);
        await tx.insert.audit(auditRecord('fail', 'DSB-2'));
      });
      await store.read(async (tx) => {
        const [failed] = await tx.disbursements.list({}, ALL);
        expect([failed?.outcome?.outcome, failed?.completion?.outcome]).toEqual(['failed', 'completed']);
        expect(await tx.disbursements.lastAccountOfMerchant('M-1')).toBe('EG380019000500000000263180002');
        expect(await tx.disbursements.lastAccountOfMerchant('M-9')).toBeNull();
      });
    });

    it('says the same after it was closed and opened again', async () => {
      if (opened.reopen === null) return;
      await write((tx) => openLoan(tx, 'A'));
      const before = await store.read(async (tx) => ({
        loans: await tx.loans.byIds(['LN-A']),
        info: await tx.info(),
      }));
      store = await opened.reopen();
      const after = await store.read(async (tx) => ({
        loans: await tx.loans.byIds(['LN-A']),
        info: await tx.info(),
      }));
      expect(after).toEqual(before);
      await write((tx) => pay(tx, 'A', 'PAY-1', 2, 3_900_000));
      expect(await report()).toMatchObject({ ok: true, entries: 2 });
    });
  });
}

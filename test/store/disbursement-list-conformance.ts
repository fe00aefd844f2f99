import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { type DisbursementStatus, disbursementStatusAt } from '../../src/domain/disbursement.ts';
import type { DisbursementFilter } from '../../src/store/list-filters.ts';
import type { Store } from '../../src/store/port.ts';
import type { DisbursementOutcomeRecord, DisbursementRecord } from '../../src/store/records.ts';
import type { OpenedStore } from './conformance.ts';
import { application, auditRecord, decision, disbursement, entryOf, loan } from './ledger-fixtures.ts';

const ALL = { offset: 0, limit: null };
const DATES = ['2026-03-01', '2026-03-10', '2026-03-20'] as CalendarDate[];
const STATUSES: readonly DisbursementStatus[] = ['pending', 'completed', 'failed'];
/** What may have become of one, with the day it was completed on. */
const ENDS: readonly (readonly (readonly ['completed' | 'failed', CalendarDate])[])[] = [
  [],
  ...DATES.map((date) => [['completed', date] as const]),
  [['failed', DATES[1] as CalendarDate]],
  [
    ['completed', DATES[0] as CalendarDate],
    ['failed', DATES[1] as CalendarDate],
  ],
];

function outcomeOf(
  { disbursementReference, loanId }: DisbursementRecord,
  [outcome, date]: readonly ['completed' | 'failed', CalendarDate],
): DisbursementOutcomeRecord {
  const decided = { decidedAt: `${date}T10:00:00.000Z`, decidedBy: 'mona' };
  return { disbursementReference, loanId, outcome, date, reason: null, ...decided };
}

/** What every store behind the port must do with lists of disbursements. */
export function describeDisbursementLists(name: string, open: () => Promise<OpenedStore>): void {
  describe(`${name}: lists of disbursements`, () => {
    let opened: OpenedStore;
    let store: Store;

    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.dispose());

    const listed = (filter: DisbursementFilter, page = ALL as { offset: number; limit: number | null }) =>
      store.read((tx) => tx.disbursements.list(filter, page));
    const references = async (...asked: Parameters<typeof listed>) =>
      (await listed(...asked)).map((row) => row.disbursementReference);

    async function openLoans(...tags: readonly (readonly [tag: string, name: string])[]): Promise<void> {
      await store.write(async (tx) => {
        for (const [tag, businessName] of tags) {
          await tx.insert.applications([
            application(`APP-${tag}`, { businessName, externalReference: `caller/${tag}` }),
          ]);
          await tx.insert.decisions([decision(`APP-${tag}`, `LN-${tag}`)]);
          await tx.insert.loans([loan(`LN-${tag}`, `APP-${tag}`, { businessName })]);
        }
        await tx.insert.loanAliases([
          {
            loanId: 'LN-A',
            alias: '2019/0441',
            aliasFolded: '2019/0441',
            addedAt: '2026-03-01T10:00:00.000Z',
            addedBy: 'mona',
          },
        ]);
        await tx.insert.audit(auditRecord('test', 'loans'));
      });
    }

    async function registered(rows: readonly DisbursementRecord[]): Promise<void> {
      await store.write(async (tx) => {
        const booked = rows.filter((row) => row.settlement === 'automatic');
        await tx.insert.journalEntries(booked.map((row) => entryOf(row)));
        await tx.insert.disbursements(rows);
        await tx.insert.audit(auditRecord('test', 'disbursements'));
      });
    }

    it('have each in the status the domain gives it at every date, newest first', async () => {
      await openLoans(['A', 'Nile']);
      const ways = ENDS.flatMap((ends) =>
        DATES.flatMap((date) =>
          (['automatic', 'manual'] as const).map((settlement) => ({ ends, date, settlement })),
        ),
      );
      const rows = ways.map(({ date, settlement }, at) =>
        disbursement(`DSB-${at + 100}`, 'LN-A', {
          number: at + 1,
          order: at + 1,
          disbursementDate: date,
          settlement,
        }),
      );
      for (const row of rows) await registered([row]);
      await store.write(async (tx) => {
        await tx.insert.disbursementOutcomes(
          rows.flatMap((row, at) => ways[at]?.ends.map((end) => outcomeOf(row, end)) ?? []),
        );
        await tx.insert.audit(auditRecord('test', 'outcomes'));
      });
      const all = await listed({});
      expect(all.map((row) => row.disbursementReference)).toEqual(
        rows.map((row) => row.disbursementReference).reverse(),
      );
      const asked = [...STATUSES.map((one) => [one]), ['pending', 'failed'], STATUSES] as const;
      for (const asOf of ['2026-02-28', ...DATES] as CalendarDate[]) {
        for (const oneOf of asked) {
          const fit = all.filter((row) => oneOf.some((one) => one === disbursementStatusAt(row, asOf)));
          expect(await listed({ status: { oneOf, asOf } }), `${oneOf} at ${asOf}`).toEqual(fit);
          expect(await listed({ loanId: 'LN-A', status: { oneOf, asOf } }, { offset: 2, limit: 3 })).toEqual(
            fit.slice(2, 5),
          );
        }
      }
      expect(await listed({ loanId: 'LN-B' })).toEqual([]);
    });

    it('find a text in the reference, the account or the loan, folded', async () => {
      await openLoans(['A', 'شركة النيل'], ['B', 'Delta 100%']);
      const of = (reference: string, tag: string, number: number, merchantBankAccount: string) =>
        disbursement(reference, `LN-${tag}`, { number, order: number, merchantBankAccount });
      await registered([of('DSB-1', 'A', 1, 'EG38ab')]);
      await registered([of('DSB-2', 'B', 1, 'محفظة ٠١٠'), of('DSB-3', 'B', 2, 'Café')]);
      const found = async (search: string) => (await references({ search })).sort();
      expect(await found('eg38AB')).toEqual(['DSB-1']);
      expect(await found(' dsb-2 ')).toEqual(['DSB-2']);
      expect(await found('ln-b')).toEqual(['DSB-2', 'DSB-3']);
      expect(await found('محفظه 010')).toEqual(['DSB-2']);
      expect(await found('CAFÉ')).toEqual(['DSB-3']);
      expect(await found('النيل')).toEqual(['DSB-1']);
      expect(await found('2019-0441')).toEqual([]);
      expect(await found('2019/0441')).toEqual(['DSB-1']);
      expect(await found('100%')).toEqual(['DSB-2', 'DSB-3']);
      expect(await found('caller/b')).toEqual(['DSB-2', 'DSB-3']);
      expect(await found('_')).toEqual([]);
      expect(await found('')).toEqual(['DSB-1', 'DSB-2', 'DSB-3']);
      const failed = { oneOf: ['failed'], asOf: DATES[2] as CalendarDate } as const;
      expect(await references({ search: 'delta', status: failed })).toEqual([]);
      await store.write(async (tx) => {
        await tx.insert.disbursementOutcomes([
          outcomeOf(of('DSB-3', 'B', 2, ''), ['failed', DATES[1] as CalendarDate]),
        ]);
        await tx.insert.audit(auditRecord('test', 'outcome'));
      });
      expect(await references({ search: 'delta', status: failed })).toEqual(['DSB-3']);
      expect(await references({ search: 'delta', loanId: 'LN-A' })).toEqual([]);
      expect(await references({ search: 'dsb' }, { offset: 1, limit: 1 })).toHaveLength(1);
    });
  });
}

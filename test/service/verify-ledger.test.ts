import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import type { Piastres } from '../../src/domain/money.ts';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import type { DisbursementOutcomeRecord, JournalEntryDraft } from '../../src/store/records.ts';
import { openEmptyLedger } from '../store/empty-ledger.ts';
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
} from '../store/ledger-fixtures.ts';

const NEXT_DAY = '2026-03-02' as CalendarDate;

/** What the service must never write, and what it may, in the eyes of the checker. */
describe('verifyLedger', () => {
  let store: Store;

  beforeEach(async () => {
    store = await openEmptyLedger();
  });
  afterEach(() => store.close());

  /** Runs the unit with an audit record and answers what the checker then finds. */
  async function found(unit: (tx: WriteTx) => Promise<void>): Promise<string[]> {
    await store.write(async (tx) => {
      await unit(tx);
      await tx.insert.audit(auditRecord('test', 'test'));
    });
    const report = await store.read((tx) => verifyLedger(tx, {}));
    expect(report.ok).toBe(report.violations.length === 0);
    return report.violations.map(
      (violation) => `${violation.check}: ${violation.where}: ${violation.message}`,
    );
  }

  const outcome = (kind: 'completed' | 'failed'): DisbursementOutcomeRecord => ({
    disbursementReference: 'DSB-2',
    loanId: 'LN-A',
    outcome: kind,
    date: NEXT_DAY,
    reason: kind === 'failed' ? 'account closed' : null,
    decidedAt: `${NEXT_DAY}T12:00:00.000Z`,
    decidedBy: 'mona',
  });
  const second = (settlement: 'automatic' | 'manual') =>
    disbursement('DSB-2', 'LN-A', { number: 2, order: 2, settlement, amountPiastres: 500 as Piastres });
  const mirrorOf = (draft: JournalEntryDraft, number: number): JournalEntryDraft => ({
    ...draft,
    kind: 'disbursement_failure',
    reversesEntryNumber: number,
    postings: draft.postings.map((posting) => ({ ...posting, amountPiastres: -posting.amountPiastres })),
  });

  it('finds nothing in an empty ledger', async () => {
    expect(await store.read((tx) => verifyLedger(tx, {}))).toEqual({
      ok: true,
      entries: 0,
      loans: 0,
      anchor: null,
      violations: [],
    });
  });

  it('accepts a disbursement that failed and was mirrored', async () => {
    expect(
      await found(async (tx) => {
        await openLoan(tx, 'A');
        const draft = entryOf(second('automatic'));
        await tx.insert.disbursements([second('automatic')]);
        await tx.insert.journalEntries([draft]);
        await tx.insert.disbursementOutcomes([outcome('failed')]);
        await tx.insert.journalEntries([mirrorOf(draft, 2)]);
      }),
    ).toEqual([]);
  });

  it('finds one that failed and was not mirrored, or mirrored wrongly', async () => {
    expect(
      await found(async (tx) => {
        await openLoan(tx, 'A');
        await tx.insert.disbursements([second('automatic')]);
        await tx.insert.journalEntries([entryOf(second('automatic'))]);
        await tx.insert.disbursementOutcomes([outcome('failed')]);
      }),
    ).toEqual([
      'booking: disbursement DSB-2: booked are 500 piastres, 0 are due (failed)',
      'account: loan LN-A: its principal postings sum to 4000500 piastres; 4000000 are outstanding',
    ]);
    const wrong = await found(async (tx) => {
      const mirror = mirrorOf(entryOf(second('automatic')), 1);
      await tx.insert.journalEntries([{ ...mirror, valueDate: NEXT_DAY }]);
    });
    expect(wrong).toContain('reversal: entry LN-A/3: its value date is not that of entry 1, which it undoes');
    expect(wrong).toContain('reversal: entry LN-A/3: it does not undo the loan principal of entry 1');
  });

  it('counts a disbursement settled by hand from its completion', async () => {
    expect(
      await found(async (tx) => {
        await openLoan(tx, 'A');
        await tx.insert.disbursements([second('manual')]);
      }),
    ).toEqual([]);
    expect(await found((tx) => tx.insert.disbursementOutcomes([outcome('completed')]))).toEqual([
      'booking: disbursement DSB-2: booked are 0 piastres, 500 are due (completed)',
      'account: loan LN-A: its principal postings sum to 4000000 piastres; 4000500 are outstanding',
    ]);
    expect(
      await found(async (tx) => {
        await tx.insert.journalEntries([{ ...entryOf(second('manual')), valueDate: NEXT_DAY }]);
      }),
    ).toEqual([]);
  });

  it('finds a split that is not what the events of the loan say', async () => {
    const wrong = await found(async (tx) => {
      await openLoan(tx, 'A');
      const row = payment('PAY-1', 'LN-A', {
        principalPiastres: 90_000 as Piastres,
        interestPiastres: 10_000 as Piastres,
        remainingPiastres: 3_910_000 as Piastres,
      });
      await tx.insert.payments([row]);
      await tx.insert.journalEntries([
        {
          ...entryOf(row),
          postings: [
            { account: 'collection clearing', amountPiastres: 100_000 },
            { account: 'loan principal', amountPiastres: -90_000 },
            { account: 'interest income', amountPiastres: -10_000 },
          ],
        },
      ]);
    });
    expect(wrong).toContain(
      "account: payment PAY-1: its principal is 90000 piastres; by the loan's events 100000",
    );
    expect(wrong).toContain("account: payment PAY-1: its interest is 10000 piastres; by the loan's events 0");
  });

  it('finds a payment whose entry says something else, and one above what is owed', async () => {
    expect(
      await found(async (tx) => {
        await openLoan(tx, 'A');
        const row = payment('PAY-1', 'LN-A');
        await tx.insert.payments([row]);
        await tx.insert.journalEntries([
          {
            ...entryOf(row),
            valueDate: NEXT_DAY,
            postings: [
              { account: 'collection clearing', amountPiastres: 100_000 },
              { account: 'unallocated receipts', amountPiastres: -100_000 },
            ],
          },
        ]);
      }),
    ).toEqual([
      'booking: payment PAY-1: its entry is not dated 2026-03-20',
      'booking: payment PAY-1: loan principal has 0 piastres, the payment says -100000',
      "account: payment PAY-1: its principal is 0 piastres; by the loan's events 100000",
      'account: loan LN-A: its principal postings sum to 4000000 piastres; 3900000 are outstanding',
    ]);
    const above = await found(async (tx) => {
      const row = payment('PAY-2', 'LN-A', {
        amountPiastres: 9_000_000 as Piastres,
        order: 3,
        entryNumber: 3,
        remainingPiastres: 0 as Piastres,
      });
      await tx.insert.payments([row]);
      await tx.insert.journalEntries([entryOf(row)]);
    });
    // More than was owed is credit, which its entry does not book.
    expect(above.join('\n')).toMatch(
      /account: payment PAY-2: its credit is 0 piastres; by the loan's events [1-9]/,
    );
  });

  it('finds an entry that books what the loan does not have', async () => {
    expect(
      await found(async (tx) => {
        await openLoan(tx, 'A');
        await openLoan(tx, 'B');
        const stray = {
          ...entryOf(disbursement('DSB-A', 'LN-B')),
          postings: [
            { account: 'loan principal' as const, amountPiastres: 1 },
            { account: 'loan principal' as const, amountPiastres: -1 },
          ],
        };
        await tx.insert.journalEntries([stray]);
      }),
    ).toEqual(['booking: entry LN-B/2: it books DSB-A, which the loan does not have']);
  });

  it('derives the status of an application from its decisions and closures', async () => {
    const reject = decision('APP-1', null, { decision: 'rejected', approvedAmountPiastres: null });
    expect(await found((tx) => tx.insert.applications([application('APP-1')]))).toEqual([]);
    expect(await found((tx) => tx.insert.decisions([{ ...reject, decision: 'pending_review' }]))).toEqual([
      'status: application APP-1: it is marked submitted; its decisions make it pending_review',
    ]);
    expect(
      await found(async (tx) => {
        await tx.insert.decisions([decision('APP-1', 'LN-1', { number: 2 })]);
        await tx.insert.loans([loan('LN-1', 'APP-1')]);
        await tx.update.applicationStatus('APP-1', 'approved');
      }),
    ).toEqual([]);
    expect(
      await found((tx) =>
        tx.insert.loanClosures([
          {
            loanId: 'LN-1',
            kind: 'cancelled',
            closedOn: NEXT_DAY,
            closedBy: 'mona',
            closedAt: NEXT_DAY,
            reason: 'x',
          },
        ]),
      ),
    ).toEqual(['status: application APP-1: it is marked approved; its decisions make it pending_review']);
    expect(await found((tx) => tx.update.applicationStatus('APP-1', 'pending_review'))).toEqual([]);
    expect(
      await found(async (tx) => {
        await tx.insert.decisions([{ ...reject, number: 3 }]);
        await tx.update.applicationStatus('APP-1', 'rejected');
      }),
    ).toEqual([]);
  });

  it('lists the first thousand violations and counts the rest', async () => {
    const wrong = await found((tx) =>
      tx.insert.applications(
        Array.from({ length: 1_002 }, (_, i) => application(`APP-${i}`, { status: 'approved' })),
      ),
    );
    expect(wrong).toHaveLength(1_001);
    expect(wrong.at(-1)).toBe('more: ledger: 2 more violations are not listed');
  });

  it('goes through many pages of loans', async () => {
    await store.write(async (tx) => {
      for (let i = 0; i < 450; i++) await openLoan(tx, `L${i}`);
      await pay(tx, 'L449', 'PAY-1', 2, 3_900_000);
    });
    expect(await store.read((tx) => verifyLedger(tx, {}))).toMatchObject({
      ok: true,
      loans: 450,
      entries: 451,
    });
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/service/verify-ledger.ts';
import type { Store, WriteTx } from '../../src/store/port.ts';
import type { JournalEntryDraft } from '../../src/store/records.ts';
import { corrections } from '../store/correction-fixtures.ts';
import { openEmptyLedger } from '../store/empty-ledger.ts';
import { auditRecord, entryOf, openLoan, pay, payment } from '../store/ledger-fixtures.ts';

const BOOKED = entryOf(payment('PAY-1', 'LN-A'));
const REVERSAL = corrections('A').payment_reversal;

/** The mirror of an entry of PAY-1. */
function mirror(entryNumber: number, of: JournalEntryDraft = BOOKED): JournalEntryDraft {
  return {
    ...of,
    kind: 'payment_reversal',
    reversesEntryNumber: entryNumber,
    postings: of.postings.map((posting) => ({ ...posting, amountPiastres: -posting.amountPiastres })),
  };
}

/** A loan with one payment of 1,000.00, entry 2, and what somebody did to it then. */
describe('verifyLedger of corrections', () => {
  let store: Store;

  beforeEach(async () => {
    store = await openEmptyLedger();
  });
  afterEach(() => store.close());

  async function found(unit: (tx: WriteTx) => Promise<unknown>): Promise<string[]> {
    await store.write(async (tx) => {
      await openLoan(tx, 'A');
      await pay(tx, 'A', 'PAY-1', 2, 3_900_000);
      await unit(tx);
      await tx.insert.audit(auditRecord('test', 'test'));
    });
    const { violations } = await store.read((tx) => verifyLedger(tx, {}));
    return violations.map(({ check, where, message }) => `${check}: ${where}: ${message}`);
  }

  it('accepts a payment that was reversed and mirrored', async () => {
    const unit = async (tx: WriteTx) => {
      await tx.insert.paymentReversals([REVERSAL]);
      await tx.insert.journalEntries([mirror(2)]);
    };
    expect(await found(unit)).toEqual([]);
  });

  it('accepts one that was mirrored and booked anew', async () => {
    const again = { ...BOOKED, kind: 'payment_correction' as const };
    expect(await found((tx) => tx.insert.journalEntries([mirror(2), again]))).toEqual([]);
  });

  it('finds a reversal without its mirror, and a mirror without its reversal', async () => {
    expect(await found((tx) => tx.insert.paymentReversals([REVERSAL]))).toEqual([
      'booking: payment PAY-1: 1 entries of it are in force, not 0',
      "account: payment PAY-1: its collection clearing is 100000 piastres; by the loan's events 0",
      "account: payment PAY-1: its principal is 100000 piastres; by the loan's events 0",
      'account: loan LN-A: its principal postings sum to 3900000 piastres; 4000000 are outstanding',
    ]);
    await store.close();
    store = await openEmptyLedger();
    expect(await found((tx) => tx.insert.journalEntries([mirror(2)]))).toContain(
      'booking: payment PAY-1: 0 entries of it are in force, not 1',
    );
  });

  it('finds two entries of one payment in force', async () => {
    const again = { ...BOOKED, kind: 'payment_correction' as const };
    expect(await found((tx) => tx.insert.journalEntries([again]))).toContain(
      'booking: payment PAY-1: 2 entries of it are in force, not 1',
    );
  });

  it('finds an entry undone twice, a mirror undone, and a mirror of something else', async () => {
    const wrong = await found((tx) =>
      tx.insert.journalEntries([
        mirror(2),
        mirror(2),
        { ...BOOKED, kind: 'payment_correction', reversesEntryNumber: 3 },
        mirror(1),
      ]),
    );
    expect(wrong).toContain('reversal: entry LN-A/4: entry 2 is undone already');
    expect(wrong).toContain('reversal: entry LN-A/5: it undoes entry 3, which itself undoes another');
    expect(wrong).toContain('reversal: entry LN-A/6: it is of PAY-1, entry 1 of DSB-A');
  });
});

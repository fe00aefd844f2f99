import type { PaymentSplit } from '../../domain/loan-state.ts';
import { isSameDivision, type SplitChange } from '../../domain/replay.ts';
import type { ReadTx } from '../../store/port.ts';
import type { JournalEntryDraft, JournalEntryRecord, Posting } from '../../store/records.ts';
import type { Call } from '../call.ts';

/** The parts of a payment that are posted. */
export type PostedSplit = Pick<
  PaymentSplit,
  'amountPiastres' | 'principalPiastres' | 'interestPiastres' | 'feePiastres' | 'creditPiastres'
>;

/** Money received against principal, interest, fees and surplus; parts that are zero are left out. */
export function paymentPostings(split: PostedSplit): Posting[] {
  const postings: Posting[] = [
    { account: 'collection clearing', amountPiastres: split.amountPiastres },
    { account: 'loan principal', amountPiastres: -split.principalPiastres },
    { account: 'interest income', amountPiastres: -split.interestPiastres },
    { account: 'fee income', amountPiastres: -split.feePiastres },
    { account: 'customer credit', amountPiastres: -split.creditPiastres },
  ];
  return postings.filter((posting) => posting.amountPiastres !== 0);
}

/**
 * The entries that bring the books to what a replay found: for each payment divided otherwise the mirror of the
 * entry in force and a new one, both with the payment's date. A balance that alone changed posts nothing.
 */
export async function correctionEntries(
  tx: ReadTx,
  loanId: string,
  changes: readonly SplitChange[],
  call: Call,
): Promise<JournalEntryDraft[]> {
  const divided = changes.filter(({ before, after }) => !isSameDivision(before, after));
  if (divided.length === 0) return [];
  const journal = await tx.journal.ofLoans([loanId]);
  return divided.flatMap(({ paymentId, after }) => {
    const live = entryInForce(journal, paymentId);
    const corrected: JournalEntryDraft = {
      ...bookedNow(live, call),
      kind: 'payment_correction',
      reversesEntryNumber: null,
      postings: paymentPostings(after),
    };
    return [mirrorOf(live, 'payment_correction', call), corrected];
  });
}

/** The entry of an event that no other undoes. Throws when there is none: a fact without its entry is damage. */
export function entryInForce(journal: readonly JournalEntryRecord[], eventId: string): JournalEntryRecord {
  const mirrored = new Set(journal.map((entry) => entry.reversesEntryNumber));
  const live = journal.find(
    (entry) =>
      entry.eventId === eventId && entry.reversesEntryNumber === null && !mirrored.has(entry.entryNumber),
  );
  if (live === undefined) throw new Error(`${eventId} has no entry in force`);
  return live;
}

/** The mirror of an entry: its postings with the signs turned, its value date, booked now. */
export function mirrorOf(
  entry: JournalEntryRecord,
  kind: JournalEntryDraft['kind'],
  call: Call,
): JournalEntryDraft {
  return {
    ...bookedNow(entry, call),
    kind,
    reversesEntryNumber: entry.entryNumber,
    postings: entry.postings.map(({ account, amountPiastres }) => ({
      account,
      amountPiastres: -amountPiastres,
    })),
  };
}

function bookedNow(entry: JournalEntryRecord, call: Call) {
  const { loanId, eventId, valueDate } = entry;
  return { loanId, eventId, valueDate, bookedAt: call.now, bookedBy: call.caller.actor };
}

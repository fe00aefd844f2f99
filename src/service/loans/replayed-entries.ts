import type { LoanFacts } from '../../domain/loan-facts.ts';
import type { PaymentSplit, WrittenOff } from '../../domain/loan-state.ts';
import type { Piastres } from '../../domain/money.ts';
import { foldAll, isSameDivision, type SplitChange } from '../../domain/replay.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import type { JournalEntryDraft, JournalEntryRecord, Posting } from '../../store/records.ts';
import type { Call } from '../call.ts';

/** The parts of a payment that are posted. */
export type PostedSplit = Pick<
  PaymentSplit,
  | 'amountPiastres'
  | 'principalPiastres'
  | 'interestPiastres'
  | 'feePiastres'
  | 'creditPiastres'
  | 'recoveredPiastres'
  | 'recoveredInterestPiastres'
  | 'releasedPiastres'
>;

/**
 * Money received against principal, what was written off of it and the interest given up with it, interest, fees and
 * surplus; then the small rest it left, released. Parts that are zero are left out.
 */
export function paymentPostings(split: PostedSplit): Posting[] {
  const postings: Posting[] = [
    { account: 'collection clearing', amountPiastres: split.amountPiastres },
    { account: 'loan principal', amountPiastres: split.recoveredPiastres - split.principalPiastres },
    { account: 'write-off', amountPiastres: -split.recoveredPiastres },
    { account: 'interest income', amountPiastres: split.recoveredInterestPiastres - split.interestPiastres },
    { account: 'recovered interest', amountPiastres: -split.recoveredInterestPiastres },
    { account: 'fee income', amountPiastres: -split.feePiastres },
    { account: 'customer credit', amountPiastres: -split.creditPiastres },
    { account: 'small balances', amountPiastres: split.releasedPiastres },
    { account: 'loan principal', amountPiastres: -split.releasedPiastres },
  ];
  return postings.filter((posting) => posting.amountPiastres !== 0);
}

/** Principal given up. */
export function writeOffPostings(amountPiastres: Piastres): Posting[] {
  return [
    { account: 'write-off', amountPiastres },
    { account: 'loan principal', amountPiastres: -amountPiastres },
  ];
}

/**
 * The entries that bring the books to what a replay found: for each payment divided otherwise, and for a write-off of
 * another amount, the mirror of the entry in force and a new one, both with its date. A balance that alone changed
 * posts nothing.
 */
export async function correctionEntries(
  tx: ReadTx,
  before: LoanDossier,
  { after, changes }: { readonly after: LoanFacts; readonly changes: readonly SplitChange[] },
  call: Call,
): Promise<JournalEntryDraft[]> {
  const divided = changes.filter(({ before: was, after: is }) => !isSameDivision(was, is));
  const writtenOff = changedWriteOff(before, after);
  if (divided.length === 0 && writtenOff === null) return [];
  const inForce = entriesInForce(await tx.journal.ofLoans([before.loan.loanId]));
  const corrected = (id: string, kind: JournalEntryDraft['kind'], postings: Posting[]) => {
    const live = entryOf(inForce, id);
    const anew = { ...bookedNow(live, call), kind, reversesEntryNumber: null, postings };
    return [mirrorOf(live, kind, call), anew];
  };
  return [
    ...divided.flatMap(({ paymentId, after: split }) =>
      corrected(paymentId, 'payment_correction', paymentPostings(split)),
    ),
    ...(writtenOff === null
      ? []
      : corrected(
          writtenOff.writeOffId,
          'write_off_correction',
          writeOffPostings(writtenOff.amountPiastres),
        )),
  ];
}

/** A write-off that stands before and after, when its amount is another; null: none. */
function changedWriteOff(before: LoanFacts, after: LoanFacts): WrittenOff | null {
  if (before.writeOffs.every(({ reversal }) => reversal !== null)) return null;
  const was = foldAll(before).writtenOff;
  const is = foldAll(after).writtenOff;
  return is?.writeOffId === was?.writeOffId && is?.amountPiastres !== was?.amountPiastres ? is : null;
}

/** The entry in force of an event. Throws when there is none: a fact without its entry is damage. */
export function entryOf(
  inForce: ReadonlyMap<string, JournalEntryRecord>,
  eventId: string,
): JournalEntryRecord {
  const live = inForce.get(eventId);
  if (live === undefined) throw new Error(`${eventId} has no entry in force`);
  return live;
}

/** The entries of a loan that no other undoes, by their events. */
export function entriesInForce(
  journal: readonly JournalEntryRecord[],
): ReadonlyMap<string, JournalEntryRecord> {
  const mirrored = new Set(journal.map((entry) => entry.reversesEntryNumber));
  const live = journal.filter(
    (entry) => entry.reversesEntryNumber === null && !mirrored.has(entry.entryNumber),
  );
  return new Map(live.map((entry) => [entry.eventId, entry]));
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

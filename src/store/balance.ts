import type { JournalEntryDraft } from './records.ts';

/** Throws when the postings of an entry do not sum to zero, are none, or are no whole piastres. */
export function assertBalanced(draft: JournalEntryDraft): void {
  let sum = 0;
  for (const { amountPiastres } of draft.postings) {
    if (!Number.isSafeInteger(amountPiastres)) throw new RangeError(`not whole piastres: ${amountPiastres}`);
    sum += amountPiastres;
  }
  if (draft.postings.length === 0) throw new Error(`the entry of ${draft.eventId} has no postings`);
  if (sum !== 0) throw new Error(`the entry of ${draft.eventId} is out of balance by ${sum} piastres`);
}

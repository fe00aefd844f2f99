import type { HashField } from '../hashed-fields.ts';
import type { JournalEntryDraft } from '../records.ts';
import { type AttestedFact, compareFacts } from '../sealing.ts';
import { accountIdOf } from './account-ids.ts';
import type { Book } from './books.ts';

/** An entry that has its number and is not written yet. */
export interface PendingEntry {
  readonly draft: JournalEntryDraft;
  readonly number: number;
}

/** The end of a loan's own chain, as a unit goes along. */
export interface LoanEnd {
  number: number;
  hash: HashField;
}

/** Entries a unit keeps back before they are written as soon as they can be. */
const MANY_ENTRIES = 256;

/** What one unit of work has written so far and still owes: entries for its facts, an audit record for all. */
export class UnitDebts {
  readonly #hashes = new Map<string, HashField>();
  readonly #unbooked = new Set<string>();
  #facts: AttestedFact[] = [];
  #isUnvouched = false;

  /** Forgets what an undone unit left behind. */
  clear(): void {
    this.#hashes.clear();
    this.#unbooked.clear();
    this.#facts = [];
    this.#isUnvouched = false;
  }

  /** Remembers the hash of a payment or disbursement for the entry that books it. */
  bookable(eventId: string, hash: HashField, mustBeBooked: boolean): void {
    this.#hashes.set(eventId, hash);
    if (mustBeBooked) this.#unbooked.add(eventId);
    this.#isUnvouched = true;
  }

  /** Remembers a fact the next audit record must vouch for. */
  fact(kind: string, factId: string, hash: string): void {
    this.#facts.push({ kind, factId, hash });
    this.#isUnvouched = true;
  }

  /** An entry is to be vouched for as well. */
  numbered(): void {
    this.#isUnvouched = true;
  }

  hashOf(eventId: string): HashField | undefined {
    return this.#hashes.get(eventId);
  }

  /** To be called when an entry of the fact is made. */
  booked(eventId: string): void {
    this.#unbooked.delete(eventId);
  }

  /** Once there are many entries: the first of them, as far as what they book is there. To be forgotten when written. */
  takeReady(pending: readonly PendingEntry[]): readonly PendingEntry[] {
    if (pending.length < MANY_ENTRIES) return [];
    const end = pending.findIndex(({ draft }) => !this.#hashes.has(draft.eventId));
    return end === -1 ? pending : pending.slice(0, end);
  }

  forget(eventId: string): void {
    this.#hashes.delete(eventId);
  }

  /** What an audit record of now vouches for, in the order it is hashed in. */
  takeFacts(): readonly AttestedFact[] {
    const facts = this.#facts.sort(compareFacts);
    this.#facts = [];
    this.#isUnvouched = false;
    return facts;
  }

  /** Throws when the unit may not be committed as it stands. */
  check(): void {
    const [first] = this.#unbooked;
    if (first !== undefined) throw new Error(`${first} has no journal entry`);
    if (this.#isUnvouched) throw new Error('facts were written without an audit record');
  }
}

/** The statements that write a row of an entry and a row of a posting into a book. */
export function insertsInto({ entries, postings, key }: Book): {
  readonly entry: string;
  readonly posting: string;
} {
  return {
    entry: `INSERT INTO ${entries} (${key}, entry_number, kind, event_id, value_date, booked_at, booked_by,
      reverses_entry_number, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    posting: `INSERT INTO ${postings} (${key}, entry_number, line, account_id, amount_piastres)
      VALUES (?, ?, ?, ?, ?)`,
  };
}

/** The row of an entry as `insertsInto` has it. */
export function entryRow({ draft, number }: PendingEntry, hash: Buffer): readonly unknown[] {
  const { loanId, kind, eventId, valueDate, bookedAt, bookedBy, reversesEntryNumber } = draft;
  return [loanId, number, kind, eventId, valueDate, bookedAt, bookedBy, reversesEntryNumber, hash];
}

/** The rows of an entry's postings as `insertsInto` has them. */
export function postingRows({ draft, number }: PendingEntry): (readonly unknown[])[] {
  return draft.postings.map(({ account, amountPiastres }, index) => [
    draft.loanId,
    number,
    index + 1,
    accountIdOf(account),
    amountPiastres,
  ]);
}

/** What an entry without its fact is refused with. */
export function factMissing({ draft, number }: PendingEntry): Error {
  return new Error(`entry ${draft.loanId}/${number} books ${draft.eventId}, which is not in the ledger`);
}

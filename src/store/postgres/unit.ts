import { assertBalanced } from '../balance.ts';
import type { HashField } from '../hashed-fields.ts';
import type { AuditRecord, JournalEntryDraft } from '../records.ts';
import { type AttestedFact, CHAIN_START, entryHash } from '../sealing.ts';
import { BOOKS, type Book, bookOf } from '../sql/books.ts';
import { query } from '../sql/dialect.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import {
  entryRow,
  factMissing,
  insertsInto,
  type LoanEnd,
  type PendingEntry,
  postingRows,
  UnitDebts,
} from '../sql/unit-debts.ts';
import { bookedFactHash } from './booked-fact-hash.ts';
import type { PostgresConnection } from './connection.ts';
import type { GatheredRows } from './gathered-rows.ts';
import { WaitingEntries } from './waiting-entries.ts';

/** An audit record as it waits for its number. */
export interface UnsealedRecord {
  readonly record: AuditRecord;
  /** In the order they are hashed in. */
  readonly facts: readonly AttestedFact[];
}

/** One statement for both kinds, so that they are queued in their order. */
const QUEUED = `INSERT INTO unsealed (unit_id, position, kind, loan_id, number, item_hash, record_json)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;

/** A unit of so many entries seals them itself where it may: the queue would take them in and give them out again. */
const MANY_ENTRIES = 1_000;
/** Of more the seals would take longer than others wait for their turn at sealing. */
const MOST_ENTRIES = 120_000;

/** How entries are written into a book. */
const writtenInto = (book: Book) => ({
  ...insertsInto(book),
  ends: query(
    (d) => `SELECT w.value AS "loanId", e.entry_number AS "number", e.hash FROM ${d.eachText('w')}
    JOIN LATERAL (SELECT entry_number, hash FROM ${book.entries} WHERE ${book.key} = w.value
      ORDER BY entry_number DESC LIMIT 1) e ON true`,
  ),
});
const INTO_BOOK = new Map(BOOKS.map((book) => [book, writtenInto(book)]));
const intoBook = (book: Book) => INTO_BOOK.get(book) as ReturnType<typeof writtenInto>;

/**
 * What the unit is known by, and the places its rows in the queue take. The last of them is an audit record's, which is
 * always queued; entries may be sealed without having been there.
 */
export interface UnitPlace {
  readonly unitId: string;
  /** Place of the next row. */
  next: number;
}

/** What one unit of work has written so far and still owes: hashes, an audit record. */
export interface Unit {
  /** Begins to read the ends of the loans' chains, which will be needed. */
  foresee(loanIds: readonly string[]): void;
  /** Remembers the hash of a payment or disbursement for the entry that books it. */
  bookable(eventId: string, hash: HashField, mustBeBooked: boolean): void;
  /** Remembers a fact the next audit record must vouch for. */
  fact(kind: string, factId: string, hash: string): void;
  /** Numbers entries; they are hashed and written by `settle`, when the facts they book are there. */
  number(drafts: readonly JournalEntryDraft[]): Promise<number[]>;
  /** Writes the numbered entries and queues them for sealing. */
  settle(): Promise<void>;
  /** Does so once there are many of them and what the first of them book is there, so that they do not pile up. */
  settleMany(): Promise<void>;
  audit(record: AuditRecord): Promise<void>;
  /** Settles, and throws when the unit may not be committed as it stands. */
  finish(): Promise<void>;
}

/** Seals entries within the transaction of their unit, which must not take long after that; false: they must queue. */
export type SealsEntries = (entries: WaitingEntries) => Promise<boolean>;

/**
 * Begins the books of one unit of work. Its rows are kept back in `rows`, `gathering` reads with them, `connection`
 * without. `sealEntries`: null when all must queue.
 */
export function beginUnit(
  connection: PostgresConnection,
  gathering: SqlConnection,
  rows: GatheredRows,
  place: UnitPlace,
  sealEntries: SealsEntries | null = null,
): Unit {
  const chains = new Map<string, LoanEnd>();
  const debts = new UnitDebts();
  const waiting = new WaitingEntries();
  let mayWait = sealEntries !== null;
  let pending: PendingEntry[] = [];
  let foreseen: Promise<void> = Promise.resolve();

  /** Nothing this unit wrote is needed: the ends of what it wrote to are known. */
  const readEnds = async (loanIds: Iterable<string>): Promise<void> => {
    const unknown = [...loanIds].filter((loanId) => !chains.has(loanId));
    for (const [book, ids] of Map.groupBy(unknown, bookOf)) {
      const ends = await connection.all<LoanEnd & { loanId: string }>(
        intoBook(book).ends,
        JSON.stringify(ids),
      );
      for (const { loanId, number, hash } of ends) chains.set(loanId, { number, hash });
    }
    for (const loanId of unknown)
      if (!chains.has(loanId)) chains.set(loanId, { number: 0, hash: CHAIN_START });
  };

  const writeEntry = async (entry: PendingEntry): Promise<void> => {
    const { draft, number } = entry;
    const booked = debts.hashOf(draft.eventId) ?? (await bookedFactHash(gathering, draft.eventId));
    if (booked === null) throw factMissing(entry);
    debts.booked(draft.eventId);
    const end = chains.get(draft.loanId) as LoanEnd;
    const hash = entryHash(draft, number, booked, end.hash);
    const into = intoBook(bookOf(draft.loanId));
    rows.add(into.entry, entryRow(entry, hash));
    for (const row of postingRows(entry)) rows.add(into.posting, row);
    end.hash = hash;
    waiting.add(draft.loanId, number, hash, place.next);
    place.next += 1;
    if (mayWait && waiting.count <= MOST_ENTRIES) return;
    mayWait = false;
    queueEntries();
  };

  const queueEntries = (): void => {
    for (const { loanId, number, hash, position } of waiting) {
      rows.add(QUEUED, [place.unitId, position, 'entry', loanId, number, hash, null]);
    }
    waiting.clear();
  };

  const settle = async (): Promise<void> => {
    const entries = pending;
    pending = [];
    for (const entry of entries) await writeEntry(entry);
  };

  return {
    foresee: (loanIds) => {
      foreseen = readEnds(loanIds);
      foreseen.catch(() => {});
    },
    bookable: (eventId, hash, mustBeBooked) => debts.bookable(eventId, hash, mustBeBooked),
    fact: (kind, factId, hash) => debts.fact(kind, factId, hash),
    number: async (drafts) => {
      if (drafts.length > 0) debts.numbered();
      for (const draft of drafts) assertBalanced(draft);
      await foreseen;
      await readEnds(new Set(drafts.map((draft) => draft.loanId)));
      const entries = drafts.map((draft) => {
        const end = chains.get(draft.loanId) as LoanEnd;
        end.number += 1;
        return { draft, number: end.number };
      });
      for (const entry of entries) pending.push(entry);
      return entries.map(({ number }) => number);
    },
    settle,
    settleMany: async () => {
      const ready = debts.takeReady(pending);
      for (const entry of ready) {
        await writeEntry(entry);
        debts.forget(entry.draft.eventId);
      }
      pending = pending.slice(ready.length);
      await rows.sendMany();
    },
    audit: async (record) => {
      await settle();
      if (waiting.count < MANY_ENTRIES) queueEntries();
      const text = waitingText(record, debts.takeFacts());
      rows.add(QUEUED, [place.unitId, place.next, 'audit', null, null, null, text]);
      place.next += 1;
    },
    finish: async () => {
      await settle();
      debts.check();
      if (waiting.count === 0) return;
      await rows.send();
      if (sealEntries === null || !(await sealEntries(waiting))) queueEntries();
    },
  };
}

/** A NUL as JSON writes it, and not the words for it in a JSON text that is itself a text. */
const HAS_NUL = /(?<!\\)(?:\\\\)*\\u0000/;

/** An audit record as the queue keeps it. Throws for one that could never be sealed. */
function waitingText(record: AuditRecord, facts: readonly AttestedFact[]): string {
  const twice = facts.find(
    ({ kind, factId }, index) => facts[index + 1]?.kind === kind && facts[index + 1]?.factId === factId,
  );
  if (twice !== undefined) throw new Error(`${twice.kind} ${twice.factId} is vouched for twice`);
  const waiting: UnsealedRecord = { record, facts };
  const text = JSON.stringify(waiting);
  if (HAS_NUL.test(text)) throw new Error('PostgreSQL keeps no text with a NUL in it');
  return text;
}

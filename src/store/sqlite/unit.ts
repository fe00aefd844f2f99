import { assertBalanced } from '../balance.ts';
import type { HashField } from '../hashed-fields.ts';
import type { AuditRecord, JournalEntryDraft } from '../records.ts';
import { AUDIT_FIELDS, auditHash, CHAIN_START, entryHash, type SealedItem, sealHash } from '../sealing.ts';
import { BOOKS, type Book, bookOf } from '../sql/books.ts';
import { insertSql, valuesOf } from '../sql/columns.ts';
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
import type { Connection } from './connection.ts';
import type { ChainEnd } from './ledger-ends.ts';
import type { RowsInto } from './rows-into.ts';

/** How entries are written into a book. */
const writtenInto = (book: Book) => ({
  ...insertsInto(book),
  end: `SELECT entry_number AS number, hash FROM ${book.entries} WHERE ${book.key} = (SELECT ?)
    ORDER BY entry_number DESC LIMIT 1`,
});
const INTO_BOOK = new Map(BOOKS.map((book) => [book, writtenInto(book)]));
const intoBook = (id: string) => INTO_BOOK.get(bookOf(id)) as ReturnType<typeof writtenInto>;
const SEAL_SQL = `INSERT INTO seals (sequence, kind, loan_id, number, item_hash, chain_hash)
  VALUES (?, ?, ?, ?, ?, ?)`;
const AUDIT_SQL = insertSql('audit', ['number', ...AUDIT_FIELDS, 'hash']);
/** Rows made of facts at a time: of a large file there are as many as of its rows. */
const FACTS_AT_ONCE = 1_024;
const FACT_SQL = 'INSERT INTO audit_facts VALUES (?, ?, ?, unhex(?))';

/** What one unit of work has written so far and still owes: hashes, seals, an audit record. */
export interface Unit {
  /** Begins the next unit: what an undone one left behind is forgotten. */
  begin(): void;
  /** How many units were begun. */
  readonly count: number;
  /** Remembers the hash of a payment or disbursement for the entry that books it. */
  bookable(eventId: string, hash: HashField, mustBeBooked: boolean): void;
  /** Remembers a fact the next audit record must vouch for. */
  fact(kind: string, factId: string, hash: string): void;
  /** Numbers entries; they are hashed and written by `settle`, when the facts they book are there. */
  number(drafts: readonly JournalEntryDraft[]): number[];
  /** Writes and seals the numbered entries. */
  settle(): void;
  /** Does so once there are many of them and what the first of them book is there, so that they do not pile up. */
  settleMany(): void;
  audit(record: AuditRecord): void;
  /** Settles, and throws when the unit may not be committed as it stands. */
  finish(): void;
}

/** The books of the units of work on a connection, one after the other: it reads there, and what it writes goes `into`. */
export function unitsOn(connection: Connection, into: RowsInto): Unit {
  let count = 0;
  const chains = new Map<string, LoanEnd>();
  const debts = new UnitDebts();
  let pending: PendingEntry[] = [];

  const chainOf = (loanId: string): LoanEnd => {
    let end = chains.get(loanId);
    if (end === undefined) {
      end = connection.get<LoanEnd>(intoBook(loanId).end, loanId) ?? { number: 0, hash: CHAIN_START };
      chains.set(loanId, end);
    }
    return end;
  };

  /** Rows of entries that are numbered, hashed and sealed, by the statement that writes them. */
  const rows = new Map<string, (readonly unknown[])[]>();
  const rowsFor = (insert: string): (readonly unknown[])[] => {
    let found = rows.get(insert);
    if (found === undefined) {
      found = [];
      rows.set(insert, found);
    }
    return found;
  };

  const hashEntry = (entry: PendingEntry): void => {
    const { draft, number } = entry;
    const booked = debts.hashOf(draft.eventId) ?? bookedFactHash(connection, draft.eventId);
    if (booked === null) throw factMissing(entry);
    debts.booked(draft.eventId);
    const end = chainOf(draft.loanId);
    const hash = entryHash(draft, number, booked, end.hash);
    const inserts = intoBook(draft.loanId);
    rowsFor(inserts.entry).push(entryRow(entry, hash));
    rowsFor(inserts.posting).push(...postingRows(entry));
    end.hash = hash;
    rowsFor(SEAL_SQL).push(nextSeal(connection, { kind: 'entry', loanId: draft.loanId, number }, hash));
  };

  /** Entries before what refers to them: a statement comes to the map with the first row it writes. */
  const writeRows = (): void => {
    for (const [insert, many] of rows) into.insert(insert, many);
    rows.clear();
  };

  const settle = (): void => {
    const entries = pending;
    pending = [];
    for (const entry of entries) hashEntry(entry);
    writeRows();
  };

  const settleMany = (): void => {
    const ready = debts.takeReady(pending);
    if (ready.length === 0) return;
    for (const entry of ready) {
      hashEntry(entry);
      debts.forget(entry.draft.eventId);
    }
    pending = pending.slice(ready.length);
    writeRows();
  };

  return {
    begin: () => {
      count += 1;
      chains.clear();
      debts.clear();
      rows.clear();
      pending = [];
    },
    get count() {
      return count;
    },
    bookable: (eventId, hash, mustBeBooked) => debts.bookable(eventId, hash, mustBeBooked),
    fact: (kind, factId, hash) => debts.fact(kind, factId, hash),
    number: (drafts) => {
      if (drafts.length > 0) debts.numbered();
      const entries = drafts.map((draft) => {
        assertBalanced(draft);
        const end = chainOf(draft.loanId);
        end.number += 1;
        return { draft, number: end.number };
      });
      for (const entry of entries) pending.push(entry);
      return entries.map(({ number }) => number);
    },
    settle,
    settleMany,
    audit: (record) => {
      settle();
      const { ends } = connection;
      const number = (ends.auditNumber ?? lastAuditNumber(connection)) + 1;
      const attested = debts.takeFacts();
      const hash = auditHash(number, record, attested);
      into.insert(AUDIT_SQL, [[number, ...valuesOf(record, AUDIT_FIELDS), hash]]);
      ends.auditNumber = number;
      for (let from = 0; from < attested.length; from += FACTS_AT_ONCE) {
        const some = attested.slice(from, from + FACTS_AT_ONCE);
        into.insert(
          FACT_SQL,
          some.map((fact) => [number, fact.kind, fact.factId, fact.hash]),
        );
      }
      into.insert(SEAL_SQL, [nextSeal(connection, { kind: 'audit', loanId: null, number }, hash)]);
    },
    finish: () => {
      settle();
      debts.check();
    },
  };
}

/**
 * The row that appends an item to the global chain, which must be written before the next is asked of the tables. SQLite
 * has one writer at a time, so it seals as it writes; a store with several does this afterwards.
 */
function nextSeal({ ends, get }: Connection, item: SealedItem, hash: Buffer): readonly unknown[] {
  const end = ends.seal ?? lastSeal(get);
  const sequence = end.number + 1;
  const chain = sealHash(end.hash, sequence, item, hash);
  ends.seal = { number: sequence, hash: chain };
  return [sequence, item.kind, item.loanId, item.number, hash, chain];
}

function lastSeal(get: Connection['get']): ChainEnd {
  const last = get<ChainEnd>(
    'SELECT sequence AS number, chain_hash AS hash FROM seals ORDER BY sequence DESC LIMIT 1',
  );
  return last ?? { number: 0, hash: CHAIN_START };
}

function lastAuditNumber(connection: Connection): number {
  const last = connection.get<{ number: number | null }>('SELECT max(number) AS number FROM audit');
  return last?.number ?? 0;
}

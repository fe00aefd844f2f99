import type { AuditRecord, JournalEntryRecord, Posting } from '../records.ts';
import {
  type AttestedFact,
  AUDIT_FIELDS,
  auditHash,
  CHAIN_START,
  compareFacts,
  entryHash,
  FACT_FIELDS,
  factHash,
  type SealedItem,
  sealHash,
} from '../sealing.ts';
import { BOOKED_FACTS } from '../sql/booked-facts.ts';
import { BOOKS, type Book } from '../sql/books.ts';
import { selectList } from '../sql/columns.ts';
import { type EntryRow, entryColumns, type PostingRow, postingOf } from '../sql/journal-reader.ts';
import type { SealCheck } from '../verification-port.ts';
import type { Connection } from './connection.ts';
import { SQLITE } from './sqlite-dialect.ts';

/** Seals read at a time, with all they cover: large enough to spare statements, small enough for the memory. */
const SEALS_A_PAGE = 1000;

/**
 * Visits every seal in order with the hash its item has now, computed anew. Rows are read a page of seals at a
 * time, one statement for each table: statements for every seal cost four times as much.
 */
export function visitSeals(connection: Connection, visit: (seal: SealCheck) => void): void {
  let previous = CHAIN_START;
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const seals = connection.all<SealRow>(SEALS, after);
    const last = seals.at(-1);
    if (last === undefined) return;
    const hashes = currentHashes(connection, after, last.sequence);
    for (const seal of seals) {
      const item = seal.kind === 'audit' ? `audit ${seal.number}` : `entry ${seal.loanId}/${seal.number}`;
      visit({
        sequence: seal.sequence,
        item,
        sealedItemHash: seal.itemHash,
        storedItemHash: seal.storedItemHash,
        currentItemHash: hashes.get(seal.sequence) ?? null,
        chainHash: seal.chainHash,
        recomputedChainHash: sealHash(previous, seal.sequence, seal, seal.itemHash).toString('hex'),
      });
      previous = seal.chainHash;
    }
    after = last.sequence;
  }
}

type SealRow = SealedItem & {
  readonly sequence: number;
  readonly itemHash: string;
  readonly chainHash: string;
  readonly storedItemHash: string | null;
};

const SEALS = `SELECT s.sequence, s.kind, s.loan_id AS loanId, s.number, lower(hex(s.item_hash)) AS itemHash,
    lower(hex(s.chain_hash)) AS chainHash,
    CASE WHEN coalesce(e.hash, h.hash, a.hash) IS NOT NULL THEN lower(hex(coalesce(e.hash, h.hash, a.hash))) END
      AS storedItemHash
  FROM seals s
  LEFT JOIN journal_entries e ON e.loan_id = s.loan_id AND e.entry_number = s.number
  LEFT JOIN held_entries h ON h.held_id = s.loan_id AND h.entry_number = s.number
  LEFT JOIN audit a ON s.kind = 'audit' AND a.number = s.number
  WHERE s.sequence > ? ORDER BY s.sequence LIMIT ${SEALS_A_PAGE}`;

/** CROSS JOIN keeps the seals outermost: they are few, and all else is found from them by its key. */
const sealedEntries = ({ entries, key }: Book) => `FROM seals s
  CROSS JOIN ${entries} e ON e.${key} = s.loan_id AND e.entry_number = s.number`;
const SEALED_AUDIT = `FROM seals s CROSS JOIN audit a ON s.kind = 'audit' AND a.number = s.number`;
const IN_PAGE = 'WHERE s.sequence > ? AND s.sequence <= ?';

const ENTRIES = BOOKS.map(
  (
    book,
  ) => `SELECT s.sequence AS sealSequence, ${entryColumns(book, SQLITE)}, lower(hex(b.hash)) AS previousHash
    ${sealedEntries(book)}
    LEFT JOIN ${book.entries} b ON b.${book.key} = e.${book.key} AND b.entry_number = e.entry_number - 1 ${IN_PAGE}`,
);
const POSTINGS = BOOKS.map(
  ({ postings, key }) => `SELECT s.sequence AS sealSequence, p.account_id AS accountId,
    p.amount_piastres AS amountPiastres
  FROM seals s CROSS JOIN ${postings} p ON p.${key} = s.loan_id AND p.entry_number = s.number
  ${IN_PAGE} ORDER BY s.sequence, p.line`,
);
const BOOKED = BOOKED_FACTS.map(({ kind, table, idColumn, book }) => ({
  kind,
  sql: `SELECT s.sequence AS sealSequence, ${selectList('t', FACT_FIELDS[kind])} ${sealedEntries(book)}
    CROSS JOIN ${table} t ON t.${idColumn} = e.event_id ${IN_PAGE}`,
}));
const AUDIT = `SELECT s.sequence AS sealSequence, a.number, ${selectList('a', AUDIT_FIELDS)} ${SEALED_AUDIT}
  ${IN_PAGE}`;
const FACTS = `SELECT s.sequence AS sealSequence, f.kind, f.fact_id AS factId, lower(hex(f.hash)) AS hash
  ${SEALED_AUDIT} CROSS JOIN audit_facts f ON f.audit_number = a.number ${IN_PAGE}`;

/** The part of a row that says which seal it belongs to. */
interface Sealed {
  readonly sealSequence: number;
}

/** Hashes of what the seals of a page cover, as the rows stand, by the sequence of the seal. */
function currentHashes(connection: Connection, after: number, last: number): Map<number, string> {
  const hashes = new Map<number, string>();
  const booked = new Map<number, string>();
  for (const { kind, sql } of BOOKED) {
    for (const row of connection.all<Sealed>(sql, after, last)) {
      booked.set(row.sealSequence, factHash(kind, row).toString('hex'));
    }
  }
  const postingsOf = new Map<number, Posting[]>();
  for (const row of POSTINGS.flatMap((sql) => connection.all<PostingRow & Sealed>(sql, after, last))) {
    const postings = postingsOf.get(row.sealSequence);
    if (postings === undefined) postingsOf.set(row.sealSequence, [postingOf(row)]);
    else postings.push(postingOf(row));
  }
  type Entry = EntryRow & Sealed & { previousHash: string | null };
  for (const row of ENTRIES.flatMap((sql) => connection.all<Entry>(sql, after, last))) {
    const previousHash = row.previousHash || CHAIN_START;
    const entry: JournalEntryRecord = {
      ...row,
      previousHash,
      postings: postingsOf.get(row.sealSequence) ?? [],
    };
    const bookedHash = booked.get(row.sealSequence) ?? null;
    hashes.set(row.sealSequence, entryHash(entry, row.entryNumber, bookedHash, previousHash).toString('hex'));
  }
  const facts = connection.all<AttestedFact & Sealed>(FACTS, after, last);
  const factsOf = Map.groupBy(facts, (row) => row.sealSequence);
  for (const row of connection.all<AuditRecord & Sealed & { number: number }>(AUDIT, after, last)) {
    const attested = (factsOf.get(row.sealSequence) ?? []).sort(compareFacts);
    hashes.set(row.sealSequence, auditHash(row.number, row, attested).toString('hex'));
  }
  return hashes;
}

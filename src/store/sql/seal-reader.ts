import type { AuditRecord, Posting } from '../records.ts';
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
import type { SealCheck } from '../verification-port.ts';
import { BOOKED_FACTS } from './booked-facts.ts';
import { BOOKS, type Book } from './books.ts';
import { selectList } from './columns.ts';
import { type Dialect, query } from './dialect.ts';
import { type EntryRow, entryColumns, type PostingRow, postingOf } from './journal-reader.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Seals read at a time, with all they cover: large enough to spare statements, small enough for the memory. */
const SEALS_A_PAGE = 1000;

/**
 * Visits every seal in order with the hash its item has now, computed anew. Rows are read a page of seals at a
 * time, one statement for each table: statements for every seal cost four times as much.
 */
export async function visitSeals(connection: SqlConnection, visit: (seal: SealCheck) => void): Promise<void> {
  let previous = CHAIN_START;
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const seals: SealRow[] = await connection.all<SealRow>(SEALS, after);
    const last = seals.at(-1);
    if (last === undefined) return;
    const hashes = await currentHashes(connection, after, last.sequence);
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

const SEALS = query((d) => {
  const stored = 'coalesce(e.hash, h.hash, a.hash)';
  return `SELECT s.sequence, s.kind, s.loan_id AS "loanId", s.number, ${d.hex('s.item_hash')} AS "itemHash",
    ${d.hex('s.chain_hash')} AS "chainHash",
    CASE WHEN ${stored} IS NOT NULL THEN ${d.hex(stored)} END AS "storedItemHash"
  FROM seals s
  LEFT JOIN journal_entries e ON e.loan_id = s.loan_id AND e.entry_number = s.number
  LEFT JOIN held_entries h ON h.held_id = s.loan_id AND h.entry_number = s.number
  LEFT JOIN audit a ON s.kind = 'audit' AND a.number = s.number
  WHERE s.sequence > ? ORDER BY s.sequence LIMIT ${SEALS_A_PAGE}`;
});

/** The seals stay outermost: they are few, and all else is found from them by its key. */
const sealedEntries = ({ entries, key }: Book, d: Dialect) => `FROM seals s
  ${d.join} ${entries} e ON e.${key} = s.loan_id AND e.entry_number = s.number`;
const sealedAudit = (d: Dialect) =>
  `FROM seals s ${d.join} audit a ON s.kind = 'audit' AND a.number = s.number`;
const IN_PAGE = 'WHERE s.sequence > ? AND s.sequence <= ?';

const ENTRIES = BOOKS.map((book) =>
  query(
    (
      d,
    ) => `SELECT s.sequence AS "sealSequence", ${entryColumns(book, d)}, ${d.hex('b.hash')} AS "previousHash"
    ${sealedEntries(book, d)}
    LEFT JOIN ${book.entries} b ON b.${book.key} = e.${book.key} AND b.entry_number = e.entry_number - 1 ${IN_PAGE}`,
  ),
);
const POSTINGS = BOOKS.map(({ postings, key }) =>
  query(
    (d) => `SELECT s.sequence AS "sealSequence", p.account_id AS "accountId",
      p.amount_piastres AS "amountPiastres"
    FROM seals s ${d.join} ${postings} p ON p.${key} = s.loan_id AND p.entry_number = s.number
    ${IN_PAGE} ORDER BY s.sequence, p.line`,
  ),
);
const BOOKED = BOOKED_FACTS.map(({ kind, table, idColumn, book }) => ({
  kind,
  statement: query(
    (
      d,
    ) => `SELECT s.sequence AS "sealSequence", ${selectList('t', FACT_FIELDS[kind])} ${sealedEntries(book, d)}
      ${d.join} ${table} t ON t.${idColumn} = e.event_id ${IN_PAGE}`,
  ),
}));
const AUDIT = query(
  (d) => `SELECT s.sequence AS "sealSequence", a.number, ${selectList('a', AUDIT_FIELDS)} ${sealedAudit(d)}
    ${IN_PAGE}`,
);
const FACTS = query(
  (d) => `SELECT s.sequence AS "sealSequence", f.kind, f.fact_id AS "factId", ${d.hex('f.hash')} AS hash
    ${sealedAudit(d)} ${d.join} audit_facts f ON f.audit_number = a.number ${IN_PAGE}`,
);

/** The part of a row that says which seal it belongs to. */
interface Sealed {
  readonly sealSequence: number;
}

/** Hashes of what the seals of a page cover, as the rows stand, by the sequence of the seal. */
async function currentHashes(
  connection: SqlConnection,
  after: number,
  last: number,
): Promise<Map<number, string>> {
  const hashes = new Map<number, string>();
  const booked = new Map<number, string>();
  for (const { kind, statement } of BOOKED) {
    for (const row of await connection.all<Sealed>(statement, after, last)) {
      booked.set(row.sealSequence, factHash(kind, row).toString('hex'));
    }
  }
  const postingsOf = new Map<number, Posting[]>();
  for (const statement of POSTINGS) {
    for (const row of await connection.all<PostingRow & Sealed>(statement, after, last)) {
      const postings = postingsOf.get(row.sealSequence);
      if (postings === undefined) postingsOf.set(row.sealSequence, [postingOf(row)]);
      else postings.push(postingOf(row));
    }
  }
  type Entry = EntryRow & Sealed & { previousHash: string | null };
  for (const statement of ENTRIES) {
    for (const row of await connection.all<Entry>(statement, after, last)) {
      const { sealSequence } = row;
      const previousHash = row.previousHash || CHAIN_START;
      const entry = { ...row, previousHash, postings: postingsOf.get(sealSequence) ?? [] };
      const bookedHash = booked.get(sealSequence) ?? null;
      hashes.set(sealSequence, entryHash(entry, row.entryNumber, bookedHash, previousHash).toString('hex'));
    }
  }
  const facts = await connection.all<AttestedFact & Sealed>(FACTS, after, last);
  const factsOf = Map.groupBy(facts, (row) => row.sealSequence);
  for (const row of await connection.all<AuditRecord & Sealed & { number: number }>(AUDIT, after, last)) {
    const attested = (factsOf.get(row.sealSequence) ?? []).sort(compareFacts);
    hashes.set(row.sealSequence, auditHash(row.number, row, attested).toString('hex'));
  }
  return hashes;
}

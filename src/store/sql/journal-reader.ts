import type { ReadTx } from '../port.ts';
import type { AccountName, JournalEntryRecord, Posting, SealedEntry } from '../records.ts';
import { CHAIN_START } from '../sealing.ts';
import { ACCOUNT_NAMES } from './account-ids.ts';
import { type Book, HELD_BOOK, LOAN_BOOK } from './books.ts';
import { type Dialect, query } from './dialect.ts';
import { allOfIds, rowsOfIds } from './rows-of-ids.ts';
import type { SqlConnection } from './sql-connection.ts';

export type EntryRow = Omit<JournalEntryRecord, 'postings' | 'previousHash'>;

/** The columns of an entry `e` of a book. */
export function entryColumns({ key }: Book, { hex }: Dialect): string {
  return `e.${key} AS "loanId", e.entry_number AS "entryNumber", e.kind, e.event_id AS "eventId",
    e.value_date AS "valueDate", e.booked_at AS "bookedAt", e.booked_by AS "bookedBy",
    e.reverses_entry_number AS "reversesEntryNumber", ${hex('e.hash')} AS hash`;
}

/** The columns of a posting `p`. */
const POSTING = 'p.account_id AS "accountId", p.amount_piastres AS "amountPiastres"';

/** How the entries of a book are read; `name` stands beside each, `join` is where it is. */
function statementsOf(book: Book, name: string, join: string) {
  const { entries, postings, key } = book;
  const sealed = (d: Dialect) => `FROM seals s
    ${d.join} ${entries} e ON e.${key} = s.loan_id AND e.entry_number = s.number`;
  const wanted = `WHERE s.sequence > ? AND s.sequence <= ? AND s.kind = 'entry' AND e.booked_at BETWEEN ? AND ?`;
  return {
    entries: rowsOfIds(
      `e.${key}`,
      (which, d) => `SELECT ${entryColumns(book, d)} FROM ${entries} e WHERE ${which}
        ORDER BY e.${key}, e.entry_number`,
    ),
    postings: rowsOfIds(
      `p.${key}`,
      (which) => `SELECT p.${key} AS "loanId", p.entry_number AS "entryNumber", ${POSTING}
        FROM ${postings} p WHERE ${which} ORDER BY p.${key}, p.entry_number, p.line`,
    ),
    // Each entry is looked up by the key its seal names; its predecessor's hash likewise.
    inSequence: query(
      (d) => `SELECT s.sequence, ${name} AS "businessName", ${entryColumns(book, d)},
          coalesce(${d.hex('b.hash')}, '${CHAIN_START}') AS "previousHash"
        ${sealed(d)} ${join}
        LEFT JOIN ${entries} b ON b.${key} = e.${key} AND b.entry_number = e.entry_number - 1
        ${wanted} ORDER BY s.sequence ${d.page}`,
    ),
    postingsInSequence: query(
      (d) => `SELECT s.sequence, ${POSTING} ${sealed(d)}
        ${d.join} ${postings} p ON p.${key} = e.${key} AND p.entry_number = e.entry_number
        ${wanted} ORDER BY s.sequence, p.line`,
    ),
  };
}

const STATEMENTS = new Map([
  [LOAN_BOOK, statementsOf(LOAN_BOOK, 'l.business_name', 'JOIN loans l ON l.loan_id = e.loan_id')],
  [
    HELD_BOOK,
    statementsOf(HELD_BOOK, 'coalesce(h.payer_name, h.held_id)', 'JOIN held_rows h ON h.held_id = e.held_id'),
  ],
]);

function statementsOn(book: Book): ReturnType<typeof statementsOf> {
  const statements = STATEMENTS.get(book);
  if (statements === undefined) throw new Error(`no such book: ${book.entries}`);
  return statements;
}

/** Reads of journal entries. */
export function journalReader(connection: SqlConnection): ReadTx['journal'] {
  return {
    inSequence: async (filter, limit) => entriesInSequence(connection, filter, limit),
    ofLoans: async (loanIds) => entriesOf(connection, LOAN_BOOK, loanIds),
  };
}

/** Entries of one book's loans, or held rows, with their postings, by id then entry number. */
export async function entriesOf(
  connection: SqlConnection,
  book: Book,
  ids: readonly string[],
): Promise<JournalEntryRecord[]> {
  const statements = statementsOn(book);
  const entries = await allOfIds<EntryRow>(connection, statements.entries, ids);
  const rows = await allOfIds<PostingRow & { loanId: string; entryNumber: number }>(
    connection,
    statements.postings,
    ids,
  );
  const postingsOf = Map.groupBy(rows, (row) => `${row.loanId}/${row.entryNumber}`);
  let previous: EntryRow | undefined;
  return entries.map((entry) => {
    const previousHash = previous?.loanId === entry.loanId ? previous.hash : CHAIN_START;
    previous = entry;
    const postings = (postingsOf.get(`${entry.loanId}/${entry.entryNumber}`) ?? []).map(postingOf);
    return { ...entry, postings, previousHash };
  });
}

type Filter = Parameters<ReadTx['journal']['inSequence']>[0];

/** Entries of both books in the order of their seals. What is held is looked for as far as the loans' page goes. */
async function entriesInSequence(
  connection: SqlConnection,
  filter: Filter,
  limit: number,
): Promise<SealedEntry[]> {
  const ofLoans = await entriesOfBookInSequence(connection, LOAN_BOOK, filter, limit, null);
  const last = ofLoans.length < limit ? null : (ofLoans.at(-1)?.sequence ?? null);
  const held = await entriesOfBookInSequence(connection, HELD_BOOK, filter, limit, last);
  if (held.length === 0) return ofLoans;
  return [...ofLoans, ...held].sort((a, b) => a.sequence - b.sequence).slice(0, limit);
}

async function entriesOfBookInSequence(
  connection: SqlConnection,
  book: Book,
  { after, bookedFrom = '', bookedUntil = '~' }: Filter,
  limit: number,
  last: number | null,
): Promise<SealedEntry[]> {
  const { inSequence, postingsInSequence } = statementsOn(book);
  const until = last ?? Number.MAX_SAFE_INTEGER;
  const rows = await connection.all<Omit<SealedEntry, 'postings'>>(
    inSequence,
    after,
    until,
    bookedFrom,
    bookedUntil,
    limit,
    0,
  );
  const end = rows.at(-1)?.sequence;
  if (end === undefined) return [];
  const postings = await connection.all<PostingRow & { sequence: number }>(
    postingsInSequence,
    after,
    end,
    bookedFrom,
    bookedUntil,
  );
  const postingsOf = Map.groupBy(postings, (row) => row.sequence);
  return rows.map((row) => ({ ...row, postings: (postingsOf.get(row.sequence) ?? []).map(postingOf) }));
}

export interface PostingRow {
  readonly accountId: number;
  readonly amountPiastres: number;
}

/** A damaged row may carry a number that is no account: it is shown as it stands. */
export function postingOf(row: PostingRow): Posting {
  const account = ACCOUNT_NAMES[row.accountId - 1] ?? (`account ${row.accountId}` as AccountName);
  return { account, amountPiastres: row.amountPiastres };
}

import type { ReadTx } from '../port.ts';
import type { AccountName, JournalEntryRecord, Posting, SealedEntry } from '../records.ts';
import { CHAIN_START } from '../sealing.ts';
import { type Book, HELD_BOOK, LOAN_BOOK } from '../sql/books.ts';
import type { Connection } from './connection.ts';

/** Account n stands at place n − 1; the table `accounts` says the same. */
const ACCOUNT_NAMES = [
  'loan principal',
  'interest income',
  'fee income',
  'disbursement clearing',
  'collection clearing',
  'customer credit',
  'unallocated receipts',
  'write-off',
] as const satisfies readonly AccountName[];

const ACCOUNT_IDS: ReadonlyMap<string, number> = new Map(
  ACCOUNT_NAMES.map((name, index) => [name, index + 1]),
);

/** The number postings carry for an account. Throws for a name that is none. */
export function accountIdOf(name: AccountName): number {
  const id = ACCOUNT_IDS.get(name);
  if (id === undefined) throw new Error(`no such account: ${name}`);
  return id;
}

export type EntryRow = Omit<JournalEntryRecord, 'postings' | 'previousHash'>;

/** The columns of an entry `e` of a book. */
export function entryColumns({ key }: Book): string {
  return `e.${key} AS loanId, e.entry_number AS entryNumber, e.kind, e.event_id AS eventId,
    e.value_date AS valueDate, e.booked_at AS bookedAt, e.booked_by AS bookedBy,
    e.reverses_entry_number AS reversesEntryNumber, lower(hex(e.hash)) AS hash`;
}

/** Reads of journal entries. */
export function journalReader(connection: Connection): ReadTx['journal'] {
  return {
    inSequence: async (filter, limit) => entriesInSequence(connection, filter, limit),
    ofLoans: async (loanIds) => entriesOf(connection, LOAN_BOOK, loanIds),
  };
}

/** Entries of one book's loans, or held rows, with their postings, by id then entry number. */
export function entriesOf(connection: Connection, book: Book, ids: readonly string[]): JournalEntryRecord[] {
  const { entries: table, postings, key } = book;
  const entries = connection.all<EntryRow>(
    `SELECT ${entryColumns(book)} FROM ${table} e WHERE e.${key} IN (SELECT value FROM json_each(?))
     ORDER BY e.${key}, e.entry_number`,
    JSON.stringify(ids),
  );
  const rows = connection.all<PostingRow & { loanId: string; entryNumber: number }>(
    `SELECT p.${key} AS loanId, p.entry_number AS entryNumber, p.account_id AS accountId,
       p.amount_piastres AS amountPiastres
     FROM ${postings} p WHERE p.${key} IN (SELECT value FROM json_each(?))
     ORDER BY p.${key}, p.entry_number, p.line`,
    JSON.stringify(ids),
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

/** Where the name that stands beside an entry `e` of a book is, and what it is. */
const NAMES = new Map([
  [LOAN_BOOK, { join: 'JOIN loans l ON l.loan_id = e.loan_id', name: 'l.business_name' }],
  [
    HELD_BOOK,
    { join: 'JOIN held_rows h ON h.held_id = e.held_id', name: 'coalesce(h.payer_name, h.held_id)' },
  ],
]);

/** Entries of both books in the order of their seals. What is held is looked for as far as the loans' page goes. */
function entriesInSequence(connection: Connection, filter: Filter, limit: number): SealedEntry[] {
  const ofLoans = entriesOfBookInSequence(connection, LOAN_BOOK, filter, limit, null);
  const last = ofLoans.length < limit ? null : (ofLoans.at(-1)?.sequence ?? null);
  const held = entriesOfBookInSequence(connection, HELD_BOOK, filter, limit, last);
  if (held.length === 0) return ofLoans;
  return [...ofLoans, ...held].sort((a, b) => a.sequence - b.sequence).slice(0, limit);
}

/** Each entry of the page is looked up by the key its seal names; its predecessor's hash likewise. */
function entriesOfBookInSequence(
  connection: Connection,
  book: Book,
  { after, bookedFrom = '', bookedUntil = '~' }: Filter,
  limit: number,
  last: number | null,
): SealedEntry[] {
  const { entries, postings, key } = book;
  const { join, name } = NAMES.get(book) as { join: string; name: string };
  const rows = connection.all<Omit<SealedEntry, 'postings'>>(
    `SELECT s.sequence, ${name} AS businessName, ${entryColumns(book)},
       coalesce(lower(hex(b.hash)), '${CHAIN_START}') AS previousHash
     FROM seals s
     CROSS JOIN ${entries} e ON e.${key} = s.loan_id AND e.entry_number = s.number
     ${join}
     LEFT JOIN ${entries} b ON b.${key} = e.${key} AND b.entry_number = e.entry_number - 1
     WHERE s.sequence > ? AND s.sequence <= ? AND s.kind = 'entry' AND e.booked_at BETWEEN ? AND ?
     ORDER BY s.sequence LIMIT ?`,
    after,
    last ?? Number.MAX_SAFE_INTEGER,
    bookedFrom,
    bookedUntil,
    limit,
  );
  const statement = connection.statement(
    `SELECT account_id AS accountId, amount_piastres AS amountPiastres FROM ${postings}
     WHERE ${key} = (SELECT ?) AND entry_number = ? ORDER BY line`,
  );
  return rows.map((row) => ({
    ...row,
    postings: (statement.all(row.loanId, row.entryNumber) as PostingRow[]).map(postingOf),
  }));
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

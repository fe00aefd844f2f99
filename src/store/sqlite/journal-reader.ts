import type { ReadTx } from '../port.ts';
import type { AccountName, JournalEntryRecord, Posting, SealedEntry } from '../records.ts';
import { CHAIN_START } from '../sealing.ts';
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

export const ENTRY = `e.loan_id AS loanId, e.entry_number AS entryNumber, e.kind, e.event_id AS eventId,
  e.value_date AS valueDate, e.booked_at AS bookedAt, e.booked_by AS bookedBy,
  e.reverses_entry_number AS reversesEntryNumber, lower(hex(e.hash)) AS hash`;

/** Reads of journal entries. */
export function journalReader(connection: Connection): ReadTx['journal'] {
  return {
    inSequence: async (filter, limit) => entriesInSequence(connection, filter, limit),
    ofLoans: async (loanIds) => entriesOfLoans(connection, loanIds),
  };
}

/** Entries of the loans with their postings, by loan then entry number. */
export function entriesOfLoans(connection: Connection, loanIds: readonly string[]): JournalEntryRecord[] {
  const ids = JSON.stringify(loanIds);
  const entries = connection.all<EntryRow>(
    `SELECT ${ENTRY} FROM journal_entries e WHERE e.loan_id IN (SELECT value FROM json_each(?))
     ORDER BY e.loan_id, e.entry_number`,
    ids,
  );
  const rows = connection.all<PostingRow & { loanId: string; entryNumber: number }>(
    `SELECT p.loan_id AS loanId, p.entry_number AS entryNumber, p.account_id AS accountId,
       p.amount_piastres AS amountPiastres
     FROM postings p WHERE p.loan_id IN (SELECT value FROM json_each(?))
     ORDER BY p.loan_id, p.entry_number, p.line`,
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

/** Each entry of the page is looked up by the key its seal names; its predecessor's hash likewise. */
function entriesInSequence(
  connection: Connection,
  { after, bookedFrom = '', bookedUntil = '~' }: Parameters<ReadTx['journal']['inSequence']>[0],
  limit: number,
): SealedEntry[] {
  const rows = connection.all<Omit<SealedEntry, 'postings'>>(
    `SELECT s.sequence, l.business_name AS businessName, ${ENTRY},
       coalesce(lower(hex(b.hash)), '${CHAIN_START}') AS previousHash
     FROM seals s
     JOIN journal_entries e ON e.loan_id = s.loan_id AND e.entry_number = s.number
     JOIN loans l ON l.loan_id = e.loan_id
     LEFT JOIN journal_entries b ON b.loan_id = e.loan_id AND b.entry_number = e.entry_number - 1
     WHERE s.sequence > ? AND s.kind = 'entry' AND e.booked_at BETWEEN ? AND ?
     ORDER BY s.sequence LIMIT ?`,
    after,
    bookedFrom,
    bookedUntil,
    limit,
  );
  const postings = connection.statement(
    `SELECT account_id AS accountId, amount_piastres AS amountPiastres FROM postings
     WHERE loan_id = (SELECT ?) AND entry_number = ? ORDER BY line`,
  );
  return rows.map((row) => ({
    ...row,
    postings: (postings.all(row.loanId, row.entryNumber) as PostingRow[]).map(postingOf),
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

import type { BookedEntry, CountedDecision, Horizon, ReportReader } from '../report-port.ts';
import { FOR_EVER, visitBook } from './book-reader.ts';
import { BOOKS } from './books.ts';
import { type Dialect, query } from './dialect.ts';
import { type EntryRow, entryColumns, type PostingRow, postingOf } from './journal-reader.ts';
import { pageOfPayments, paymentTotals } from './payment-list-reader.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Sums are taken in two parts, since one of many large amounts may pass what the engine's whole numbers hold. */
const PART = 1_000_000;

const DECISIONS = query(
  (d) => `SELECT d.decision, d.decision_maker_id AS "decisionMakerId",
    a.requested_amount_piastres AS "requestedAmountPiastres",
    d.approved_amount_piastres AS "approvedAmountPiastres",
    ${d.asNumber('d.overrides_json IS NOT NULL')} AS overridden
  FROM decisions d JOIN applications a ON a.application_id = d.application_id
  WHERE d.decided_on BETWEEN ? AND ? AND d.decided_at <= ?
  ORDER BY d.decided_at, d.application_id, d.number`,
);

/** Reads over the whole book. */
export function reportReader(connection: SqlConnection): ReportReader['reports'] {
  return {
    visitLoans: async (horizon, visit, options = {}) => visitBook(connection, horizon, visit, options),
    accountSums: async (horizon) => accountSums(connection, horizon),
    entriesBookedSince: async (after, horizon) => entriesBookedSince(connection, after, horizon),
    payments: async (filter, page) => pageOfPayments(connection, filter, page),
    paymentTotals: async (filter) => paymentTotals(connection, filter),
    visitDecisions: async (from, { asOf, knownAt }, visit) => {
      await connection.visit<Omit<CountedDecision, 'isOverride'> & { overridden: number }>(
        DECISIONS,
        [from, asOf, knownAt ?? FOR_EVER],
        ({ overridden, ...decision }) => visit({ ...decision, isOverride: overridden === 1 }),
      );
    },
  };
}

interface SumsRow {
  readonly accountId: number;
  readonly debitWhole: number;
  readonly debitRest: number;
  readonly creditWhole: number;
  readonly creditRest: number;
}

/** What was posted to accounts in any book. */
const moved = (d: Dialect) =>
  BOOKS.map(
    ({ entries, postings, key }) =>
      `SELECT p.account_id, p.amount_piastres AS amount FROM ${entries} e
       ${d.join} ${postings} p ON p.${key} = e.${key} AND p.entry_number = e.entry_number
       WHERE e.value_date <= ? AND e.booked_at <= ?`,
  ).join(' UNION ALL ');

/** The larger of a movement and nothing, in two parts. */
const partsOf = (movement: string, name: string, d: Dialect) =>
  [
    ['/', 'Whole'],
    ['%', 'Rest'],
  ]
    .map(
      ([part, rest]) =>
        `CAST(coalesce(sum(${d.greatest(movement, '0')} ${part} ${PART}), 0) AS bigint) AS "${name}${rest}"`,
    )
    .join(', ');

const ACCOUNT_SUMS = query(
  (
    d,
  ) => `SELECT a.account_id AS "accountId", ${partsOf('m.amount', 'debit', d)}, ${partsOf('-m.amount', 'credit', d)}
    FROM accounts a LEFT JOIN (${moved(d)}) m ON m.account_id = a.account_id
    GROUP BY a.account_id ORDER BY a.account_id`,
);

async function accountSums(connection: SqlConnection, { asOf, knownAt }: Horizon) {
  const window = BOOKS.flatMap(() => [asOf, knownAt ?? FOR_EVER]);
  const sums = await connection.all<SumsRow>(ACCOUNT_SUMS, ...window);
  return sums.map((row) => ({
    account: postingOf({ accountId: row.accountId, amountPiastres: 0 }).account,
    debitPiastres: BigInt(row.debitWhole) * BigInt(PART) + BigInt(row.debitRest),
    creditPiastres: BigInt(row.creditWhole) * BigInt(PART) + BigInt(row.creditRest),
  }));
}

/** How the entries of a book and the postings of one of them are read. */
const READ_OF_BOOK = BOOKS.map((book) => {
  const { entries, postings, key } = book;
  return {
    entries: query(
      (d) => `SELECT ${entryColumns(book, d)} FROM ${entries} e
        WHERE e.booked_at > ? AND e.booked_at <= ? AND e.value_date <= ?
        ORDER BY e.booked_at, e.${key}, e.entry_number`,
    ),
    postings: query(
      (d) => `SELECT account_id AS "accountId", amount_piastres AS "amountPiastres" FROM ${postings}
        WHERE ${key} = ${d.bound} AND entry_number = ${d.bound} ORDER BY line`,
    ),
  };
});

async function entriesBookedSince(
  connection: SqlConnection,
  after: string,
  { asOf, knownAt }: Horizon,
): Promise<readonly BookedEntry[]> {
  const found: BookedEntry[] = [];
  for (const book of READ_OF_BOOK) {
    const rows = await connection.all<EntryRow>(book.entries, after, knownAt ?? FOR_EVER, asOf);
    for (const { hash: _hash, ...entry } of rows) {
      const postings = await connection.all<PostingRow>(book.postings, entry.loanId, entry.entryNumber);
      found.push({ ...entry, postings: postings.map(postingOf) });
    }
  }
  return found.sort(byBooking);
}

function byBooking(a: BookedEntry, b: BookedEntry): number {
  if (a.bookedAt !== b.bookedAt) return a.bookedAt < b.bookedAt ? -1 : 1;
  if (a.loanId !== b.loanId) return a.loanId < b.loanId ? -1 : 1;
  return a.entryNumber - b.entryNumber;
}

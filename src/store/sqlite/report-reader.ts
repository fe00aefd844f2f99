import type { BookedEntry, CountedDecision, Horizon, ReportReader } from '../report-port.ts';
import { BOOKS } from '../sql/books.ts';
import { type EntryRow, entryColumns, type PostingRow, postingOf } from '../sql/journal-reader.ts';
import { pageOfPayments, paymentTotals } from '../sql/payment-list-reader.ts';
import { FOR_EVER, visitBook } from './book-reader.ts';
import type { Connection } from './connection.ts';

/** Sums are taken in two parts, since one of many large amounts may pass what the engine's whole numbers hold. */
const PART = 1_000_000;

/** Reads over the whole book. */
export function reportReader(connection: Connection): ReportReader['reports'] {
  return {
    visitLoans: async (horizon, visit, only) => visitBook(connection, horizon, visit, only),
    accountSums: async (horizon) => accountSums(connection, horizon),
    entriesBookedSince: async (after, horizon) => entriesBookedSince(connection, after, horizon),
    payments: async (filter, page) => pageOfPayments(connection, filter, page),
    paymentTotals: async (filter) => paymentTotals(connection, filter),
    visitDecisions: async (from, { asOf, knownAt }, visit) => {
      const rows = connection.iterate<Omit<CountedDecision, 'isOverride'> & { overridden: number }>(
        `SELECT d.decision, d.decision_maker_id AS decisionMakerId,
           a.requested_amount_piastres AS requestedAmountPiastres,
           d.approved_amount_piastres AS approvedAmountPiastres, d.overrides_json IS NOT NULL AS overridden
         FROM decisions d JOIN applications a ON a.application_id = d.application_id
         WHERE d.decided_on BETWEEN ? AND ? AND d.decided_at <= ?
         ORDER BY d.decided_at, d.application_id, d.number`,
        from,
        asOf,
        knownAt ?? FOR_EVER,
      );
      for (const { overridden, ...decision } of rows) visit({ ...decision, isOverride: overridden === 1 });
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
const MOVED = BOOKS.map(
  ({ entries, postings, key }) =>
    `SELECT p.account_id, p.amount_piastres AS amount FROM ${entries} e
     CROSS JOIN ${postings} p ON p.${key} = e.${key} AND p.entry_number = e.entry_number
     WHERE e.value_date <= ? AND e.booked_at <= ?`,
).join(' UNION ALL ');

function accountSums(connection: Connection, { asOf, knownAt }: Horizon) {
  const sums = connection.all<SumsRow>(
    `SELECT a.account_id AS accountId,
       coalesce(sum(max(m.amount, 0) / ${PART}), 0) AS debitWhole,
       coalesce(sum(max(m.amount, 0) % ${PART}), 0) AS debitRest,
       coalesce(sum(max(-m.amount, 0) / ${PART}), 0) AS creditWhole,
       coalesce(sum(max(-m.amount, 0) % ${PART}), 0) AS creditRest
     FROM accounts a LEFT JOIN (
       ${MOVED}
     ) m ON m.account_id = a.account_id
     GROUP BY a.account_id ORDER BY a.account_id`,
    ...BOOKS.flatMap(() => [asOf, knownAt ?? FOR_EVER]),
  );
  return sums.map((row) => ({
    account: postingOf({ accountId: row.accountId, amountPiastres: 0 }).account,
    debitPiastres: BigInt(row.debitWhole) * BigInt(PART) + BigInt(row.debitRest),
    creditPiastres: BigInt(row.creditWhole) * BigInt(PART) + BigInt(row.creditRest),
  }));
}

function entriesBookedSince(
  connection: Connection,
  after: string,
  { asOf, knownAt }: Horizon,
): readonly BookedEntry[] {
  const found = BOOKS.flatMap((book) => {
    const { entries, postings, key } = book;
    const rows = connection.all<EntryRow>(
      `SELECT ${entryColumns(book, connection.dialect)} FROM ${entries} e
       WHERE e.booked_at > ? AND e.booked_at <= ? AND e.value_date <= ?
       ORDER BY e.booked_at, e.${key}, e.entry_number`,
      after,
      knownAt ?? FOR_EVER,
      asOf,
    );
    return rows.map(({ hash: _hash, ...entry }) => ({
      ...entry,
      postings: connection
        .all<PostingRow>(
          `SELECT account_id AS accountId, amount_piastres AS amountPiastres FROM ${postings}
           WHERE ${key} = (SELECT ?) AND entry_number = (SELECT ?) ORDER BY line`,
          entry.loanId,
          entry.entryNumber,
        )
        .map(postingOf),
    }));
  });
  return found.sort(byBooking);
}

function byBooking(a: BookedEntry, b: BookedEntry): number {
  if (a.bookedAt !== b.bookedAt) return a.bookedAt < b.bookedAt ? -1 : 1;
  if (a.loanId !== b.loanId) return a.loanId < b.loanId ? -1 : 1;
  return a.entryNumber - b.entryNumber;
}

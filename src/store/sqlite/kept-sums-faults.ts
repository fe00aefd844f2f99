import { FlagCountChanges } from '../flag-count-changes.ts';
import { MonthChanges } from '../month-changes.ts';
import type { FlagRecord, TransactionRecord } from '../records.ts';
import type { Connection } from './connection.ts';

/** Rows that are summed as they are read, and the sums kept of them. */
interface Kept<Row> {
  /** What is wrong, after the word "user" and the id. */
  readonly fault: string;
  readonly table: string;
  readonly source: string;
  /** Every row with its user's key, by that key. */
  readonly rows: string;
  /** What is kept of one user. */
  readonly sums: string;
  /** Sums the rows of one user. */
  begin(): { add(userKey: number, row: Row): void; values(): readonly (readonly unknown[])[] };
}

const MONTHS: Kept<TransactionRecord> = {
  fault: 'the month sums kept are not those of the transactions',
  table: 'user_month_sums',
  source: 'user_transactions',
  rows: `SELECT user_key AS userKey, id, account_type AS accountType, amount_piastres AS amountPiastres,
      timestamp_seconds AS timestampSeconds, event, transaction_type AS transactionType,
      amount_currency AS amountCurrency, institution_name AS institutionName
    FROM user_transactions ORDER BY user_key`,
  // As text, since a sum may be more than a number holds.
  sums: `SELECT month, institution_name, account_type, CAST(debit_piastres AS TEXT) AS debit,
      CAST(credit_piastres AS TEXT) AS credit, CAST(salary_piastres AS TEXT) AS salary, transaction_count,
      last_timestamp_seconds, last_id
    FROM user_month_sums WHERE user_key = ?`,
  begin: () => new MonthChanges(),
};

const FLAGS: Kept<FlagRecord> = {
  fault: 'the counts kept are not those of the flags',
  table: 'user_flag_counts',
  source: 'user_flags',
  rows: `SELECT user_key AS userKey, institution_name AS institutionName, flag_label AS flagLabel,
      timestamp_seconds AS timestampSeconds, account_type AS accountType
    FROM user_flags ORDER BY user_key`,
  sums: `SELECT month, flag_label, institution_name, account_type, flag_count
    FROM user_flag_counts WHERE user_key = ?`,
  begin: () => new FlagCountChanges(),
};

/** Sums all transactions and flags anew; answers each user of whom something else is kept. */
export function keptSumsFaults(connection: Connection): string[] {
  return [...faultsOf(connection, MONTHS), ...faultsOf(connection, FLAGS)];
}

function faultsOf<Row>(connection: Connection, kept: Kept<Row>): string[] {
  const faulty: number[] = [];
  let userKey: number | null = null;
  let summed = kept.begin();
  const compare = (): void => {
    if (userKey === null) return;
    const expected = linesOf(summed.values());
    const found = linesOf(connection.all<object>(kept.sums, userKey).map(Object.values));
    if (expected !== found) faulty.push(userKey);
  };
  for (const row of connection.iterate<Row & { userKey: number }>(kept.rows)) {
    if (row.userKey !== userKey) {
      compare();
      userKey = row.userKey;
      summed = kept.begin();
    }
    summed.add(row.userKey, row);
  }
  compare();
  const ofNothing = `SELECT DISTINCT user_key AS userKey FROM ${kept.table}
    WHERE user_key NOT IN (SELECT user_key FROM ${kept.source})`;
  for (const row of connection.all<{ userKey: number }>(ofNothing)) faulty.push(row.userKey);
  return faulty.map((key) => `user ${userIdOf(connection, key)}: ${kept.fault}`);
}

function linesOf(sums: readonly (readonly unknown[])[]): string {
  return sums
    .map((values) => JSON.stringify(values))
    .sort()
    .join('\n');
}

function userIdOf(connection: Connection, key: number): string {
  const user = connection.get<{ userId: string }>(
    'SELECT user_id AS userId FROM users WHERE user_key = ?',
    key,
  );
  return user?.userId ?? `number ${key}`;
}

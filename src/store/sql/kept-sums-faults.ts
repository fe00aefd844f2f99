import { FlagCountChanges } from '../flag-count-changes.ts';
import { MonthChanges } from '../month-changes.ts';
import type { FlagRecord, TransactionRecord } from '../records.ts';
import type { SqlConnection } from './sql-connection.ts';

/** Few enough that what is kept of so many fits into the memory. */
const USERS_A_PAGE = 500;
/** Users are told apart by what they are looked up by; the changes of one of them need no number. */
const THE_USER = 0;

/** How users are told apart in their rows: a number in one engine and a text in another. */
type UserKey = string | number;

/** Rows that are summed as they are read, and the sums kept of them. */
interface Kept<Row> {
  /** What is wrong, after the word "user" and the id. */
  readonly fault: string;
  /** Every row of the users from one key to another, with the user's key, by that key. */
  readonly rows: string;
  /** What is kept of them: the user's key, then as `values` has it. */
  readonly sums: string;
  /** Sums the rows of one user. */
  begin(): { add(userKey: number, row: Row): void; values(): readonly (readonly unknown[])[] };
}

const MONTHS: Kept<TransactionRecord> = {
  fault: 'the month sums kept are not those of the transactions',
  rows: `SELECT user_key AS "userKey", id, account_type AS "accountType", amount_piastres AS "amountPiastres",
      timestamp_seconds AS "timestampSeconds", event, transaction_type AS "transactionType",
      amount_currency AS "amountCurrency", institution_name AS "institutionName"
    FROM user_transactions WHERE user_key BETWEEN ? AND ? ORDER BY user_key`,
  // As text, since a sum may be more than a number holds.
  sums: `SELECT user_key AS "userKey", month, institution_name, account_type, CAST(debit_piastres AS TEXT) AS debit,
      CAST(credit_piastres AS TEXT) AS credit, CAST(salary_piastres AS TEXT) AS salary, transaction_count,
      last_timestamp_seconds, last_id
    FROM user_month_sums WHERE user_key BETWEEN ? AND ?`,
  begin: () => new MonthChanges(),
};

const FLAGS: Kept<FlagRecord> = {
  fault: 'the counts kept are not those of the flags',
  rows: `SELECT user_key AS "userKey", institution_name AS "institutionName", flag_label AS "flagLabel",
      timestamp_seconds AS "timestampSeconds", account_type AS "accountType"
    FROM user_flags WHERE user_key BETWEEN ? AND ? ORDER BY user_key`,
  sums: `SELECT user_key AS "userKey", month, flag_label, institution_name, account_type, flag_count
    FROM user_flag_counts WHERE user_key BETWEEN ? AND ?`,
  begin: () => new FlagCountChanges(),
};

/** Sums all transactions and flags anew; answers each user of whom something else is kept. */
export async function keptSumsFaults(connection: SqlConnection): Promise<string[]> {
  return [...(await faultsOf(connection, MONTHS)), ...(await faultsOf(connection, FLAGS))];
}

interface User {
  readonly userKey: UserKey;
  readonly userId: string;
}

async function faultsOf<Row>(connection: SqlConnection, kept: Kept<Row>): Promise<string[]> {
  const faults: string[] = [];
  for (let users = await usersAfter(connection, null); ; ) {
    const [first, last] = [users[0], users.at(-1)];
    if (first === undefined || last === undefined) return faults;
    const range = [first.userKey, last.userKey];
    const summed = await summedOf(connection, kept, range);
    const sums = await connection.all<{ userKey: UserKey }>(kept.sums, ...range);
    const foundOf = Map.groupBy(sums, (row) => row.userKey);
    for (const { userKey, userId } of users) {
      const found = (foundOf.get(userKey) ?? []).map(({ userKey: _of, ...row }) => Object.values(row));
      if (linesOf(found) !== (summed.get(userKey) ?? '')) faults.push(`user ${userId}: ${kept.fault}`);
    }
    users = await usersAfter(connection, last.userKey);
  }
}

/** What the sums of the users in a range of keys should be, as `linesOf` has it. */
async function summedOf<Row>(
  connection: SqlConnection,
  kept: Kept<Row>,
  range: readonly UserKey[],
): Promise<ReadonlyMap<UserKey, string>> {
  const lines = new Map<UserKey, string>();
  let user: { readonly key: UserKey; readonly sums: ReturnType<Kept<Row>['begin']> } | null = null;
  const end = () => {
    if (user !== null) lines.set(user.key, linesOf(user.sums.values()));
  };
  await connection.visit<Row & { userKey: UserKey }>(kept.rows, range, (row) => {
    if (user?.key !== row.userKey) {
      end();
      user = { key: row.userKey, sums: kept.begin() };
    }
    user.sums.add(THE_USER, row);
  });
  end();
  return lines;
}

async function usersAfter(connection: SqlConnection, after: UserKey | null): Promise<User[]> {
  const rest = `ORDER BY user_key LIMIT ${USERS_A_PAGE}`;
  const columns = `user_key AS "userKey", user_id AS "userId"`;
  return after === null
    ? await connection.all<User>(`SELECT ${columns} FROM users ${rest}`)
    : await connection.all<User>(`SELECT ${columns} FROM users WHERE user_key > ? ${rest}`, after);
}

function linesOf(sums: readonly (readonly unknown[])[]): string {
  return sums
    .map((values) => JSON.stringify(values))
    .sort()
    .join('\n');
}

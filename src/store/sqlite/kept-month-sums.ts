import { monthOf } from '../../domain/transactions-summary.ts';
import { type Account, later, type MonthChange, type MonthChanges, type Place } from '../month-changes.ts';
import type { Connection } from './connection.ts';

/** A month whose last transaction is to be found: one at or before `until`, in Unix seconds. */
interface MovedLast {
  readonly change: MonthChange;
  /** How many transactions it now has. */
  readonly count: number;
  readonly until: number;
}

/** The same rule as `isSummed`, for rows called `t`. */
const SUMMED = `t.amount_currency = 'EGP' AND t.transaction_type NOT IN ('declined', 'balance_check')`;

const OF_GROUP = 'user_key = ? AND month = ? AND institution_name = ? AND account_type = ?';
const KEPT = `SELECT transaction_count AS count, last_timestamp_seconds AS timestampSeconds, last_id AS id
  FROM user_month_sums WHERE ${OF_GROUP}`;
const FORGET = `DELETE FROM user_month_sums WHERE ${OF_GROUP}`;
const INSERT = `INSERT INTO user_month_sums (user_key, month, institution_name, account_type, debit_piastres,
    credit_piastres, salary_piastres, transaction_count, last_timestamp_seconds, last_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
// Added up by the engine, which has 64 bits where a number has 53.
const SUMS = `debit_piastres = debit_piastres + excluded.debit_piastres,
  credit_piastres = credit_piastres + excluded.credit_piastres,
  salary_piastres = salary_piastres + excluded.salary_piastres`;
/** For a month whose transactions only become more: one statement, since an import does hardly anything else. */
const ADD = `${INSERT} ON CONFLICT DO UPDATE SET ${SUMS},
  transaction_count = transaction_count + excluded.transaction_count,
  last_id = iif((excluded.last_timestamp_seconds, excluded.last_id) > (last_timestamp_seconds, last_id),
    excluded.last_id, last_id),
  last_timestamp_seconds = max(last_timestamp_seconds, excluded.last_timestamp_seconds)`;
/** Count and place are given as they will be. */
const REPLACE = `${INSERT} ON CONFLICT DO UPDATE SET ${SUMS}, transaction_count = excluded.transaction_count,
  last_timestamp_seconds = excluded.last_timestamp_seconds, last_id = excluded.last_id`;
const STANDS = `SELECT 1 FROM user_transactions t WHERE t.user_key = ? AND t.id = ? AND t.timestamp_seconds = ?
  AND t.institution_name = ? AND t.account_type = ? AND ${SUMMED}`;
// Reads all a user has, a tenth of a microsecond each. An index by time would spare it, and cost every import a
// third of its time, while the last transaction of a month hardly ever moves.
const BETWEEN = `SELECT t.timestamp_seconds AS timestampSeconds, t.id AS id, t.institution_name AS institutionName,
    t.account_type AS accountType
  FROM user_transactions t WHERE t.user_key = ? AND t.timestamp_seconds BETWEEN ? AND ? AND ${SUMMED}`;

/** Writes the changes into the sums kept. The transactions must be written before. */
export function writeMonthChanges(connection: Connection, changes: MonthChanges): void {
  const moved: MovedLast[] = [];
  for (const change of changes.all()) {
    if (change.removed === null) writeMore(connection, change);
    else writeOther(connection, change, moved);
  }
  for (const ofUser of Map.groupBy(moved, ({ change }) => change.userKey).values()) {
    writeMoved(connection, ofUser);
  }
}

function writeMore(connection: Connection, change: MonthChange): void {
  if (change.added !== null) writeSums(connection, ADD, change, change.count, change.added);
}

/** Writes a month that lost transactions, or puts it among `moved` when its last one is another now. */
function writeOther(connection: Connection, change: MonthChange, moved: MovedLast[]): void {
  const group = groupOf(change);
  const kept = connection.get<Place & { count: number }>(KEPT, ...group) ?? null;
  const count = (kept?.count ?? 0) + change.count;
  if (count === 0) {
    connection.run(FORGET, ...group);
    return;
  }
  const last = later(change.added, kept);
  if (last === null) throw noTransaction(change);
  if (stands(connection, change, last)) writeSums(connection, REPLACE, change, count, last);
  else moved.push({ change, count, until: last.timestampSeconds });
}

/** Whether the transaction at the place is still in the month. */
function stands(connection: Connection, change: MonthChange, { timestampSeconds, id }: Place): boolean {
  const { userKey, institutionName, accountType } = change;
  return connection.get(STANDS, userKey, id, timestampSeconds, institutionName, accountType) !== undefined;
}

/** Finds the last transactions of months of one user in one pass, and writes the months. */
function writeMoved(connection: Connection, ofUser: readonly MovedLast[]): void {
  const [
    {
      change: { userKey },
    },
  ] = ofUser as [MovedLast];
  const lasts = new Map<string, Place | null>();
  for (const { change } of ofUser) lasts.set(groupKey(userKey, change.month, change), null);
  const from = Math.min(...ofUser.map(({ change }) => monthStartSeconds(change.month)));
  const until = Math.max(...ofUser.map((one) => one.until));
  for (const row of connection.iterate<Place & Account>(BETWEEN, userKey, from, until)) {
    const key = groupKey(userKey, monthOf(row.timestampSeconds), row);
    const last = lasts.get(key);
    if (last !== undefined) lasts.set(key, later(last, row));
  }
  for (const { change, count } of ofUser) {
    const last = lasts.get(groupKey(userKey, change.month, change)) ?? null;
    if (last === null) throw noTransaction(change);
    writeSums(connection, REPLACE, change, count, last);
  }
}

function writeSums(
  connection: Connection,
  sql: string,
  change: MonthChange,
  count: number,
  last: Place,
): void {
  const sums = [change.debitPiastres, change.creditPiastres, change.salaryPiastres];
  connection.statement(sql).run(...groupOf(change), ...sums, count, last.timestampSeconds, last.id);
}

function groupOf({ userKey, month, institutionName, accountType }: MonthChange) {
  return [userKey, month, institutionName, accountType] as const;
}

function groupKey(userKey: number, month: number, { institutionName, accountType }: Account): string {
  return `${userKey} ${month} ${accountType.length} ${accountType}${institutionName}`;
}

function monthStartSeconds(month: number): number {
  return Date.UTC(Math.floor(month / 100), (month % 100) - 1) / 1000;
}

function noTransaction({ userKey, month }: MonthChange): Error {
  return new Error(`user ${userKey} has sums and no transaction in ${month}`);
}

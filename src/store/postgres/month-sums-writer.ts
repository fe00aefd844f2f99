import { later, type MonthChange, type MonthChanges, type Place } from '../month-changes.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { allOfMany, insertMany, type ManyColumn, manyRows, runMany, sameKey } from './many-rows.ts';

/** The same rule as `isSummed`, for rows called `t`. */
const SUMMED = `t.amount_currency = 'EGP' AND t.transaction_type NOT IN ('declined', 'balance_check')`;

const text = (name: string): ManyColumn => ({ name, type: 'text' });
const whole = (name: string): ManyColumn => ({ name, type: 'bigint' });

const GROUP = [text('user_key'), whole('month'), text('institution_name'), text('account_type')];
const SUMS = [
  ...GROUP,
  whole('debit_piastres'),
  whole('credit_piastres'),
  whole('salary_piastres'),
  whole('transaction_count'),
  whole('last_timestamp_seconds'),
  whole('last_id'),
];
const ADDED_UP = ['debit_piastres', 'credit_piastres', 'salary_piastres']
  .map((column) => `${column} = k.${column} + excluded.${column}`)
  .join(', ');
const conflict = (changes: string) => `ON CONFLICT (${GROUP.map(({ name }) => name).join(', ')})
  DO UPDATE SET ${ADDED_UP}, ${changes}`;

/** For months whose transactions only become more. */
const ADD = insertMany(
  'user_month_sums AS k',
  SUMS,
  conflict(`transaction_count = k.transaction_count + excluded.transaction_count,
    last_id = CASE WHEN (excluded.last_timestamp_seconds, excluded.last_id) > (k.last_timestamp_seconds, k.last_id)
      THEN excluded.last_id ELSE k.last_id END,
    last_timestamp_seconds = greatest(k.last_timestamp_seconds, excluded.last_timestamp_seconds)`),
);
/** Count and place are given as they will be. */
const REPLACE = insertMany(
  'user_month_sums AS k',
  SUMS,
  conflict(`transaction_count = excluded.transaction_count,
    last_timestamp_seconds = excluded.last_timestamp_seconds, last_id = excluded.last_id`),
);
const KEPT = `SELECT g.n, k.transaction_count AS count, k.last_timestamp_seconds AS "timestampSeconds",
    k.last_id AS id
  FROM ${manyRows(GROUP)} JOIN user_month_sums k ON ${sameKey(GROUP, 'k')}`;
const FORGET = `DELETE FROM user_month_sums k USING ${manyRows(GROUP)} WHERE ${sameKey(GROUP, 'k')}`;
const STANDS = `SELECT g.n
  FROM ${manyRows([...GROUP, whole('id'), whole('timestamp_seconds')])}
  JOIN user_transactions t ON t.user_key = g.user_key AND t.id = g.id AND t.timestamp_seconds = g.timestamp_seconds
    AND t.institution_name = g.institution_name AND t.account_type = g.account_type AND ${SUMMED}`;
/** The last transaction of each month, at or before a time. */
const LASTS = `SELECT DISTINCT ON (g.n) g.n, t.timestamp_seconds AS "timestampSeconds", t.id
  FROM ${manyRows([...GROUP, whole('from_seconds'), whole('until_seconds')])}
  JOIN user_transactions t ON t.user_key = g.user_key AND t.institution_name = g.institution_name
    AND t.account_type = g.account_type AND t.timestamp_seconds BETWEEN g.from_seconds AND g.until_seconds
    AND ${SUMMED}
  ORDER BY g.n, t.timestamp_seconds DESC, t.id DESC`;

/** A month that lost transactions, with what it now has. */
interface OtherMonth {
  readonly change: MonthChange;
  readonly count: number;
  readonly last: Place;
}

/** Answers the id of a user by the number the changes have for it. */
type UserIdOf = (userNumber: number) => string;

/** Writes the changes into the sums kept. The transactions must be written before. */
export async function writeMonthChanges(
  connection: SqlConnection,
  changes: MonthChanges,
  userIdOf: UserIdOf,
): Promise<void> {
  const groupOf = ({ userKey, month, institutionName, accountType }: MonthChange) =>
    [userIdOf(userKey), month, institutionName, accountType] as const;
  const write = async (statement: string, months: readonly OtherMonth[]): Promise<void> => {
    const rows = months.map(({ change, count, last }) => [
      ...groupOf(change),
      // As text: a sum may be more than a number holds.
      String(change.debitPiastres),
      String(change.creditPiastres),
      String(change.salaryPiastres),
      count,
      last.timestampSeconds,
      last.id,
    ]);
    await runMany(connection, statement, rows);
  };
  const more: OtherMonth[] = [];
  const others: MonthChange[] = [];
  for (const change of changes.all()) {
    const { added: last, count, removed } = change;
    if (removed !== null) others.push(change);
    else if (last !== null) more.push({ change, count, last });
  }
  await write(ADD, more);
  if (others.length > 0) await write(REPLACE, await settled(connection, others, groupOf));
}

type GroupOf = (change: MonthChange) => readonly unknown[];

/** Months that lost transactions with their counts and last ones; forgets those that have none left. */
async function settled(
  connection: SqlConnection,
  changes: readonly MonthChange[],
  groupOf: GroupOf,
): Promise<OtherMonth[]> {
  const kept = await rowsByPlace<Place & { count: number }>(connection, KEPT, changes.map(groupOf));
  const empty: MonthChange[] = [];
  const left: OtherMonth[] = [];
  for (const [at, change] of changes.entries()) {
    const before = kept.get(at) ?? null;
    const count = (before?.count ?? 0) + change.count;
    const last = later(change.added, before);
    if (count === 0) empty.push(change);
    else if (last === null) throw noTransaction(change);
    else left.push({ change, count, last });
  }
  await runMany(connection, FORGET, empty.map(groupOf));
  const stands = await rowsByPlace(
    connection,
    STANDS,
    left.map(({ change, last }) => [...groupOf(change), last.id, last.timestampSeconds]),
  );
  const moved = left.filter((_, at) => !stands.has(at));
  const lasts = await rowsByPlace<Place>(
    connection,
    LASTS,
    moved.map(({ change, last }) => [
      ...groupOf(change),
      monthStartSeconds(change.month),
      last.timestampSeconds,
    ]),
  );
  const found = moved.map(({ change, count }, at) => {
    const last = lasts.get(at);
    if (last === undefined) throw noTransaction(change);
    return { change, count, last };
  });
  return [...left.filter((_, at) => stands.has(at)), ...found];
}

/** What a statement answers of rows sent to it, by the place of each row, from 0. */
async function rowsByPlace<Row>(
  connection: SqlConnection,
  statement: string,
  rows: readonly (readonly unknown[])[],
): Promise<ReadonlyMap<number, Row>> {
  const found = await allOfMany<Row & { n: number }>(connection, statement, rows);
  return new Map(found.map((row) => [row.n - 1, row]));
}

function monthStartSeconds(month: number): number {
  return Date.UTC(Math.floor(month / 100), (month % 100) - 1) / 1000;
}

function noTransaction({ month, institutionName }: MonthChange): Error {
  return new Error(`a user has sums and no transaction at ${institutionName} in ${month}`);
}

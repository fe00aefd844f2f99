import { searchedPhoneDigits } from '../../domain/phone-digits.ts';
import { foldForSearch } from '../../domain/search-folding.ts';
import type { MonthSums } from '../../domain/transactions-summary.ts';
import type { SecondsWindow } from '../../domain/user-features.ts';
import type { FlagCount, ReadTx } from '../port.ts';
import type { FlagRecord, TransactionRecord, UserRecord } from '../records.ts';
import { selectList } from './columns.ts';
import { FLAG_CONTENT_FIELDS, TRANSACTION_CONTENT_FIELDS, USER_CONTENT_FIELDS } from './data-columns.ts';
import { query } from './dialect.ts';
import { type Condition, condition, listPage } from './list-page.ts';
import type { SqlConnection } from './sql-connection.ts';

const USER = selectList('u', ['userId', ...USER_CONTENT_FIELDS, 'lastUpdated']);
const TRANSACTION = `u.user_id AS "userId", t.id AS id, ${selectList('t', TRANSACTION_CONTENT_FIELDS)}`;
const FLAG = `u.user_id AS "userId", t.id AS id, ${selectList('t', FLAG_CONTENT_FIELDS)}`;

const BY_ID = query(
  (d) => `SELECT ${USER} FROM ${d.eachText('w')} ${d.join} users u ON u.user_id = w.value ORDER BY w.key`,
);
const TRANSACTIONS = `SELECT ${TRANSACTION} FROM users u JOIN user_transactions t ON t.user_key = u.user_key
  WHERE u.user_id = ? AND t.timestamp_seconds > ? ORDER BY t.timestamp_seconds DESC, t.id DESC`;
const TRANSACTIONS_BY_ID = query(
  (d) => `SELECT ${TRANSACTION} FROM ${d.eachNumber('w')} ${d.join} users u ON u.user_id = ?
    ${d.join} user_transactions t ON t.user_key = u.user_key AND t.id = w.value ORDER BY t.id`,
);
const FLAGS = `SELECT ${FLAG} FROM users u JOIN user_flags t ON t.user_key = u.user_key
  WHERE u.user_id = ? ORDER BY t.timestamp_seconds DESC, t.id DESC`;

/** The month's last transaction carries the balance the month ended with. A balance in another currency is none. */
const MONTH_SUMS = `
  SELECT s.institution_name AS "institutionName", s.account_type AS "accountType", s.month AS month,
    s.debit_piastres AS "debitPiastres", s.credit_piastres AS "creditPiastres", s.salary_piastres AS "salaryPiastres",
    CASE WHEN t.balance_currency = 'EGP' THEN t.balance_piastres END AS "balancePiastres"
  FROM user_month_sums s LEFT JOIN user_transactions t ON t.user_key = s.user_key AND t.id = s.last_id
  WHERE s.user_key = (SELECT user_key FROM users WHERE user_id = ?)
  ORDER BY s.month, s.institution_name, s.account_type`;

const FLAG_COUNTS = `
  SELECT month, flag_label AS "flagLabel", institution_name AS "institutionName",
    nullif(account_type, '') AS "accountType", flag_count AS count
  FROM user_flag_counts WHERE user_key = (SELECT user_key FROM users WHERE user_id = ?)
  ORDER BY month, flag_label, institution_name, account_type`;

/** The type that has an index of its own, which a statement must name in full to be answered from it. */
const INDEXED_TYPE = 'airtime_purchase';
const COUNT_INDEXED = countIn('user_transactions', `transaction_type = '${INDEXED_TYPE}'`);
const COUNT_OF_TYPE = countIn('user_transactions', 'transaction_type = ?');
const COUNT_OF_LABEL = countIn('user_flags', 'flag_label = ?');

/** Reads of users, their transactions and their flags. */
export function userReader(connection: SqlConnection): ReadTx['users'] {
  const counts = async (
    sql: string,
    values: readonly string[],
    windows: readonly SecondsWindow[],
  ): Promise<number[]> => {
    const found: number[] = [];
    for (const { after, until } of windows) {
      found.push((await connection.get<{ n: number }>(sql, ...values, after, until))?.n ?? 0);
    }
    return found;
  };
  return {
    byIds: async (ids) => connection.all<UserRecord>(BY_ID, JSON.stringify(ids)),
    list: async (filter, page) =>
      listPage<UserRecord>(
        connection,
        { columns: USER, from: 'users u', orderBy: 'u.created_at_ms, u.user_id' },
        [
          ...searchCondition(filter.search),
          ...condition(filter.createdAfterMs !== undefined, 'u.created_at_ms > ?', filter.createdAfterMs),
          ...condition(filter.updatedAfter !== undefined, 'u.last_updated > ?', filter.updatedAfter),
        ],
        page,
      ),
    transactions: async (userId, afterSeconds) =>
      connection.all<TransactionRecord>(TRANSACTIONS, userId, afterSeconds ?? -1),
    transactionsByIds: async (userId, ids) =>
      connection.all<TransactionRecord>(TRANSACTIONS_BY_ID, JSON.stringify(ids), userId),
    monthSums: async (userId) => connection.all<MonthSums>(MONTH_SUMS, userId),
    flags: async (userId) => connection.all<FlagRecord>(FLAGS, userId),
    flagCounts: async (userId) => connection.all<FlagCount>(FLAG_COUNTS, userId),
    countTransactions: async (userId, transactionType, windows) =>
      transactionType === INDEXED_TYPE
        ? counts(COUNT_INDEXED, [userId], windows)
        : counts(COUNT_OF_TYPE, [userId, transactionType], windows),
    countFlags: async (userId, flagLabel, windows) => counts(COUNT_OF_LABEL, [userId, flagLabel], windows),
  };
}

function searchCondition(search: string | undefined): Condition[] {
  if (search === undefined) return [];
  const folded = foldForSearch(search);
  const digits = searchedPhoneDigits(search);
  return digits === null
    ? condition(true, (d) => d.contains('u.search_folded'), folded)
    : condition(
        true,
        (d) => `${d.contains('u.search_folded')} OR ${d.contains('u.phone_digits')}`,
        folded,
        digits,
      );
}

function countIn(table: string, test: string): string {
  return `SELECT count(*) AS n FROM ${table} WHERE user_key = (SELECT user_key FROM users WHERE user_id = ?)
    AND ${test} AND timestamp_seconds > ? AND timestamp_seconds <= ?`;
}

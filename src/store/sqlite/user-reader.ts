import { searchedPhoneDigits } from '../../domain/phone-digits.ts';
import { foldForSearch } from '../../domain/search-folding.ts';
import type { MonthSums } from '../../domain/transactions-summary.ts';
import type { SecondsWindow } from '../../domain/user-features.ts';
import type { FlagCount, ReadTx } from '../port.ts';
import type { FlagRecord, TransactionRecord, UserRecord } from '../records.ts';
import {
  FLAG_CONTENT_FIELDS,
  selectList,
  TRANSACTION_CONTENT_FIELDS,
  USER_CONTENT_FIELDS,
} from './columns.ts';
import type { Connection } from './connection.ts';
import { condition, listPage } from './list-page.ts';

const USER = selectList('u', ['userId', ...USER_CONTENT_FIELDS, 'lastUpdated']);
const TRANSACTION = `u.user_id AS userId, t.id AS id, ${selectList('t', TRANSACTION_CONTENT_FIELDS)}`;
const FLAG = `u.user_id AS userId, t.id AS id, ${selectList('t', FLAG_CONTENT_FIELDS)}`;

/** YYYYMM in UTC of a row's timestamp. */
const MONTH = `CAST(strftime('%Y%m', timestamp_seconds, 'unixepoch') AS INTEGER)`;
const SUM_OF = (test: string): string => `sum(CASE WHEN ${test} THEN amount_piastres ELSE 0 END)`;

/** The newest row of each month carries the balance the month ended with. A balance in another currency is none. */
const MONTH_SUMS = `
  WITH own AS (
    SELECT institution_name, account_type, ${MONTH} AS month, event, transaction_type, amount_piastres,
      CASE WHEN balance_currency = 'EGP' THEN balance_piastres END AS balance,
      row_number() OVER (
        PARTITION BY institution_name, account_type, ${MONTH} ORDER BY timestamp_seconds DESC, id DESC
      ) AS from_the_end
    FROM user_transactions
    WHERE user_key = (SELECT user_key FROM users WHERE user_id = ?)
      AND amount_currency = 'EGP' AND transaction_type NOT IN ('declined', 'balance_check')
  )
  SELECT institution_name AS institutionName, account_type AS accountType, month,
    ${SUM_OF("event = 'cash_out'")} AS debitPiastres,
    ${SUM_OF("event = 'cash_in'")} AS creditPiastres,
    ${SUM_OF("event = 'cash_in' AND transaction_type = 'salary'")} AS salaryPiastres,
    max(CASE WHEN from_the_end = 1 THEN balance END) AS balancePiastres
  FROM own GROUP BY month, institution_name, account_type ORDER BY month, institution_name, account_type`;

const FLAG_COUNTS = `
  SELECT ${MONTH} AS month, flag_label AS flagLabel, institution_name AS institutionName,
    account_type AS accountType, count(*) AS count
  FROM user_flags WHERE user_key = (SELECT user_key FROM users WHERE user_id = ?)
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;

/** The type that has an index of its own, which a statement must name in full to be answered from it. */
const INDEXED_TYPE = 'airtime_purchase';
const COUNT_INDEXED = countIn('user_transactions', `transaction_type = '${INDEXED_TYPE}'`);
const COUNT_OF_TYPE = countIn('user_transactions', 'transaction_type = ?');
const COUNT_OF_LABEL = countIn('user_flags', 'flag_label = ?');

/** Reads of users, their transactions and their flags. */
export function userReader(connection: Connection): ReadTx['users'] {
  const counts = (sql: string, values: readonly string[], windows: readonly SecondsWindow[]): number[] =>
    windows.map(({ after, until }) => connection.get<{ n: number }>(sql, ...values, after, until)?.n ?? 0);
  return {
    byIds: async (ids) =>
      connection.all<UserRecord>(
        `SELECT ${USER} FROM json_each(?) w CROSS JOIN users u ON u.user_id = w.value ORDER BY w.key`,
        JSON.stringify(ids),
      ),
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
      connection.all<TransactionRecord>(
        `SELECT ${TRANSACTION} FROM users u JOIN user_transactions t ON t.user_key = u.user_key
         WHERE u.user_id = ? AND t.timestamp_seconds > ? ORDER BY t.timestamp_seconds DESC, t.id DESC`,
        userId,
        afterSeconds ?? -1,
      ),
    transactionsByIds: async (userId, ids) =>
      connection.all<TransactionRecord>(
        `SELECT ${TRANSACTION} FROM json_each(?) w CROSS JOIN users u CROSS JOIN user_transactions t
         WHERE u.user_id = ? AND t.user_key = u.user_key AND t.id = w.value ORDER BY t.id`,
        JSON.stringify(ids),
        userId,
      ),
    monthSums: async (userId) => connection.all<MonthSums>(MONTH_SUMS, userId),
    flags: async (userId) =>
      connection.all<FlagRecord>(
        `SELECT ${FLAG} FROM users u JOIN user_flags t ON t.user_key = u.user_key
         WHERE u.user_id = ? ORDER BY t.timestamp_seconds DESC, t.id DESC`,
        userId,
      ),
    flagCounts: async (userId) => connection.all<FlagCount>(FLAG_COUNTS, userId),
    countTransactions: async (userId, transactionType, windows) =>
      transactionType === INDEXED_TYPE
        ? counts(COUNT_INDEXED, [userId], windows)
        : counts(COUNT_OF_TYPE, [userId, transactionType], windows),
    countFlags: async (userId, flagLabel, windows) => counts(COUNT_OF_LABEL, [userId, flagLabel], windows),
  };
}

function searchCondition(search: string | undefined) {
  if (search === undefined) return [];
  const folded = foldForSearch(search);
  const digits = searchedPhoneDigits(search);
  return digits === null
    ? condition(true, 'instr(u.search_folded, ?) > 0', folded)
    : condition(true, 'instr(u.search_folded, ?) > 0 OR instr(u.phone_digits, ?) > 0', folded, digits);
}

function countIn(table: string, test: string): string {
  return `SELECT count(*) AS n FROM ${table} WHERE user_key = (SELECT user_key FROM users WHERE user_id = ?)
    AND ${test} AND timestamp_seconds > ? AND timestamp_seconds <= ?`;
}

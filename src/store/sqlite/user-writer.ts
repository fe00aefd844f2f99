import { FlagCountChanges } from '../flag-count-changes.ts';
import { MonthChanges } from '../month-changes.ts';
import type { UpsertOutcome, WriteTx } from '../port.ts';
import type { FlagRecord, TransactionRecord, UserRecord } from '../records.ts';
import { searchFormsOfUser } from '../search-forms.ts';
import { assignments, insertSql, sameValues, selectList, valuesOf } from '../sql/columns.ts';
import { FLAG_CONTENT_FIELDS, TRANSACTION_CONTENT_FIELDS, USER_CONTENT_FIELDS } from '../sql/data-columns.ts';
import type { Connection } from './connection.ts';
import { writeFlagCountChanges } from './kept-flag-counts.ts';
import { writeMonthChanges } from './kept-month-sums.ts';

const SEARCH_FIELDS = ['searchFolded', 'phoneDigits'] as const;

const USER_ROW = insertSql('users', ['userId', ...USER_CONTENT_FIELDS, 'lastUpdated', ...SEARCH_FIELDS]);
const USER_NOW = `SELECT ${selectList('u', USER_CONTENT_FIELDS)} FROM users u WHERE u.user_id = ?`;
const USER_UPDATE = `UPDATE users SET ${assignments([...USER_CONTENT_FIELDS, ...SEARCH_FIELDS])},
  last_updated = max(last_updated, ?) WHERE user_id = ?`;

const TRANSACTION = ownedRows('user_transactions', TRANSACTION_CONTENT_FIELDS);
const FLAG = ownedRows('user_flags', FLAG_CONTENT_FIELDS);

interface UserWriter {
  readonly upsert: Pick<WriteTx['upsert'], 'users' | 'transactions' | 'flags'>;
  readonly update: Pick<WriteTx['update'], 'userLastUpdated'>;
}

interface OwnedRow {
  readonly userId: string;
  readonly id: number | string;
}

/** Gathers what changed of the rows of users, so that the sums kept of them can be changed. */
interface SumChanges<Row> {
  add(userKey: number, row: Row): void;
  remove(userKey: number, row: Row): void;
}

/** Writes of users, their transactions, their flags and the sums of both. */
export function userWriter(connection: Connection): UserWriter {
  const keys = new Map<string, number>();

  const keyOf = (userId: string): number => {
    let key = keys.get(userId);
    if (key === undefined) {
      key = connection.get<{ key: number }>(
        'SELECT user_key AS key FROM users WHERE user_id = ?',
        userId,
      )?.key;
      if (key === undefined) throw new Error(`no such user: ${userId}`);
      keys.set(userId, key);
    }
    return key;
  };

  const upsertOwned = <Row extends OwnedRow>(
    { fields, insert, now, update }: typeof TRANSACTION,
    changes: SumChanges<Row>,
    record: Row,
  ): UpsertOutcome => {
    const key = keyOf(record.userId);
    const content = valuesOf(record, fields);
    if (connection.statement(insert).run(key, record.id, ...content).changes === 1) {
      changes.add(key, record);
      return 'new';
    }
    const before = connection.get<Row>(now, key, record.id) as Row;
    if (sameValues(valuesOf(before, fields), content)) return 'unchanged';
    connection.run(update, ...content, key, record.id);
    changes.remove(key, before);
    changes.add(key, record);
    return 'updated';
  };

  /** Takes the rows and brings the sums up to date, also when one is refused: its unit may go on. */
  const upsertAll = <Row extends OwnedRow, Changes extends SumChanges<Row>>(
    rows: readonly Row[],
    statements: typeof TRANSACTION,
    changes: Changes,
    write: (connection: Connection, changes: Changes) => void,
  ): UpsertOutcome[] => {
    try {
      return rows.map((row) => upsertOwned(statements, changes, row));
    } finally {
      write(connection, changes);
    }
  };

  return {
    upsert: {
      users: async (rows) => rows.map((row) => upsertUser(connection, row)),
      transactions: async (rows: readonly TransactionRecord[]) => {
        for (const row of rows) {
          for (const amount of [row.amountPiastres, row.balancePiastres ?? 0]) {
            if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole piastres: ${amount}`);
          }
        }
        return upsertAll(rows, TRANSACTION, new MonthChanges(), writeMonthChanges);
      },
      flags: async (rows: readonly FlagRecord[]) =>
        upsertAll(rows, FLAG, new FlagCountChanges(), writeFlagCountChanges),
    },
    update: {
      userLastUpdated: async (userIds, at) => {
        connection.run(
          `UPDATE users SET last_updated = ?
           WHERE user_id IN (SELECT value FROM json_each(?)) AND last_updated < ?`,
          at,
          JSON.stringify(userIds),
          at,
        );
      },
    },
  };
}

function upsertUser(connection: Connection, row: UserRecord): UpsertOutcome {
  const now = connection.get<UserRecord>(USER_NOW, row.userId);
  if (now === undefined) {
    const content = valuesOf(row, USER_CONTENT_FIELDS);
    connection.run(USER_ROW, row.userId, ...content, row.lastUpdated, ...searchFormsOfUser(row));
    return 'new';
  }
  if (row.updatedAt !== null && now.updatedAt !== null && row.updatedAt < now.updatedAt) return 'unchanged';
  const content = valuesOf({ ...row, updatedAt: row.updatedAt ?? now.updatedAt }, USER_CONTENT_FIELDS);
  if (sameValues(valuesOf(now, USER_CONTENT_FIELDS), content)) return 'unchanged';
  connection.run(USER_UPDATE, ...content, ...searchFormsOfUser(row), row.lastUpdated, row.userId);
  return 'updated';
}

/** The statements for rows whose identity is (user, id). */
function ownedRows(table: string, fields: readonly string[]) {
  return {
    fields,
    insert: `${insertSql(table, ['userKey', 'id', ...fields])} ON CONFLICT DO NOTHING`,
    now: `SELECT ${selectList('t', ['id', ...fields])} FROM ${table} t WHERE t.user_key = ? AND t.id = ?`,
    update: `UPDATE ${table} SET ${assignments(fields)} WHERE user_key = ? AND id = ?`,
  };
}

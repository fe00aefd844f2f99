import { FlagCountChanges } from '../flag-count-changes.ts';
import { MonthChanges } from '../month-changes.ts';
import type { UpsertOutcome, WriteTx } from '../port.ts';
import type { TransactionRecord, UserRecord } from '../records.ts';
import { searchFormsOfUser } from '../search-forms.ts';
import { sameValues, selectList, valuesOf } from '../sql/columns.ts';
import { FLAG_CONTENT_FIELDS, TRANSACTION_CONTENT_FIELDS, USER_CONTENT_FIELDS } from '../sql/data-columns.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import type { CopyingConnection } from './copied-rows.ts';
import { writeFlagCountChanges } from './flag-counts-writer.ts';
import {
  allOfMany,
  copyTarget,
  insertMany,
  manyColumns,
  manyRows,
  runMany,
  sameKey,
  updateMany,
} from './many-rows.ts';
import { writeMonthChanges } from './month-sums-writer.ts';
import { upsertedRows } from './upserted-rows.ts';

const WHOLE = new Set(['createdAtMs', 'amountPiastres', 'timestampSeconds', 'balancePiastres']);

const USER_FIELDS = [...USER_CONTENT_FIELDS, 'lastUpdated', 'searchFolded', 'phoneDigits'];
const USER_ROWS = insertMany('users', manyColumns(['userKey', 'userId', ...USER_FIELDS], WHOLE));
const USER_UPDATE = updateMany(
  'users',
  manyColumns(['userKey']),
  manyColumns(['userId', ...USER_FIELDS], WHOLE),
);
const USERS_NOW = `SELECT ${selectList('u', ['userId', ...USER_CONTENT_FIELDS, 'lastUpdated'])} FROM users u
  WHERE u.user_id = ANY(CAST(? AS text[]))`;
const EXISTING = 'SELECT user_id AS "userId" FROM users WHERE user_id = ANY(CAST(? AS text[]))';
const MOVE_ON =
  'UPDATE users SET last_updated = ? WHERE user_id = ANY(CAST(? AS text[])) AND last_updated < ?';

const TRANSACTION = ownedRows('user_transactions', TRANSACTION_CONTENT_FIELDS, new Set([...WHOLE, 'id']));
const FLAG = ownedRows('user_flags', FLAG_CONTENT_FIELDS, WHOLE);

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
  add(user: number, row: Row): void;
  remove(user: number, row: Row): void;
}

/** Writes of users, their transactions, their flags and the sums of both. A user's key is its id. */
export function userWriter(connection: CopyingConnection): UserWriter {
  const existing = new Set<string>();

  /** Throws when one of the users does not exist. */
  const checkOwners = async (userIds: ReadonlySet<string>): Promise<void> => {
    const unknown = [...userIds].filter((id) => !existing.has(id));
    if (unknown.length === 0) return;
    for (const { userId } of await connection.all<{ userId: string }>(EXISTING, unknown))
      existing.add(userId);
    for (const id of unknown) if (!existing.has(id)) throw new Error(`no such user: ${id}`);
  };

  const upsertOwned = async <Row extends OwnedRow, Changes extends SumChanges<Row>>(
    rows: readonly Row[],
    { fields, now, rows: target, update }: typeof TRANSACTION,
    changes: Changes,
    writeSums: (
      connection: SqlConnection,
      changes: Changes,
      userIdOf: (user: number) => string,
    ) => Promise<void>,
  ): Promise<readonly UpsertOutcome[]> => {
    const users = [...new Set(rows.map(({ userId }) => userId))];
    await checkOwners(new Set(users));
    const numbers = new Map(users.map((userId, number) => [userId, number]));
    const keys = rows.map(({ userId, id }) => [userId, id] as const);
    const known = await allOfMany<Row>(connection, now, keys);
    const { outcomes, added, changed } = upsertedRows(
      rows,
      keyOfOwned,
      new Map(known.map((row) => [keyOfOwned(row), row])),
      (row, before) => {
        const number = numbers.get(row.userId) as number;
        if (before !== undefined) {
          if (sameValues(valuesOf(before, fields), valuesOf(row, fields))) return null;
          changes.remove(number, before);
        }
        changes.add(number, row);
        return row;
      },
    );
    const valuesOfRow = (row: Row) => [row.userId, row.id, ...valuesOf(row, fields)];
    await connection.copy(target, added.map(valuesOfRow));
    await runMany(connection, update, changed.map(valuesOfRow));
    await writeSums(connection, changes, (number) => users[number] as string);
    return outcomes;
  };

  return {
    upsert: {
      users: async (rows) => upsertUsers(connection, rows),
      transactions: async (rows) => {
        for (const row of rows) {
          for (const amount of [row.amountPiastres, row.balancePiastres ?? 0]) {
            if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole piastres: ${amount}`);
          }
        }
        return upsertOwned<TransactionRecord, MonthChanges>(
          rows,
          TRANSACTION,
          new MonthChanges(),
          writeMonthChanges,
        );
      },
      flags: async (rows) => upsertOwned(rows, FLAG, new FlagCountChanges(), writeFlagCountChanges),
    },
    update: {
      userLastUpdated: async (userIds, at) => {
        if (userIds.length > 0) await connection.run(MOVE_ON, at, userIds, at);
      },
    },
  };
}

async function upsertUsers(
  connection: SqlConnection,
  rows: readonly UserRecord[],
): Promise<readonly UpsertOutcome[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ userId }) => userId))];
  const known = await connection.all<UserRecord>(USERS_NOW, ids);
  const { outcomes, added, changed } = upsertedRows(
    rows,
    ({ userId }) => userId,
    new Map(known.map((row) => [row.userId, row])),
    (row, now) => {
      if (now === undefined) return row;
      if (row.updatedAt !== null && now.updatedAt !== null && row.updatedAt < now.updatedAt) return null;
      const then = { ...row, updatedAt: row.updatedAt ?? now.updatedAt };
      if (sameValues(valuesOf(now, USER_CONTENT_FIELDS), valuesOf(then, USER_CONTENT_FIELDS))) return null;
      return { ...then, lastUpdated: laterOf(now.lastUpdated, row.lastUpdated) };
    },
  );
  const valuesOfUser = (row: UserRecord) => [
    row.userId,
    row.userId,
    ...valuesOf(row, USER_CONTENT_FIELDS),
    row.lastUpdated,
    ...searchFormsOfUser(row),
  ];
  await runMany(connection, USER_ROWS, added.map(valuesOfUser));
  await runMany(connection, USER_UPDATE, changed.map(valuesOfUser));
  return outcomes;
}

function laterOf(...times: readonly string[]): string {
  return times.toSorted().at(-1) as string;
}

function keyOfOwned({ userId, id }: OwnedRow): string {
  return `${id} ${userId}`;
}

/** The statements for rows whose identity is (user, id). */
function ownedRows(table: string, fields: readonly string[], whole: ReadonlySet<string>) {
  const key = manyColumns(['userKey', 'id'], whole);
  const content = manyColumns(fields, whole);
  return {
    fields,
    now: `SELECT t.user_key AS "userId", t.id, ${selectList('t', fields)}
      FROM ${manyRows(key)} JOIN ${table} t ON ${sameKey(key, 't')}`,
    rows: copyTarget(table, [...key, ...content]),
    update: updateMany(table, key, content),
  };
}

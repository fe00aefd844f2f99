import type { FlagCountChanges } from '../flag-count-changes.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';
import { insertMany, type ManyColumn, manyRows, runMany, sameKey } from './many-rows.ts';

const GROUP: readonly ManyColumn[] = [
  { name: 'user_key', type: 'text' },
  { name: 'month', type: 'bigint' },
  { name: 'flag_label', type: 'text' },
  { name: 'institution_name', type: 'text' },
  { name: 'account_type', type: 'text' },
];
const COUNTED: readonly ManyColumn[] = [...GROUP, { name: 'flag_count', type: 'bigint' }];

const MORE = insertMany(
  'user_flag_counts AS k',
  COUNTED,
  `ON CONFLICT (${GROUP.map(({ name }) => name).join(', ')})
   DO UPDATE SET flag_count = k.flag_count + excluded.flag_count`,
);
const FEWER = `UPDATE user_flag_counts k SET flag_count = k.flag_count + g.flag_count
  FROM ${manyRows(COUNTED)} WHERE ${sameKey(GROUP, 'k')}`;
/** A count of none is not kept. */
const FORGET = `DELETE FROM user_flag_counts k USING ${manyRows(COUNTED)}
  WHERE ${sameKey(GROUP, 'k')} AND k.flag_count + g.flag_count = 0`;

/** Writes the changes into the counts kept. `userIdOf` answers the id of a user by its number in the changes. */
export async function writeFlagCountChanges(
  connection: SqlConnection,
  changes: FlagCountChanges,
  userIdOf: (userNumber: number) => string,
): Promise<void> {
  const rows = changes
    .all()
    .map(({ group: [user, ...rest], count }) => [userIdOf(user), ...rest, count] as const);
  const fewer = rows.filter((row) => row[5] < 0);
  await runMany(connection, FORGET, fewer);
  await runMany(connection, FEWER, fewer);
  await runMany(
    connection,
    MORE,
    rows.filter((row) => row[5] > 0),
  );
}

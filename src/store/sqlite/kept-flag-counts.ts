import type { FlagCountChanges } from '../flag-count-changes.ts';
import type { Connection } from './connection.ts';

const KEEP = `INSERT INTO user_flag_counts (user_key, month, flag_label, institution_name, account_type, flag_count)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET flag_count = excluded.flag_count`;
const OF_GROUP = `user_key = ? AND month = ? AND flag_label = ? AND institution_name = ? AND account_type = ?`;
const KEPT = `SELECT flag_count AS count FROM user_flag_counts WHERE ${OF_GROUP}`;
const FORGET = `DELETE FROM user_flag_counts WHERE ${OF_GROUP}`;

/** Writes the changes into the counts kept. */
export function writeFlagCountChanges(connection: Connection, changes: FlagCountChanges): void {
  for (const { group, count: change } of changes.all()) {
    const count = (connection.get<{ count: number }>(KEPT, ...group)?.count ?? 0) + change;
    if (count === 0) connection.run(FORGET, ...group);
    else connection.run(KEEP, ...group, count);
  }
}

import { monthOf } from '../../domain/transactions-summary.ts';
import type { FlagRecord } from '../records.ts';
import type { Connection } from './connection.ts';

type Counted = Pick<FlagRecord, 'institutionName' | 'flagLabel' | 'timestampSeconds' | 'accountType'>;

/** How a count of flags changes. */
interface FlagCountChange {
  /** User key, month, label, institution and account type. */
  readonly group: readonly [number, number, string, string, string];
  count: number;
}

const KEEP = `INSERT INTO user_flag_counts (user_key, month, flag_label, institution_name, account_type, flag_count)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET flag_count = excluded.flag_count`;
const OF_GROUP = `user_key = ? AND month = ? AND flag_label = ? AND institution_name = ? AND account_type = ?`;
const KEPT = `SELECT flag_count AS count FROM user_flag_counts WHERE ${OF_GROUP}`;
const FORGET = `DELETE FROM user_flag_counts WHERE ${OF_GROUP}`;

/** Collects how flags change the counts of their users, as `MonthChanges` does for transactions. */
export class FlagCountChanges {
  readonly #changes = new Map<string, FlagCountChange>();

  add(userKey: number, row: Counted): void {
    this.#changeBy(userKey, row, 1);
  }

  remove(userKey: number, row: Counted): void {
    this.#changeBy(userKey, row, -1);
  }

  /** The changes as rows of the table beside their user. */
  values(): (readonly unknown[])[] {
    return [...this.#changes.values()].map(({ group: [, ...ofUser], count }) => [...ofUser, count]);
  }

  /** Writes the changes into the counts kept. */
  write(connection: Connection): void {
    for (const { group, count: change } of this.#changes.values()) {
      const count = (connection.get<{ count: number }>(KEPT, ...group)?.count ?? 0) + change;
      if (count === 0) connection.run(FORGET, ...group);
      else connection.run(KEEP, ...group, count);
    }
    this.#changes.clear();
  }

  #changeBy(userKey: number, row: Counted, sign: 1 | -1): void {
    const month = monthOf(row.timestampSeconds);
    // No account type is an empty one there: a key holds no nulls.
    const group = [userKey, month, row.flagLabel, row.institutionName, row.accountType ?? ''] as const;
    const key = JSON.stringify(group);
    const change = this.#changes.get(key);
    if (change === undefined) this.#changes.set(key, { group, count: sign });
    else change.count += sign;
  }
}

import { monthOf } from '../domain/transactions-summary.ts';
import type { FlagRecord } from './records.ts';

type Counted = Pick<FlagRecord, 'institutionName' | 'flagLabel' | 'timestampSeconds' | 'accountType'>;

/** How a count of flags changes. */
interface FlagCountChange {
  /** User key, month, label, institution and account type. */
  readonly group: readonly [number, number, string, string, string];
  count: number;
}

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
    return this.all().map(({ group: [, ...ofUser], count }) => [...ofUser, count]);
  }

  /** One for each user, month, label, institution and account type. */
  all(): FlagCountChange[] {
    return [...this.#changes.values()];
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

import { isSummed, monthOf } from '../domain/transactions-summary.ts';
import type { TransactionRecord } from './records.ts';

/** What the sums depend on of a transaction. */
type Summed = Omit<TransactionRecord, 'userId' | 'balancePiastres' | 'balanceCurrency'>;

export type Account = Pick<TransactionRecord, 'institutionName' | 'accountType'>;

/** A place in a user's history: by time, then by id. */
export interface Place {
  readonly timestampSeconds: number;
  readonly id: number;
}

/** How the sums of one user, month, institution and account type change. */
export interface MonthChange extends Account {
  readonly userKey: number;
  /** YYYYMM, UTC. */
  readonly month: number;
  debitPiastres: bigint;
  creditPiastres: bigint;
  salaryPiastres: bigint;
  count: number;
  /** Where the last of the transactions added stands, and the last of those taken away. */
  added: Place | null;
  removed: Place | null;
}

/**
 * Collects how transactions change the month sums of their users. Gathered here and written once a batch, since
 * a batch has many transactions and few months. Users go by a number that need not be the key they are stored by.
 */
export class MonthChanges {
  /**
   * By user and month as one number, then by institution, one for each account type there: an import looks one up
   * with every row, and a text made of all four would take twice as long as the rest.
   */
  readonly #changes = new Map<number, Map<string, MonthChange[]>>();

  add(userKey: number, row: Summed): void {
    const change = this.#changeBy(userKey, row, 1);
    if (change !== null) change.added = later(change.added, row);
  }

  remove(userKey: number, row: Summed): void {
    const change = this.#changeBy(userKey, row, -1);
    if (change !== null) change.removed = later(change.removed, row);
  }

  /** The changes as rows of the table beside their user, sums as text. For sums made of nothing but rows added. */
  values(): (readonly unknown[])[] {
    return this.all().map((change) => [
      change.month,
      change.institutionName,
      change.accountType,
      String(change.debitPiastres),
      String(change.creditPiastres),
      String(change.salaryPiastres),
      change.count,
      change.added?.timestampSeconds,
      change.added?.id,
    ]);
  }

  /** One for each user, month, institution and account type. */
  all(): MonthChange[] {
    return [...this.#changes.values()].flatMap((ofMonth) => [...ofMonth.values()].flat());
  }

  #changeBy(userKey: number, row: Summed, sign: 1 | -1): MonthChange | null {
    if (!isSummed(row)) return null;
    const { accountType, institutionName } = row;
    const month = monthOf(row.timestampSeconds);
    const key = userKey * 1_000_000 + month;
    let ofMonth = this.#changes.get(key);
    if (ofMonth === undefined) {
      ofMonth = new Map();
      this.#changes.set(key, ofMonth);
    }
    let accounts = ofMonth.get(institutionName);
    if (accounts === undefined) {
      accounts = [];
      ofMonth.set(institutionName, accounts);
    }
    let change = accounts.find((one) => one.accountType === accountType);
    if (change === undefined) {
      const sums = { debitPiastres: 0n, creditPiastres: 0n, salaryPiastres: 0n, count: 0 };
      change = { userKey, month, institutionName, accountType, ...sums, added: null, removed: null };
      accounts.push(change);
    }
    const amount = BigInt(sign * row.amountPiastres);
    if (row.event === 'cash_out') change.debitPiastres += amount;
    if (row.event === 'cash_in') {
      change.creditPiastres += amount;
      if (row.transactionType === 'salary') change.salaryPiastres += amount;
    }
    change.count += sign;
    return change;
  }
}

/** The later of two places, one of which may be none. */
export function later(a: Place | null, b: Place | null): Place | null {
  if (a === null || b === null) return a ?? b;
  return isBefore(a, b) ? b : a;
}

function isBefore(a: Place, b: Place): boolean {
  return (
    a.timestampSeconds < b.timestampSeconds || (a.timestampSeconds === b.timestampSeconds && a.id < b.id)
  );
}

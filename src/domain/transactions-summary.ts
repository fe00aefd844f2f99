import { divideHalfAwayFromZero } from './money.ts';

/** Sums of one institution, account type and month. Money in whole piastres (hundredths). */
export interface MonthSums {
  readonly institutionName: string;
  readonly accountType: string;
  /** YYYYMM, UTC. */
  readonly month: number;
  readonly debitPiastres: number;
  readonly creditPiastres: number;
  readonly salaryPiastres: number;
  /** After the month's last transaction; null when the source gives no balances. */
  readonly balancePiastres: number | null;
}

/** Averages over the months that appear. */
export interface AccountAverages {
  readonly institutionName: string;
  readonly accountType: string;
  readonly salaryPiastres: number;
  readonly cashInPiastres: number;
  readonly cashOutPiastres: number;
}

/** Whether a transaction is in any summary: declined ones, balance checks and currencies other than EGP are not. */
export function isSummed(row: {
  readonly transactionType: string;
  readonly amountCurrency: string;
}): boolean {
  const { transactionType: type } = row;
  return row.amountCurrency === 'EGP' && type !== 'declined' && type !== 'balance_check';
}

/** YYYYMM in UTC of a time in Unix seconds. */
export function monthOf(timestampSeconds: number): number {
  const date = new Date(timestampSeconds * 1000);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** Averages of each institution and account type over the months that appear, rounded half up. */
export function averagesOf(months: readonly MonthSums[]): AccountAverages[] {
  const groups = new Map<string, MonthSums[]>();
  for (const month of months) {
    const key = JSON.stringify([month.institutionName, month.accountType]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [month]);
    else group.push(month);
  }
  return [...groups.values()].sort(byInstitution).map((group) => {
    const [first] = group as [MonthSums, ...MonthSums[]];
    const mean = (value: (month: MonthSums) => number): number => {
      const sum = group.reduce((total, month) => total + BigInt(value(month)), 0n);
      return Number(divideHalfAwayFromZero(sum, BigInt(group.length)));
    };
    return {
      institutionName: first.institutionName,
      accountType: first.accountType,
      salaryPiastres: mean((month) => month.salaryPiastres),
      cashInPiastres: mean((month) => month.creditPiastres),
      cashOutPiastres: mean((month) => month.debitPiastres),
    };
  });
}

function byInstitution(a: readonly MonthSums[], b: readonly MonthSums[]): number {
  const [left, right] = [a[0] as MonthSums, b[0] as MonthSums];
  if (left.institutionName !== right.institutionName) {
    return left.institutionName < right.institutionName ? -1 : 1;
  }
  return left.accountType < right.accountType ? -1 : left.accountType > right.accountType ? 1 : 0;
}

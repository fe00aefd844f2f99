import type { AccountName } from '../records.ts';

/** Account n stands at place n − 1; the table `accounts` says the same. */
export const ACCOUNT_NAMES = [
  'loan principal',
  'interest income',
  'fee income',
  'disbursement clearing',
  'collection clearing',
  'customer credit',
  'unallocated receipts',
  'write-off',
  'small balances',
  'recovered interest',
] as const satisfies readonly AccountName[];

const ACCOUNT_IDS: ReadonlyMap<string, number> = new Map(
  ACCOUNT_NAMES.map((name, index) => [name, index + 1]),
);

/** The number postings carry for an account. Throws for a name that is none. */
export function accountIdOf(name: AccountName): number {
  const id = ACCOUNT_IDS.get(name);
  if (id === undefined) throw new Error(`no such account: ${name}`);
  return id;
}

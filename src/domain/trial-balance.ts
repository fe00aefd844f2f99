/** What was posted to an account, debits and credits apart, both not below zero. */
export interface AccountTurnover {
  readonly account: string;
  readonly debitPiastres: bigint;
  readonly creditPiastres: bigint;
}

/** An account's balance in the column it belongs to; the other is 0. */
export type AccountBalance = AccountTurnover;

/** Balances of accounts, and the sum of each column; the two are equal unless the ledger is damaged. */
export interface TrialBalance {
  readonly accounts: readonly AccountBalance[];
  readonly totalDebitPiastres: bigint;
  readonly totalCreditPiastres: bigint;
}

/** Sets each account's balance in the debit or the credit column and adds the columns up. */
export function trialBalance(turnovers: readonly AccountTurnover[]): TrialBalance {
  let totalDebitPiastres = 0n;
  let totalCreditPiastres = 0n;
  const accounts = turnovers.map(({ account, debitPiastres, creditPiastres }) => {
    const balance = debitPiastres - creditPiastres;
    const debit = balance > 0n ? balance : 0n;
    const credit = balance < 0n ? -balance : 0n;
    totalDebitPiastres += debit;
    totalCreditPiastres += credit;
    return { account, debitPiastres: debit, creditPiastres: credit };
  });
  return { accounts, totalDebitPiastres, totalCreditPiastres };
}

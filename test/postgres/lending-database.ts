import { benchId, benchLoan } from '../bench/bench-loan.ts';
import { fillWithLoans } from '../bench/payments-ledger.ts';
import { addOfficer } from '../e2e/payment-service.ts';
import { openPostgres } from '../store/temporary-postgres.ts';
import { Workbench } from '../workbench.ts';

/** Makes an empty database a ledger with so many running loans, and adds the officer services are used by. */
export async function fillLendingDatabase(url: string, loans: number): Promise<void> {
  const store = await openPostgres(url);
  try {
    await fillWithLoans(store, loans, (index) => benchLoan(index, 0));
  } finally {
    await store.close();
  }
  const bench = new Workbench(url);
  try {
    await addOfficer(bench);
  } finally {
    bench.remove();
  }
}

/** Ids of the loans of such a ledger. */
export function lendingLoans(loans: number): string[] {
  return Array.from({ length: loans }, (_, index) => benchId('loan', index));
}

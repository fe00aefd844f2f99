import type { FilePlan } from './file-plan.ts';
import type { PlannedRow } from './planned-row.ts';

/**
 * The rows whose payments are booked, in the order in which they are: loan by loan, as the ledger has them, which is
 * quicker than to and fro; those of a loan as they were planned.
 */
export function* inBookingOrder({ rows }: Pick<FilePlan, 'rows'>): Generator<PlannedRow> {
  const loans = [...rows.byLoan((row) => row.isPosted && row.isKept)];
  for (const { rows: ofLoan } of loans.sort((a, b) => (a.loanId < b.loanId ? -1 : 1))) {
    yield* Array.from(ofLoan, (at) => rows.at(at)).sort((a, b) => a.order - b.order);
  }
}

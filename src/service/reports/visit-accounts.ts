import { type LoanAccount, loanAccountAt } from '../../domain/loan-account.ts';
import type { ReadTx } from '../../store/port.ts';
import type { BookedLoan } from '../../store/report-port.ts';
import type { AskedHorizon } from './horizon.ts';

/**
 * Calls `visit` with the account of every loan at the date asked: one rule answers every screen and report. Schedules
 * end where no figure needs them, unless they are asked for whole.
 */
export async function visitAccounts(
  tx: ReadTx,
  { asOf, knownAt, values }: AskedHorizon,
  visit: (loan: BookedLoan, account: LoanAccount) => void,
  options: { readonly wholeSchedule: boolean } = { wholeSchedule: false },
): Promise<void> {
  await tx.reports.visitLoans({ asOf, knownAt }, (loan) =>
    visit(loan, loanAccountAt(loan, asOf, values, asOf, options)),
  );
}

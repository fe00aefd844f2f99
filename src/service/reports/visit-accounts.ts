import { type LoanAccount, loanAccountAt } from '../../domain/loan-account.ts';
import type { ReadTx } from '../../store/port.ts';
import type { BookedLoan, BookOptions } from '../../store/report-port.ts';
import type { AskedHorizon } from './horizon.ts';

/**
 * Calls `visit` with the account of every loan at the date asked, or of those with one of the ids: one rule answers
 * every screen and report. Schedules end where no figure needs them, unless they are asked for whole.
 */
export async function visitAccounts(
  tx: ReadTx,
  { asOf, knownAt, values }: AskedHorizon,
  visit: (loan: BookedLoan, account: LoanAccount) => void,
  options: BookOptions & { readonly wholeSchedule?: boolean } = {},
): Promise<void> {
  const { wholeSchedule = false, ...book } = options;
  const visitOne = (loan: BookedLoan) =>
    visit(loan, loanAccountAt(loan, asOf, values, asOf, { wholeSchedule }));
  await tx.reports.visitLoans({ asOf, knownAt }, visitOne, book);
}

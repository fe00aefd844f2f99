import type { InstallmentStatus } from './coverage.ts';
import { type CalendarDate, daysBetween } from './dates.ts';
import type { LoanAccount } from './loan-account.ts';
import { type Piastres, piastres } from './money.ts';
import type { ScheduleRow } from './schedule.ts';

/** An installment that payments do not cover yet. */
export interface OpenInstallment {
  readonly row: ScheduleRow;
  readonly status: InstallmentStatus;
  /** What payments lack of it. */
  readonly missingPiastres: Piastres;
  /** 0 up to its due date. */
  readonly daysPastDue: number;
}

/**
 * The installments of a running loan that are to be collected: open and due from one date to another, or open and past
 * due at the account's date. Principal and interest paid are laid on the installments in their order; together the open
 * ones lack what the account owes on them, which after maturity is the payoff without fees, interest since then included
 * in the last one. Of a loan written off nothing is due.
 */
export function installmentsDue(
  account: LoanAccount,
  from: CalendarDate,
  to: CalendarDate,
): readonly OpenInstallment[] {
  if (!account.started || account.writtenOff !== null) return [];
  const owed = account.payoffPiastres - account.feesDuePiastres;
  const { rows, count } = account.schedule;
  const due: OpenInstallment[] = [];
  let covered = account.state.coveredPiastres as number;
  let missingBefore = 0;
  for (const [index, row] of rows.entries()) {
    const paid = Math.min(covered, row.installmentPiastres);
    covered -= paid;
    const status = account.rowStatuses[index] ?? 'upcoming';
    if (status === 'paid') continue;
    // The last one is open while anything is owed, and then lacks all that is left of it.
    const isLast = row.number === count;
    const lacking = isLast ? owed - missingBefore : row.installmentPiastres - paid;
    const missing = Math.min(Math.max(0, lacking), owed - missingBefore);
    missingBefore += Math.max(0, missing);
    const isAsked = row.dueDate >= from || row.dueDate < account.asOf;
    if (!isAsked || row.dueDate > to) continue;
    due.push({
      row,
      status,
      missingPiastres: piastres(Math.max(0, missing)),
      daysPastDue: Math.max(0, daysBetween(row.dueDate, account.asOf)),
    });
  }
  return due;
}

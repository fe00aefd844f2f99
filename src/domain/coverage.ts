import type { CalendarDate } from './dates.ts';
import type { Schedule } from './schedule.ts';

export type InstallmentStatus = 'paid' | 'overdue' | 'partial' | 'due' | 'upcoming';

/** What the payments of a loan cover of its schedule. */
export interface Coverage {
  /** Index of the earliest row not covered; the number of rows when all are. */
  readonly firstUncovered: number;
  /** Sum of the installments due on or before the date. */
  readonly dueByDatePiastres: number;
  readonly rowStatuses: readonly InstallmentStatus[];
}

/**
 * Sets what was paid against the schedule at a date. An installment is covered when payments applied reach
 * the sum of the installments up to it, less the tolerance; the last one only when nothing is owed; and when
 * nothing is owed, everything is. Paying ahead counts.
 */
export function coverageAt(
  schedule: Schedule,
  date: CalendarDate,
  paid: { appliedPiastres: number; owedPiastres: number; tolerancePiastres: number },
): Coverage {
  const rowStatuses: InstallmentStatus[] = [];
  const lastNumber = schedule.count;
  let firstUncovered = lastNumber;
  let dueByDate = 0;
  let before = 0;
  for (const row of schedule.rows) {
    const upTo = before + row.installmentPiastres;
    if (row.dueDate <= date) dueByDate = upTo;
    const reached = row.number < lastNumber && upTo - paid.appliedPiastres <= paid.tolerancePiastres;
    const covered = paid.owedPiastres === 0 || (reached && firstUncovered === lastNumber);
    if (!covered && firstUncovered === lastNumber) firstUncovered = row.number - 1;
    rowStatuses.push(rowStatus(covered, row.dueDate, date, paid.appliedPiastres > before));
    before = upTo;
  }
  return { firstUncovered, dueByDatePiastres: dueByDate, rowStatuses };
}

/** The first that fits. */
function rowStatus(
  covered: boolean,
  dueDate: CalendarDate,
  date: CalendarDate,
  someIsPaid: boolean,
): InstallmentStatus {
  if (covered) return 'paid';
  if (dueDate < date) return 'overdue';
  if (someIsPaid) return 'partial';
  return dueDate === date ? 'due' : 'upcoming';
}

import type { CalendarDate } from './dates.ts';
import type { Schedule } from './schedule.ts';

export type InstallmentStatus = 'paid' | 'overdue' | 'partial' | 'due' | 'upcoming' | 'written_off';

/** What the payments of a loan cover of its schedule. */
export interface Coverage {
  /** Index of the earliest row not covered; the number of rows when all are. */
  readonly firstUncovered: number;
  /** Sum of the installments due on or before the date. */
  readonly dueByDatePiastres: number;
  readonly rowStatuses: readonly InstallmentStatus[];
}

/**
 * Sets principal and interest paid against the schedule at a date; fees paid cover nothing. An installment is covered
 * when what was paid reaches the sum of the installments up to it, less the tolerance; the last one when nothing is
 * owed, but for the tolerance; and when nothing is owed, everything is. Paying ahead counts.
 */
export function coverageAt(
  schedule: Schedule,
  date: CalendarDate,
  paid: { coveredPiastres: number; owedPiastres: number; tolerancePiastres: number },
): Coverage {
  const { coveredPiastres, owedPiastres, tolerancePiastres } = paid;
  const rowStatuses: InstallmentStatus[] = [];
  const lastNumber = schedule.count;
  let firstUncovered = lastNumber;
  let dueByDate = 0;
  let before = 0;
  for (const row of schedule.rows) {
    const upTo = before + row.installmentPiastres;
    if (row.dueDate <= date) dueByDate = upTo;
    const missing = row.number === lastNumber ? owedPiastres : upTo - coveredPiastres;
    const covered =
      firstUncovered === lastNumber ? Math.min(missing, owedPiastres) <= tolerancePiastres : false;
    if (!covered && firstUncovered === lastNumber) firstUncovered = row.number - 1;
    rowStatuses.push(rowStatus(covered, row.dueDate, date, coveredPiastres > before));
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

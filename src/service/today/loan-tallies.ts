import { addDays, type CalendarDate, earlierOf } from '../../domain/dates.ts';
import { installmentsDue } from '../../domain/installments-due.ts';
import { leftToPayOut } from '../../domain/left-to-pay-out.ts';
import { isInBook } from '../../domain/portfolio.ts';
import type { ReadTx } from '../../store/port.ts';
import type { AskedHorizon } from '../reports/horizon.ts';
import { visitAccounts } from '../reports/visit-accounts.ts';

/** How many there are, what they come to, and the day of the first; null: nothing that is counted or added up. */
export interface Tally {
  readonly count: number | null;
  readonly sumPiastres: bigint | null;
  readonly oldest: CalendarDate | null;
}

/** Newly: within so many days, so that what fell overdue over a weekend is seen by whoever comes after it. */
const NEWLY_DAYS = 3;

interface DueTally {
  /** Installments of today. */
  readonly today: Tally;
  /** Loans with so many days past due. */
  readonly newly: { readonly firstDay: number; readonly lastDay: number; readonly tally: Tally };
}

/** Installments due today, and loans that fell overdue in the last days. Only loans that may be either are computed. */
export async function dueTally(tx: ReadTx, horizon: AskedHorizon): Promise<DueTally> {
  const { asOf, values } = horizon;
  const firstDay = values.graceDays + 1;
  const lastDay = values.graceDays + NEWLY_DAYS;
  const today = new Counted();
  const newly = new Counted();
  const dates = [asOf];
  for (let days = firstDay; days <= lastDay; days += 1) dates.push(addDays(asOf, -days));
  const only = await tx.desk.perhapsDueOn(dates);
  await visitAccounts(
    tx,
    horizon,
    ({ closure }, account) => {
      if (isInBook(account)) {
        for (const { row, missingPiastres } of installmentsDue(account, asOf, asOf)) {
          if (row.dueDate === asOf) today.add(missingPiastres, asOf);
        }
      }
      const { daysPastDue, arrearsPiastres, nextPaymentDueDate } = account;
      if (closure !== null || nextPaymentDueDate === null) return;
      if (daysPastDue >= firstDay && daysPastDue <= lastDay) newly.add(arrearsPiastres, nextPaymentDueDate);
    },
    { only },
  );
  return { today, newly: { firstDay, lastDay, tally: newly } };
}

/** Loans with something left to pay out, since the first was approved. */
export async function payoutTally(tx: ReadTx, horizon: AskedHorizon): Promise<Tally> {
  const tally = new Counted();
  const only = await tx.desk.notFullyPaidOut();
  await visitAccounts(
    tx,
    horizon,
    (facts, account) => {
      const left = leftToPayOut(facts, account);
      if (left > 0) tally.add(left, facts.loan.approvedOn);
    },
    { only },
  );
  return tally;
}

/** Amounts added up with the day of the first. */
class Counted implements Tally {
  count = 0;
  sumPiastres = 0n;
  oldest: CalendarDate | null = null;

  add(amountPiastres: number, date: CalendarDate): void {
    this.count += 1;
    this.sumPiastres += BigInt(amountPiastres);
    this.oldest = this.oldest === null ? date : earlierOf(this.oldest, date);
  }
}

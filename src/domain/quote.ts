import type { CalendarDate } from './dates.ts';
import type { LoanTerms } from './loan-terms.ts';
import { type Piastres, piastres } from './money.ts';
import { isRefusal } from './refusal.ts';
import { buildSchedule, type Schedule } from './schedule.ts';

/** What a schedule adds up to. */
export interface ScheduleTotals {
  readonly totalInterestPiastres: Piastres;
  readonly totalPaymentPiastres: Piastres;
  /** Of the first row with principal. */
  readonly installmentAmountPiastres: Piastres;
}

/** A schedule before there is a loan. */
export interface Quote extends ScheduleTotals {
  readonly schedule: Schedule;
}

/** The schedule of the whole amount paid out on `startDate`, with its totals. */
export function quoteLoan(terms: LoanTerms, startDate: CalendarDate): Quote {
  const amountPiastres = terms.approvedAmountPiastres;
  const schedule = buildSchedule(terms, [
    { kind: 'disbursement', id: 'quote', valueDate: startDate, amountPiastres, order: 0 },
  ]);
  if (isRefusal(schedule)) throw new Error(`one disbursement is always allowed: ${schedule.message}`);
  return { schedule, ...scheduleTotals(schedule) };
}

/** Totals of a schedule. */
export function scheduleTotals(schedule: Schedule): ScheduleTotals {
  let interest = 0;
  let payment = 0;
  for (const row of schedule.rows) {
    interest += row.interestPiastres;
    payment += row.installmentPiastres;
  }
  const first = schedule.rows.find((row) => row.principalPiastres > 0);
  return {
    totalInterestPiastres: piastres(interest),
    totalPaymentPiastres: piastres(payment),
    installmentAmountPiastres: first?.installmentPiastres ?? piastres(0),
  };
}

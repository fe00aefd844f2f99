import { type CalendarDate, daysBetween } from './dates.ts';
import { disbursementEvents } from './disbursement.ts';
import type { ServicingPolicy } from './loan-account.ts';
import { type LoanFacts, loanEvents } from './loan-facts.ts';
import { foldLoan, owedAt } from './loan-state.ts';
import { isRefusal } from './refusal.ts';
import { buildSchedule } from './schedule.ts';

/**
 * The most days any installment of a loan was late up to a date: from its due date to the payment that covered
 * it, or to the date when it is still not covered. 0 when nothing was ever late.
 */
export function longestLateness(facts: LoanFacts, asOf: CalendarDate, servicing: ServicingPolicy): number {
  const state = foldLoan(facts.loan, loanEvents(facts, asOf), asOf);
  if (state.running === null) return 0;
  const schedule = buildSchedule(facts.loan, disbursementEvents(facts.disbursements, asOf));
  if (isRefusal(schedule)) return 0;
  const settledOn = owedAt(state, asOf).totalPiastres === 0 ? (state.splits.at(-1)?.valueDate ?? asOf) : null;
  let longest = 0;
  let upTo = 0;
  let applied = 0;
  let nextSplit = 0;
  for (const row of schedule.rows) {
    if (row.dueDate >= asOf) break;
    upTo += row.installmentPiastres;
    const isLast = row.number === schedule.rows.length;
    while (!reached(applied, upTo, servicing) && nextSplit < state.splits.length) {
      applied += state.splits[nextSplit]?.amountPiastres ?? 0;
      nextSplit += 1;
    }
    const coveringDate = nextSplit === 0 ? row.dueDate : (state.splits[nextSplit - 1]?.valueDate ?? asOf);
    const coveredOn = reached(applied, upTo, servicing) && !isLast ? coveringDate : (settledOn ?? asOf);
    longest = Math.max(longest, daysBetween(row.dueDate, coveredOn));
  }
  return longest;
}

function reached(appliedPiastres: number, upToPiastres: number, servicing: ServicingPolicy): boolean {
  return upToPiastres - appliedPiastres <= servicing.arrearsTolerancePiastres;
}

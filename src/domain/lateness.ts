import { type CalendarDate, daysBetween } from './dates.ts';
import { disbursementEvents } from './disbursement.ts';
import type { ServicingPolicy } from './loan-account.ts';
import type { LoanFacts } from './loan-facts.ts';
import { foldFacts, owedAt } from './loan-state.ts';
import { settledOn } from './payment.ts';
import { isRefusal } from './refusal.ts';
import { payoffOf } from './replay.ts';
import { buildSchedule } from './schedule.ts';

/**
 * The most days any installment of a loan was late up to a date: from its due date to the payment that covered
 * it, or to the date when it is still not covered. 0 when nothing was ever late.
 */
export function longestLateness(facts: LoanFacts, asOf: CalendarDate, servicing: ServicingPolicy): number {
  const state = foldFacts(facts, asOf);
  if (state.running === null) return 0;
  const schedule = buildSchedule(facts.loan, disbursementEvents(facts.disbursements, asOf));
  if (isRefusal(schedule)) return 0;
  const settled = owedAt(state, asOf).totalPiastres === 0 ? (settledOn(state) ?? asOf) : null;
  let longest = 0;
  let upTo = 0;
  let applied = 0;
  let nextSplit = 0;
  for (const row of schedule.rows) {
    if (row.dueDate >= asOf) break;
    upTo += row.installmentPiastres;
    const isLast = row.number === schedule.rows.length;
    while (!reached(applied, upTo, servicing) && nextSplit < state.splits.length) {
      const split = state.splits[nextSplit];
      applied += split === undefined ? 0 : payoffOf(split);
      nextSplit += 1;
    }
    const coveringDate = nextSplit === 0 ? row.dueDate : (state.splits[nextSplit - 1]?.valueDate ?? asOf);
    const coveredOn = reached(applied, upTo, servicing) && !isLast ? coveringDate : (settled ?? asOf);
    longest = Math.max(longest, daysBetween(row.dueDate, coveredOn));
  }
  return longest;
}

function reached(appliedPiastres: number, upToPiastres: number, servicing: ServicingPolicy): boolean {
  return upToPiastres - appliedPiastres <= servicing.arrearsTolerancePiastres;
}

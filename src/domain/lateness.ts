import { type CalendarDate, daysBetween } from './dates.ts';
import { disbursementEvents } from './disbursement.ts';
import { foldFacts } from './fold-loan.ts';
import type { ServicingPolicy } from './loan-account.ts';
import type { LoanFacts } from './loan-facts.ts';
import { owedAt, type PaymentSplit } from './loan-state.ts';
import { settledOn } from './payment.ts';
import { isRefusal } from './refusal.ts';
import { buildSchedule } from './schedule.ts';

/**
 * The most days any installment of a loan was late up to a date: from its due date to the payment that covered
 * it, or to the date when it is still not covered, or to the write-off. 0 when nothing was ever late.
 */
export function longestLateness(facts: LoanFacts, asOf: CalendarDate, servicing: ServicingPolicy): number {
  const state = foldFacts(facts, asOf);
  if (state.running === null) return 0;
  const schedule = buildSchedule(facts.loan, disbursementEvents(facts.disbursements, asOf));
  if (isRefusal(schedule)) return 0;
  const end = state.writtenOff?.valueDate ?? asOf;
  const owed = owedAt(state, asOf);
  // A rest within the tolerance is as good as nothing.
  const isSettled =
    state.writtenOff === null &&
    owed.principalPiastres + owed.interestPiastres <= servicing.arrearsTolerancePiastres;
  const settled = isSettled ? (settledOn(state) ?? end) : null;
  let longest = 0;
  let upTo = 0;
  let covered = 0;
  let nextSplit = 0;
  for (const row of schedule.rows) {
    if (row.dueDate >= end) break;
    upTo += row.installmentPiastres;
    const isLast = row.number === schedule.rows.length;
    while (!reached(covered, upTo, servicing) && nextSplit < state.splits.length) {
      const split = state.splits[nextSplit];
      if (split !== undefined && split.valueDate <= end) covered += coveredBy(split);
      nextSplit += 1;
    }
    const coveringDate = nextSplit === 0 ? row.dueDate : (state.splits[nextSplit - 1]?.valueDate ?? end);
    const coveredOn = reached(covered, upTo, servicing) && !isLast ? coveringDate : (settled ?? end);
    longest = Math.max(longest, daysBetween(row.dueDate, coveredOn));
  }
  return longest;
}

/** Principal and interest; what is recovered after a write-off covers no installment. */
function coveredBy({ principalPiastres, interestPiastres, ...split }: PaymentSplit): number {
  return principalPiastres + interestPiastres - split.recoveredPiastres - split.recoveredInterestPiastres;
}

function reached(coveredPiastres: number, upToPiastres: number, servicing: ServicingPolicy): boolean {
  return upToPiastres - coveredPiastres <= servicing.arrearsTolerancePiastres;
}

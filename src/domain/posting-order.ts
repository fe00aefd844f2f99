import type { CalendarDate } from './dates.ts';
import { valueDateOf } from './disbursement.ts';
import type { LoanFacts } from './loan-facts.ts';
import { formatAmountGrouped } from './money.ts';
import { type Refusal, refuse } from './refusal.ts';

/**
 * Refuses a date on or before the last closed day (`period_closed`): figures reported for a closed period
 * must not change. `closedThrough` is the policy `books_closed_through`, null when no period is closed.
 */
export function periodClosed(date: CalendarDate, closedThrough: CalendarDate | null): Refusal | null {
  if (closedThrough === null || date > closedThrough) return null;
  return refuse(
    'period_closed',
    `${date} is in a closed period; the books are closed through ${closedThrough}`,
  );
}

/**
 * Refuses a date before a payment or a completed disbursement already booked (`earlier_than_posted`), naming
 * the latest such event. Facts come in date order until a loan can be replayed.
 */
export function earlierThanPosted(
  facts: LoanFacts,
  date: CalendarDate,
  businessDate: CalendarDate,
): Refusal | null {
  let latest: { readonly on: CalendarDate; readonly what: string } | null = null;
  for (const { paymentId, paymentDate, amountPiastres } of facts.payments) {
    if (paymentDate > (latest?.on ?? date)) {
      latest = { on: paymentDate, what: `payment ${paymentId} of ${formatAmountGrouped(amountPiastres)}` };
    }
  }
  for (const disbursement of facts.disbursements) {
    const on = valueDateOf(disbursement);
    if (on !== null && on <= businessDate && on > (latest?.on ?? date)) {
      const amount = formatAmountGrouped(disbursement.amountPiastres);
      latest = { on, what: `disbursement ${disbursement.disbursementReference} of ${amount}` };
    }
  }
  if (latest === null) return null;
  return refuse('earlier_than_posted', `${date} is before ${latest.what}, booked with date ${latest.on}`, {
    hint: `use ${latest.on} or a later date`,
  });
}

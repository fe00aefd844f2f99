import { periodClosed } from './closed-period.ts';
import { type CalendarDate, END_OF_TIME } from './dates.ts';
import type { LoanFacts, RefundFact } from './loan-facts.ts';
import { formatAmountGrouped, type Piastres, piastres } from './money.ts';
import { notPositive } from './payment.ts';
import { type Refusal, refuse } from './refusal.ts';
import { foldAll } from './replay.ts';

/** Credit somebody wants to pay out. */
export interface RefundRequest {
  readonly facts: LoanFacts;
  /** null: all the credit there is on the date. */
  readonly amountPiastres: Piastres | null;
  readonly refundDate: CalendarDate;
  readonly businessDate: CalendarDate;
  readonly refundId: string;
  readonly order: number;
  /** Policy `books_closed_through`; null when no period is closed. */
  readonly closedThrough: CalendarDate | null;
}

/** A refund that may be booked, and the credit left of all that is booked. */
export interface DecidedRefund {
  readonly refund: RefundFact;
  readonly facts: LoanFacts;
  readonly creditPiastres: Piastres;
}

/**
 * Decides whether credit may be paid out. Refusals: `date_in_future`, `period_closed`, `validation_failed` (amount not
 * above 0), `no_credit`, and `credit_short` when the credit would be below zero on that or a later date.
 */
export function decideRefund(request: RefundRequest): DecidedRefund | Refusal {
  const { facts, refundDate, businessDate, refundId, order } = request;
  if (refundDate > businessDate) {
    return refuse('date_in_future', `${refundDate} is after the business date, ${businessDate}`);
  }
  const closed = periodClosed(refundDate, request.closedThrough);
  if (closed !== null) return closed;
  const there = leastCreditFrom(facts, refundDate);
  const amountPiastres = request.amountPiastres ?? there;
  if (there === 0) return refuse('no_credit', `the loan has no credit to pay out on ${refundDate}`);
  if (amountPiastres <= 0) return notPositive('amount', amountPiastres);
  if (amountPiastres > there) {
    const short = formatAmountGrouped(piastres(amountPiastres - there));
    return refuse(
      'credit_short',
      `${formatAmountGrouped(amountPiastres)} is more than the credit from ${refundDate} on, ${formatAmountGrouped(there)}; ${short} short`,
      { hint: `refund at most ${formatAmountGrouped(there)}` },
    );
  }
  const refund: RefundFact = { refundId, refundDate, amountPiastres, order };
  const after = { ...facts, refunds: [...facts.refunds, refund] };
  return { refund, facts: after, creditPiastres: foldAll(after).creditPiastres };
}

/** The credit that stays untouched from a date on: the least at the end of that or any later date. */
function leastCreditFrom(facts: LoanFacts, date: CalendarDate): Piastres {
  const movements = [
    ...foldAll(facts).splits.map((split) => ({
      date: split.valueDate,
      amount: split.creditPiastres as number,
    })),
    ...facts.refunds.map((refund) => ({ date: refund.refundDate, amount: -refund.amountPiastres })),
  ];
  const dates = new Set([date, ...movements.map((one) => one.date).filter((one) => one > date)]);
  let least = Number.POSITIVE_INFINITY;
  for (const end of [...dates, END_OF_TIME]) {
    let credit = 0;
    for (const movement of movements) if (movement.date <= end) credit += movement.amount;
    least = Math.min(least, credit);
  }
  return piastres(Math.max(0, least));
}

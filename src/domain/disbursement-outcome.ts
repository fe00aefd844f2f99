import type { CalendarDate } from './dates.ts';
import { type DisbursementFact, disbursementStatusAt, valueDateOf } from './disbursement.ts';
import { scheduleForbids } from './disbursement-decision.ts';
import { type LoanFacts, loanEvents } from './loan-facts.ts';
import { foldLoan } from './loan-state.ts';
import { earlierThanPosted, periodClosed } from './posting-order.ts';
import { type Refusal, refuse } from './refusal.ts';

/** A disbursement whose outcome somebody wants to record. */
export interface OutcomeRequest {
  readonly facts: LoanFacts;
  readonly disbursement: DisbursementFact;
  readonly businessDate: CalendarDate;
  /** Policy `books_closed_through`; null when no period is closed. */
  readonly closedThrough: CalendarDate | null;
}

/** What is to be recorded of a disbursement. */
export interface DecidedOutcome {
  readonly outcome: 'completed' | 'failed';
  /** Value date of a completion; the business date of a failure. */
  readonly date: CalendarDate;
}

/**
 * Decides whether a pending manual disbursement may be completed on `completedOn`, which becomes its value
 * date. Refusals: `already_completed` (also one that completes by itself), `already_failed`, `loan_closed`,
 * `date_in_future`, `date_before_disbursement`, `date_after_maturity`, `period_closed`,
 * `earlier_than_posted`.
 */
export function decideDisbursementCompletion(
  request: OutcomeRequest & { readonly completedOn: CalendarDate },
): DecidedOutcome | Refusal {
  const { facts, disbursement, businessDate, completedOn } = request;
  const refusal =
    notToBeCompleted(disbursement, businessDate) ??
    (facts.closure === null
      ? null
      : refuse('loan_closed', `the loan was closed on ${facts.closure.closedOn}`)) ??
    (completedOn > businessDate
      ? refuse('date_in_future', `${completedOn} is after the business date, ${businessDate}`)
      : null) ??
    scheduleForbids(facts, disbursement, completedOn, businessDate) ??
    periodClosed(completedOn, request.closedThrough) ??
    earlierThanPosted(facts, completedOn, businessDate);
  return refusal ?? { outcome: 'completed', date: completedOn };
}

/** Why there is nothing to complete. */
function notToBeCompleted(disbursement: DisbursementFact, businessDate: CalendarDate): Refusal | null {
  const reference = disbursement.disbursementReference;
  const status = disbursementStatusAt(disbursement, businessDate);
  if (status === 'failed') {
    return refuse('already_failed', `${reference} failed on ${disbursement.outcome?.date}`);
  }
  const valueDate = valueDateOf(disbursement);
  if (disbursement.outcome !== null || status === 'completed') {
    return refuse('already_completed', `${reference} is completed since ${valueDate}`);
  }
  if (valueDate === null) return null;
  return refuse('already_completed', `${reference} is automatic and completes by itself on ${valueDate}`, {
    hint: 'there is nothing to do; only a disbursement under manual settlement is completed by hand',
  });
}

/**
 * Decides whether a disbursement may be marked failed; from then on the loan is as if it had never been.
 * Refusals: `already_failed`, `period_closed`, and `earlier_than_posted` when a payment already booked would
 * be split differently without it.
 */
export function decideDisbursementFailure(request: OutcomeRequest): DecidedOutcome | Refusal {
  const { facts, disbursement, businessDate } = request;
  const reference = disbursement.disbursementReference;
  if (disbursement.outcome?.outcome === 'failed') {
    return refuse('already_failed', `${reference} failed on ${disbursement.outcome.date}`);
  }
  const valueDate = valueDateOf(disbursement);
  const closed = valueDate === null ? null : periodClosed(valueDate, request.closedThrough);
  if (closed !== null) return closed;
  const changed = firstChangedSplit(facts, reference);
  if (changed === null) return { outcome: 'failed', date: businessDate };
  return refuse(
    'earlier_than_posted',
    `without ${reference} payment ${changed} would be split differently, and it is booked`,
    { hint: 'this version books each loan in date order and cannot replay it' },
  );
}

/** The first booked payment that would change, or could not stand, without a disbursement; null if none. */
function firstChangedSplit(facts: LoanFacts, reference: string): string | null {
  const last = facts.payments
    .map((payment) => payment.paymentDate)
    .sort()
    .at(-1);
  if (last === undefined) return null;
  const others = facts.disbursements.filter((one) => one.disbursementReference !== reference);
  const before = foldLoan(facts.loan, loanEvents(facts, last), last);
  const after = foldLoan(facts.loan, loanEvents({ ...facts, disbursements: others }, last), last);
  for (const [index, was] of before.splits.entries()) {
    const is = after.splits[index];
    const same =
      is !== undefined &&
      is.principalPiastres === was.principalPiastres &&
      is.interestPiastres === was.interestPiastres &&
      is.feePiastres === was.feePiastres &&
      is.remainingPiastres === was.remainingPiastres;
    if (!same) return was.paymentId;
  }
  return null;
}

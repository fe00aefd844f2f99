import { periodClosed } from './closed-period.ts';
import type { CalendarDate } from './dates.ts';
import { type DisbursementFact, disbursementStatusAt, valueDateOf } from './disbursement.ts';
import { loanWrittenOff, scheduleForbids } from './disbursement-decision.ts';
import type { LoanFacts } from './loan-facts.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import { replay, type SplitChange } from './replay.ts';

/** A disbursement whose outcome somebody wants to record. */
export interface OutcomeRequest {
  readonly facts: LoanFacts;
  readonly disbursement: DisbursementFact;
  readonly businessDate: CalendarDate;
  /** Policy `books_closed_through`; null when no period is closed. */
  readonly closedThrough: CalendarDate | null;
  /** Policy of that name. */
  readonly acceptOverpayment: boolean;
}

interface Outcome {
  readonly outcome: 'completed' | 'failed';
  /** Value date of a completion; the business date of a failure. */
  readonly date: CalendarDate;
}

/** What is to be recorded of a disbursement, and what that changes about the loan's payments. */
export interface DecidedOutcome extends Outcome {
  readonly changes: readonly SplitChange[];
}

/**
 * Decides whether a pending manual disbursement may be completed on `completedOn`, which becomes its value
 * date. Refusals: `already_completed` (also one that completes by itself), `already_failed`, `loan_closed`,
 * `loan_written_off`, * `date_in_future`, `date_before_disbursement`, `date_after_maturity`, `period_closed`.
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
    loanWrittenOff(facts) ??
    (completedOn > businessDate
      ? refuse('date_in_future', `${completedOn} is after the business date, ${businessDate}`)
      : null) ??
    scheduleForbids(facts, disbursement, completedOn, businessDate) ??
    periodClosed(completedOn, request.closedThrough);
  return refusal ?? withChanges(request, { outcome: 'completed', date: completedOn });
}

/** The outcome with what it changes; refused when a payment could not stand with it. */
function withChanges(request: OutcomeRequest, outcome: Outcome): DecidedOutcome | Refusal {
  const { facts, disbursement, acceptOverpayment } = request;
  const changes = replay(facts, withOutcome(facts, disbursement, outcome), acceptOverpayment);
  return isRefusal(changes) ? changes : { ...outcome, changes };
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
 * Refusals: `already_failed`, `period_closed`, and `would_break_later_payment` when a payment booked on it could
 * not stand without it.
 */
export function decideDisbursementFailure(request: OutcomeRequest): DecidedOutcome | Refusal {
  const { disbursement, businessDate } = request;
  if (disbursement.outcome?.outcome === 'failed') {
    const reference = disbursement.disbursementReference;
    return refuse('already_failed', `${reference} failed on ${disbursement.outcome.date}`);
  }
  const valueDate = valueDateOf(disbursement);
  const closed = valueDate === null ? null : periodClosed(valueDate, request.closedThrough);
  if (closed !== null) return closed;
  return withChanges(request, { outcome: 'failed', date: businessDate });
}

/** The loan's facts with an outcome of one of its disbursements. */
function withOutcome(facts: LoanFacts, disbursement: DisbursementFact, outcome: Outcome): LoanFacts {
  const { disbursementReference } = disbursement;
  return {
    ...facts,
    disbursements: facts.disbursements.map((one) =>
      one.disbursementReference === disbursementReference ? { ...one, outcome } : one,
    ),
  };
}

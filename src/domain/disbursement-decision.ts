import { periodClosed } from './closed-period.ts';
import { type CalendarDate, END_OF_TIME } from './dates.ts';
import {
  type DisbursementFact,
  type DisbursementStatus,
  disbursementEvent,
  disbursementStatusAt,
  firstCompletedOn,
  undisbursedPiastres,
  valueDateOf,
} from './disbursement.ts';
import { type LoanFacts, writeOffAt } from './loan-facts.ts';
import { formatAmountGrouped, type Piastres } from './money.ts';
import { notPositive, paidOffSince } from './payment.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import { replay, type SplitChange } from './replay.ts';
import { buildSchedule } from './schedule.ts';

/** Policy values that rule disbursements, as in force when the command is given. */
export interface DisbursementPolicy {
  readonly settlement: 'automatic' | 'manual';
  readonly disbursementBeforeDecision: 'warn' | 'refuse';
  /** Policy `books_closed_through`; null when no period is closed. */
  readonly closedThrough: CalendarDate | null;
  readonly acceptOverpayment: boolean;
}

/** A disbursement somebody wants to register. */
export interface DisbursementRequest {
  readonly facts: LoanFacts;
  readonly amountPiastres: Piastres;
  readonly disbursementDate: CalendarDate;
  readonly businessDate: CalendarDate;
  /** The day the loan was approved. */
  readonly decidedOn: CalendarDate;
  /** Reference and booking order the disbursement would get. */
  readonly disbursementReference: string;
  readonly order: number;
  readonly policy: DisbursementPolicy;
}

/** Something worth asking about that is no reason to refuse. */
export interface DecisionWarning {
  readonly code: 'disbursement_before_decision';
  readonly message: string;
}

/** A disbursement that may be registered, with its status on the business date. */
export interface DecidedDisbursement {
  readonly disbursement: DisbursementFact;
  readonly status: DisbursementStatus;
  readonly warnings: readonly DecisionWarning[];
  /** What it changes about the payments dated after it. */
  readonly changes: readonly SplitChange[];
}

/**
 * Decides whether a disbursement may be registered. Refusals: `validation_failed` (amount not above 0),
 * `loan_closed`, `loan_written_off`, `loan_paid_off`, `over_disbursement`, `flat_single_disbursement`,
 * `date_before_disbursement`, `date_after_maturity`, `disbursement_before_decision`, `period_closed`.
 */
export function decideDisbursement(request: DisbursementRequest): DecidedDisbursement | Refusal {
  const { facts, amountPiastres, disbursementDate, businessDate, policy } = request;
  if (amountPiastres <= 0) return notPositive('disbursement_amount', amountPiastres);
  const disbursement: DisbursementFact = {
    disbursementReference: request.disbursementReference,
    amountPiastres,
    disbursementDate,
    settlement: policy.settlement,
    order: request.order,
    outcome: null,
  };
  const early = beforeDecision(disbursementDate, request.decidedOn);
  const refusal =
    loanTakesNoDisbursement(request) ??
    scheduleForbids(facts, disbursement, disbursementDate, businessDate) ??
    (policy.disbursementBeforeDecision === 'refuse' ? early : null) ??
    periodClosed(disbursementDate, policy.closedThrough);
  if (refusal !== null) return refusal;
  const after = { ...facts, disbursements: [...facts.disbursements, disbursement] };
  const changes = replay(facts, after, policy.acceptOverpayment);
  if (isRefusal(changes)) return changes;
  return {
    disbursement,
    status: disbursementStatusAt(disbursement, businessDate),
    warnings: early === null ? [] : [{ code: 'disbursement_before_decision', message: early.message }],
    changes,
  };
}

/** What is said of a value date before the decision; whether it is refused is policy. */
export function beforeDecision(valueDate: CalendarDate, decidedOn: CalendarDate): Refusal | null {
  if (valueDate >= decidedOn) return null;
  return refuse('disbursement_before_decision', `${valueDate} is before the decision, ${decidedOn}`);
}

/** Why a loan that is written off takes no disbursement at all. */
export function loanWrittenOff(facts: LoanFacts): Refusal | null {
  const standing = writeOffAt(facts, END_OF_TIME);
  if (standing === null) return null;
  return refuse('loan_written_off', `the loan was written off on ${standing.writtenOffOn}`);
}

/** Why the loan takes no disbursement of this amount. */
function loanTakesNoDisbursement({
  facts,
  amountPiastres,
  businessDate,
}: DisbursementRequest): Refusal | null {
  if (facts.closure !== null) {
    return refuse('loan_closed', `the loan was closed on ${facts.closure.closedOn}`);
  }
  const writtenOff = loanWrittenOff(facts);
  if (writtenOff !== null) return writtenOff;
  const paidOffOn = paidOffSince(facts, businessDate);
  if (paidOffOn !== null) return refuse('loan_paid_off', `the loan was paid off on ${paidOffOn}`);
  const active = facts.disbursements.find((one) => one.outcome?.outcome !== 'failed');
  if (facts.loan.repaymentStyle === 'flat' && active !== undefined) {
    return refuse(
      'flat_single_disbursement',
      `a flat loan is paid out once; it has ${active.disbursementReference}`,
    );
  }
  const left = undisbursedPiastres(facts);
  if (amountPiastres <= left) return null;
  const amounts = `${formatAmountGrouped(amountPiastres)} is more than is left to pay out`;
  return refuse('over_disbursement', `${amounts}, ${formatAmountGrouped(left)}`, {
    hint:
      left === 0
        ? 'everything approved is paid out or pending; see it: loandesk disbursements ls LOAN'
        : `pay out at most ${formatAmountGrouped(left)}`,
  });
}

/**
 * Refuses a value date before the first completed disbursement, and one that would leave this or another
 * disbursement on or after maturity: scheduled ones are looked at on their dates. One that waits for its
 * settlement has no date yet and is looked at when it gets one.
 */
export function scheduleForbids(
  facts: LoanFacts,
  disbursement: DisbursementFact,
  valueDate: CalendarDate,
  businessDate: CalendarDate,
): Refusal | null {
  const others = facts.disbursements.filter(
    (one) =>
      one.disbursementReference !== disbursement.disbursementReference && one.outcome?.outcome !== 'failed',
  );
  const first = firstCompletedOn(others, businessDate);
  if (first !== null && valueDate < first) {
    return refuse('date_before_disbursement', `${valueDate} is before the first disbursement, ${first}`);
  }
  const schedule = buildSchedule(facts.loan, [
    ...others.flatMap((one) => {
      const date = valueDateOf(one);
      return date === null ? [] : [disbursementEvent(one, date)];
    }),
    disbursementEvent(disbursement, valueDate),
  ]);
  return isRefusal(schedule) ? schedule : null;
}

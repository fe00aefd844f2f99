import { periodClosed } from './closed-period.ts';
import { type CalendarDate, END_OF_TIME } from './dates.ts';
import { disbursementStatusAt, firstCompletedOn } from './disbursement.ts';
import { loanWrittenOff } from './disbursement-decision.ts';
import { type LoanFacts, type WriteOffFact, writeOffAt } from './loan-facts.ts';
import type { WrittenOff } from './loan-state.ts';
import { lastEventOf } from './payment.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';
import { foldAll, replay, type SplitChange } from './replay.ts';

interface Asked {
  readonly facts: LoanFacts;
  readonly businessDate: CalendarDate;
  /** Policy `books_closed_through`; null when no period is closed. */
  readonly closedThrough: CalendarDate | null;
  /** Policy of that name. */
  readonly acceptOverpayment: boolean;
}

/** A write-off that may be booked on the business date, or its reversal, and what it changes about payments. */
export interface DecidedWriteOff {
  readonly writtenOff: WrittenOff;
  readonly facts: LoanFacts;
  readonly changes: readonly SplitChange[];
}

/**
 * Decides whether the principal of a loan may be given up on a date, the business date or an earlier one. Refusals:
 * `loan_closed`, `loan_written_off`, `nothing_disbursed`, `disbursement_pending`, `date_in_future`,
 * `date_before_last_event`, `nothing_to_write_off`, `period_closed`, and those of `replay`.
 */
export function decideWriteOff(
  request: Asked & {
    readonly writeOffId: string;
    readonly order: number;
    readonly writtenOffOn: CalendarDate;
  },
): DecidedWriteOff | Refusal {
  const { facts, businessDate, writeOffId, order, writtenOffOn } = request;
  const refusal =
    cannotBeWrittenOff(facts, businessDate) ??
    cannotBeDated(facts, writtenOffOn, businessDate) ??
    periodClosed(writtenOffOn, request.closedThrough);
  if (refusal !== null) return refusal;
  const fact: WriteOffFact = { writeOffId, writtenOffOn, order, reversal: null };
  const after = { ...facts, writeOffs: [...facts.writeOffs, fact] };
  const { writtenOff, fault } = foldAll(after);
  if (writtenOff === null && fault?.kind === 'nothing_to_write_off') {
    return refuse('nothing_to_write_off', `no principal is outstanding on ${writtenOffOn}`);
  }
  const changes = replay(facts, after, request.acceptOverpayment);
  if (isRefusal(changes)) return changes;
  if (writtenOff === null) throw new Error('a write-off without fault stands');
  return { writtenOff, facts: after, changes };
}

/**
 * Decides whether the write-off of a loan may be taken back; the loan is then as if it had never been. Refusals:
 * `not_written_off`, `already_reversed`, `period_closed`, and those of `replay`.
 */
export function decideWriteOffReversal(request: Asked): DecidedWriteOff | Refusal {
  const { facts, businessDate } = request;
  const standing = writeOffAt(facts, END_OF_TIME);
  const { writtenOff } = foldAll(facts);
  if (standing === null || writtenOff === null) {
    const reversedOn = facts.writeOffs.at(-1)?.reversal?.reversedOn;
    return reversedOn === undefined
      ? refuse('not_written_off', 'the loan is not written off')
      : refuse('already_reversed', `the write-off was reversed on ${reversedOn}`);
  }
  const closed = periodClosed(standing.writtenOffOn, request.closedThrough);
  if (closed !== null) return closed;
  const reversal = { reversedOn: businessDate };
  const writeOffs = facts.writeOffs.map((one) => (one === standing ? { ...one, reversal } : one));
  const after = { ...facts, writeOffs };
  const changes = replay(facts, after, request.acceptOverpayment);
  return isRefusal(changes) ? changes : { writtenOff, facts: after, changes };
}

/** Why a write-off cannot have that date. */
function cannotBeDated(
  facts: LoanFacts,
  writtenOffOn: CalendarDate,
  businessDate: CalendarDate,
): Refusal | null {
  if (writtenOffOn > businessDate) {
    return refuse('date_in_future', `${writtenOffOn} is after the business date, ${businessDate}`);
  }
  const last = lastEventOf(facts);
  if (last === null || last.valueDate <= writtenOffOn) return null;
  const what = `the ${last.kind} ${last.id} of ${last.valueDate}`;
  return refuse('date_before_last_event', `${writtenOffOn} is before ${what}`);
}

/** Why the loan cannot be written off at all. */
function cannotBeWrittenOff(facts: LoanFacts, businessDate: CalendarDate): Refusal | null {
  if (facts.closure !== null) {
    return refuse('loan_closed', `the loan was closed on ${facts.closure.closedOn}`);
  }
  const already = loanWrittenOff(facts);
  if (already !== null) return already;
  if (firstCompletedOn(facts.disbursements, businessDate) === null) {
    return refuse('nothing_disbursed', `nothing is paid out as of ${businessDate}`);
  }
  const pending = facts.disbursements.find((one) => disbursementStatusAt(one, businessDate) === 'pending');
  if (pending === undefined) return null;
  return refuse(
    'disbursement_pending',
    `${pending.disbursementReference} of ${pending.disbursementDate} is pending, and money would still go out`,
  );
}

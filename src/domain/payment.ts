import { periodClosed } from './closed-period.ts';
import { type CalendarDate, END_OF_TIME, laterOf } from './dates.ts';
import { disbursementStatusAt, firstCompletedOn } from './disbursement.ts';
import { continueFold } from './fold-loan.ts';
import { byDateThenKind, type LoanEvent, type PaymentEvent } from './loan-event.ts';
import { type LoanFacts, loanEvents, paymentEvent } from './loan-facts.ts';
import { type LoanState, owedAt, type PaymentSplit } from './loan-state.ts';
import { formatAmountGrouped, type Piastres } from './money.ts';
import { type Refusal, refuse } from './refusal.ts';
import {
  faultRefusal,
  foldAll,
  newSurplus,
  payoffOf,
  type SplitChange,
  splitChanges,
  wouldBeSurplus,
} from './replay.ts';

/** A repayment somebody wants to book. */
export interface PaymentRequest {
  readonly facts: LoanFacts;
  readonly amountPiastres: Piastres;
  readonly paymentDate: CalendarDate;
  readonly businessDate: CalendarDate;
  /** Id and booking order the payment would get. */
  readonly paymentId: string;
  readonly order: number;
  /** Policy `books_closed_through`; null when no period is closed. */
  readonly closedThrough: CalendarDate | null;
  /** Policy `accept_overpayment`: what is above the payoff is kept as credit. */
  readonly acceptOverpayment: boolean;
  /** Its amount was asked for as what settles the loan. */
  readonly asPayoff?: boolean;
  /** The facts folded to their end, when the caller has them so already. */
  readonly folded?: LoanState;
  /** The last event of the facts, null when there is none, when the caller has it already. */
  readonly lastEvent?: LoanEvent | null;
}

/** A payment that may be booked, how it divides, and what it changes about those dated after it. */
export interface DecidedPayment {
  readonly event: PaymentEvent;
  readonly split: PaymentSplit;
  readonly changes: readonly SplitChange[];
  /** The loan's facts with it. */
  readonly facts: LoanFacts;
  /** Those folded to their end. */
  readonly folded: LoanState;
  /** False when something booked already is dated after it. */
  readonly comesLast: boolean;
}

/**
 * Decides whether a repayment may be booked and splits it: fees, interest due, principal, credit. Refusals:
 * `nothing_disbursed`, `loan_closed`, `loan_paid_off`, `date_in_future`, `date_before_disbursement`,
 * `period_closed`, `validation_failed` (amount not above 0), `overpayment`, and those of `replay` when something
 * booked already could not stand any more.
 */
export function decidePayment(request: PaymentRequest): DecidedPayment | Refusal {
  const { facts } = request;
  const before = request.folded ?? foldAll(facts);
  const fault = notPayable(request, before);
  if (fault !== null) return fault;
  const event = paymentEvent(factOf(request));
  const last = request.lastEvent === undefined ? lastEventOf(facts) : request.lastEvent;
  const comesLast = last === null || byDateThenKind(last, event) < 0;
  const withIt = { ...facts, payments: [...facts.payments, { ...factOf(request), reversal: null }] };
  // One that comes last, as nearly all do, leaves all before it as it was.
  const goesOn = comesLast && before.fault === null;
  const after = goesOn ? continueFold(before, [event]) : foldAll(withIt);
  if (after.fault !== null) return faultRefusal(after.fault);
  const split = after.splits.findLast((one) => one.paymentId === request.paymentId);
  if (split === undefined) throw new Error('a payment without fault is split');
  const surplus = goesOn ? surplusOf(split) : newSurplus(before, after);
  if (surplus !== null && !request.acceptOverpayment) {
    return surplus.paymentId === event.id ? overpayment(surplus) : wouldBeSurplus(surplus);
  }
  const changes = comesLast ? [] : splitChanges(before, after);
  return { event, split, comesLast, facts: withIt, folded: after, changes };
}

/** Why a repayment may not be booked, whatever it comes to; `state` is the loan's, folded to its end. */
export function notPayable(request: PaymentRequest, state: LoanState): Refusal | null {
  const fault = loanCannotBePaid(request, state) ?? dateNotAllowed(request);
  // Last, so that a figure worked out as 0.00 is answered with what is true of the loan.
  if (fault !== null || request.amountPiastres > 0) return fault;
  return notPositive('payment_amount', request.amountPiastres);
}

/** The last event of a loan's facts in the order they count in; null when there is none. */
export function lastEventOf(facts: LoanFacts): LoanEvent | null {
  const events = loanEvents(facts, END_OF_TIME);
  return events.reduce<LoanEvent | null>(
    (last, event) => (last === null || byDateThenKind(last, event) < 0 ? event : last),
    null,
  );
}

function surplusOf(split: PaymentSplit): PaymentSplit | null {
  return split.creditPiastres > 0 ? split : null;
}

function factOf({ paymentId, amountPiastres, paymentDate, order, asPayoff }: PaymentRequest) {
  return { paymentId, amountPiastres, paymentDate, order, ...(asPayoff === true ? { asPayoff } : {}) };
}

/** An amount that must be above zero and is not, as a faulty field. */
export function notPositive(field: string, amountPiastres: Piastres): Refusal {
  const message = `${formatAmountGrouped(amountPiastres)} is not above zero`;
  return refuse('validation_failed', message, { faults: [{ field, code: 'invalid_amount', message }] });
}

/** Why the loan takes no payment at all. */
function loanCannotBePaid(
  { facts, businessDate, paymentDate, acceptOverpayment }: PaymentRequest,
  state: LoanState,
): Refusal | null {
  if (facts.closure !== null) {
    return refuse('loan_closed', `the loan was closed on ${facts.closure.closedOn}`);
  }
  if (firstCompletedOn(facts.disbursements, businessDate) === null) {
    return refuse('nothing_disbursed', `nothing is paid out as of ${businessDate}`);
  }
  if (acceptOverpayment) return null;
  const paidOffOn = paidOffSince(facts, businessDate, state);
  // Dated before the payment that settled it, it is that payment that could not stand.
  if (paidOffOn === null || paymentDate < paidOffOn) return null;
  return refuse('loan_paid_off', `the loan was paid off on ${paidOffOn}`);
}

/**
 * The date of the payment that settled a loan which owes nothing and has nothing pending; null otherwise.
 * Looks at everything booked, also past the business date, which may have been set back.
 */
export function paidOffSince(
  facts: LoanFacts,
  businessDate: CalendarDate,
  state: LoanState = foldAll(facts),
): CalendarDate | null {
  // Asked first, since it is soon said and true of nearly every loan.
  if (state.running === null || state.running.accrual.principalPiastres > 0) return null;
  if (facts.disbursements.some((one) => disbursementStatusAt(one, businessDate) === 'pending')) return null;
  const until = facts.payments.reduce(
    (latest, { paymentDate }) => laterOf(latest, paymentDate),
    businessDate,
  );
  if (owedAt(state, until).totalPiastres > 0) return null;
  return settledOn(state);
}

/** Why no payment may carry that date. */
function dateNotAllowed({ facts, paymentDate, businessDate, closedThrough }: PaymentRequest): Refusal | null {
  if (paymentDate > businessDate) {
    return refuse('date_in_future', `${paymentDate} is after the business date, ${businessDate}`);
  }
  const start = firstCompletedOn(facts.disbursements, businessDate);
  if (start !== null && paymentDate < start) {
    return refuse('date_before_disbursement', `${paymentDate} is before the first disbursement, ${start}`);
  }
  return periodClosed(paymentDate, closedThrough);
}

/** The date of the last payment that was not all surplus; null when there is none. */
export function settledOn(state: LoanState): CalendarDate | null {
  return state.splits.findLast((split) => payoffOf(split) > 0)?.valueDate ?? null;
}

/** The refusal of a payment of which more is surplus than may be. */
export function overpayment(split: PaymentSplit): Refusal {
  const payment = `${formatAmountGrouped(split.amountPiastres)} on ${split.valueDate}`;
  if (payoffOf(split) === 0) {
    return refuse('overpayment', `${payment}: nothing is owed on that date, payoff 0.00`);
  }
  const payoff = formatAmountGrouped(payoffOf(split));
  return refuse(
    'overpayment',
    `${formatAmountGrouped(split.amountPiastres)} is more than the payoff on ${split.valueDate}, ${payoff}`,
    { hint: `book at most ${payoff}` },
  );
}

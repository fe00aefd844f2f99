import { type CalendarDate, laterOf } from './dates.ts';
import { disbursementStatusAt, firstCompletedOn } from './disbursement.ts';
import type { PaymentEvent } from './loan-event.ts';
import { type LoanFacts, loanEvents, paymentEvent } from './loan-facts.ts';
import { foldLoan, type LoanFault, owedAt, type PaymentSplit } from './loan-state.ts';
import { formatAmountGrouped, type Piastres } from './money.ts';
import { earlierThanPosted, periodClosed } from './posting-order.ts';
import { type Refusal, refuse } from './refusal.ts';

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
}

/** A payment that may be booked and how it divides. */
export interface DecidedPayment {
  readonly event: PaymentEvent;
  readonly split: PaymentSplit;
}

/**
 * Decides whether a repayment may be booked and splits it: fees, interest due, principal. Refusals:
 * `nothing_disbursed`, `loan_closed`, `loan_paid_off`, `date_in_future`, `date_before_disbursement`,
 * `period_closed`, `earlier_than_posted`, `validation_failed` (amount not above 0), `overpayment`.
 */
export function decidePayment(request: PaymentRequest): DecidedPayment | Refusal {
  const { facts, amountPiastres, paymentDate } = request;
  const fault = loanCannotBePaid(request) ?? dateNotAllowed(request);
  if (fault !== null) return fault;
  // Last, so that a figure worked out as 0.00 is answered with what is true of the loan.
  if (amountPiastres <= 0) return notPositive('payment_amount', amountPiastres);
  const event = paymentEvent({
    paymentId: request.paymentId,
    amountPiastres,
    paymentDate,
    order: request.order,
  });
  const after = foldLoan(facts.loan, [...loanEvents(facts, paymentDate), event], paymentDate);
  if (after.fault !== null) return faultRefusal(after.fault, request.paymentId);
  const split = after.splits.find((one) => one.paymentId === request.paymentId);
  if (split === undefined) throw new Error('a payment without fault is split');
  return { event, split };
}

/** An amount that must be above zero and is not, as a faulty field. */
export function notPositive(field: string, amountPiastres: Piastres): Refusal {
  const message = `${formatAmountGrouped(amountPiastres)} is not above zero`;
  return refuse('validation_failed', message, { faults: [{ field, code: 'invalid_amount', message }] });
}

/** Why the loan takes no payment at all. */
function loanCannotBePaid({ facts, businessDate }: PaymentRequest): Refusal | null {
  if (facts.closure !== null) {
    return refuse('loan_closed', `the loan was closed on ${facts.closure.closedOn}`);
  }
  if (firstCompletedOn(facts.disbursements, businessDate) === null) {
    return refuse('nothing_disbursed', `nothing is paid out as of ${businessDate}`);
  }
  const paidOffOn = paidOffSince(facts, businessDate);
  return paidOffOn === null ? null : refuse('loan_paid_off', `the loan was paid off on ${paidOffOn}`);
}

/**
 * The date of the payment that settled a loan which owes nothing and has nothing pending; null otherwise.
 * Looks at everything booked, also past the business date, which may have been set back.
 */
export function paidOffSince(facts: LoanFacts, businessDate: CalendarDate): CalendarDate | null {
  if (facts.disbursements.some((one) => disbursementStatusAt(one, businessDate) === 'pending')) return null;
  const until = facts.payments.reduce(
    (latest, { paymentDate }) => laterOf(latest, paymentDate),
    businessDate,
  );
  const state = foldLoan(facts.loan, loanEvents(facts, until), until);
  if (state.running === null || owedAt(state, until).totalPiastres > 0) return null;
  return state.splits.at(-1)?.valueDate ?? null;
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
  return periodClosed(paymentDate, closedThrough) ?? earlierThanPosted(facts, paymentDate, businessDate);
}

/** A fault of the fold in words. A payment already booked is named by its id, the new one by its amount. */
export function faultRefusal(fault: LoanFault, newPaymentId: string | null): Refusal {
  const amount = formatAmountGrouped(fault.amountPiastres);
  const payment = fault.paymentId === newPaymentId ? amount : `payment ${fault.paymentId} of ${amount}`;
  const payoff = formatAmountGrouped(fault.payoffPiastres);
  switch (fault.kind) {
    case 'before_disbursement':
      return refuse(
        'date_before_disbursement',
        `${payment} on ${fault.valueDate} is before any disbursement`,
      );
    case 'already_paid_off':
      return refuse(
        'overpayment',
        `${payment} on ${fault.valueDate}: nothing is owed on that date, payoff 0.00`,
      );
    case 'overpayment':
      return refuse('overpayment', `${payment} is more than the payoff on ${fault.valueDate}, ${payoff}`, {
        hint: `book at most ${payoff}`,
      });
  }
}

import { END_OF_TIME } from './dates.ts';
import { type LoanFacts, loanEvents } from './loan-facts.ts';
import { foldLoan, type LoanFault, type LoanState, type PaymentSplit } from './loan-state.ts';
import { formatAmountGrouped } from './money.ts';
import { type Refusal, refuse } from './refusal.ts';

/** A payment that another fact has changed: its split as it stood and as it stands now. */
export interface SplitChange {
  readonly paymentId: string;
  readonly before: PaymentSplit;
  readonly after: PaymentSplit;
}

/** A loan's events folded to the last of them, whatever the business date. */
export function foldAll(facts: LoanFacts): LoanState {
  return foldLoan(facts.loan, loanEvents(facts, END_OF_TIME), END_OF_TIME);
}

/**
 * What a new fact changes about the payments booked already: the loan is folded without it and with it, in date
 * order. Refuses with `would_break_later_payment` when one of them could not stand any more.
 */
export function replay(before: LoanFacts, after: LoanFacts): readonly SplitChange[] | Refusal {
  const state = foldAll(after);
  return state.fault === null ? splitChanges(foldAll(before), state) : wouldBreak(state.fault);
}

/** Payments whose split or remaining balance differs between two states, in date order. */
export function splitChanges(before: LoanState, after: LoanState): SplitChange[] {
  const was = new Map(before.splits.map((split) => [split.paymentId, split]));
  return after.splits.flatMap((split) => {
    const earlier = was.get(split.paymentId);
    if (earlier === undefined) return [];
    const same = isSameDivision(earlier, split) && earlier.remainingPiastres === split.remainingPiastres;
    return same ? [] : [{ paymentId: split.paymentId, before: earlier, after: split }];
  });
}

/** Whether a payment is divided alike; the balance it leaves may differ, which posts nothing. */
export function isSameDivision(a: PaymentSplit, b: PaymentSplit): boolean {
  return (
    a.principalPiastres === b.principalPiastres &&
    a.interestPiastres === b.interestPiastres &&
    a.feePiastres === b.feePiastres &&
    a.creditPiastres === b.creditPiastres
  );
}

/** The refusal of a fact after which a payment booked already could not stand, naming it and the figure. */
export function wouldBreak(fault: LoanFault): Refusal {
  const payment = `payment ${fault.paymentId} of ${formatAmountGrouped(fault.amountPiastres)} on ${fault.valueDate}`;
  return refuse('would_break_later_payment', `${payment} would then ${BROKEN[fault.kind](fault)}`, {
    hint: `Reverse it first: loandesk pay reverse ${fault.paymentId} --reason TEXT`,
  });
}

const BROKEN: Readonly<Record<LoanFault['kind'], (fault: LoanFault) => string>> = {
  overpayment: ({ payoffPiastres }) =>
    `be more than the payoff of that date, ${formatAmountGrouped(payoffPiastres)}`,
  already_paid_off: () => 'fall on a loan that owes nothing: the payoff of that date would be 0.00',
  before_disbursement: () => 'come before any disbursement, with a payoff of 0.00',
};

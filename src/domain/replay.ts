import { END_OF_TIME } from './dates.ts';
import { foldFacts } from './fold-loan.ts';
import type { LoanFacts } from './loan-facts.ts';
import type { LoanFault, LoanState, PaymentSplit } from './loan-state.ts';
import { formatAmountGrouped, type Piastres, piastres } from './money.ts';
import { type Refusal, refuse } from './refusal.ts';

/** A payment that another fact has changed: its split as it stood and as it stands now. */
export interface SplitChange {
  readonly paymentId: string;
  readonly before: PaymentSplit;
  readonly after: PaymentSplit;
}

/** A loan's events folded to the last of them, whatever the business date. */
export function foldAll(facts: LoanFacts): LoanState {
  return foldFacts(facts, END_OF_TIME);
}

/**
 * What a new fact changes about the payments booked already: the loan is folded without it and with it, in date
 * order. Refuses with `would_break_later_payment` when one of them could not stand any more, `would_break_write_off`
 * when nothing would be left of what was written off, and `credit_short` when more would be refunded than was ever
 * there. `acceptOverpayment` is the policy of that name.
 */
export function replay(
  before: LoanFacts,
  after: LoanFacts,
  acceptOverpayment: boolean,
): readonly SplitChange[] | Refusal {
  const was = foldAll(before);
  const is = foldAll(after);
  if (is.fault !== null) return faultRefusal(is.fault);
  const surplus = acceptOverpayment ? null : newSurplus(was, is);
  return surplus === null ? splitChanges(was, is) : wouldBeSurplus(surplus);
}

/** The first payment in date order of which more is surplus than before; null: none. */
export function newSurplus(before: LoanState, after: LoanState): PaymentSplit | null {
  const was = new Map(before.splits.map((split) => [split.paymentId, split.creditPiastres]));
  return after.splits.find((split) => split.creditPiastres > (was.get(split.paymentId) ?? 0)) ?? null;
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
    a.creditPiastres === b.creditPiastres &&
    a.recoveredPiastres === b.recoveredPiastres &&
    a.recoveredInterestPiastres === b.recoveredInterestPiastres &&
    a.releasedPiastres === b.releasedPiastres
  );
}

/** All that was owed when a payment came that is more than that. */
export function payoffOf(split: PaymentSplit): Piastres {
  return piastres(split.amountPiastres - split.creditPiastres);
}

/** The refusal of a fact after which a payment booked already would be more than was owed, with the figure. */
export function wouldBeSurplus(split: PaymentSplit): Refusal {
  const payoff = payoffOf(split);
  return wouldBreak(
    split,
    payoff > 0
      ? `be more than the payoff of that date, ${formatAmountGrouped(payoff)}`
      : 'fall on a loan that owes nothing: the payoff of that date would be 0.00',
  );
}

/** The refusal of a fact after which another could not stand, naming that one and the figure. */
export function faultRefusal(fault: LoanFault): Refusal {
  const amount = formatAmountGrouped(fault.amountPiastres);
  switch (fault.kind) {
    case 'before_disbursement': {
      const { id: paymentId, valueDate, amountPiastres } = fault;
      const reason = 'come before any disbursement, with a payoff of 0.00';
      return wouldBreak({ paymentId, valueDate, amountPiastres }, reason);
    }
    case 'credit_short':
      return refuse(
        'credit_short',
        `the credit would be short of ${formatAmountGrouped(fault.shortPiastres)} for refund ${fault.id} of ${amount} on ${fault.valueDate}`,
        { hint: 'What was refunded is gone: book what the customer paid back first.' },
      );
    case 'nothing_to_write_off':
      return refuse(
        'would_break_write_off',
        `nothing would be left of what was written off on ${fault.valueDate}`,
        { hint: 'Reverse the write-off first: loandesk loan write-off LOAN --reverse --reason TEXT' },
      );
  }
}

function wouldBreak(
  payment: Pick<PaymentSplit, 'paymentId' | 'valueDate' | 'amountPiastres'>,
  reason: string,
): Refusal {
  const { paymentId, valueDate, amountPiastres } = payment;
  const named = `payment ${paymentId} of ${formatAmountGrouped(amountPiastres)} on ${valueDate}`;
  return refuse('would_break_later_payment', `${named} would then ${reason}`, {
    hint: `Reverse it first: loandesk pay reverse ${paymentId} --reason TEXT`,
  });
}

import { openAccrual, withPayment } from './accrual.ts';
import { valueInForce } from './dated-values.ts';
import { addMonths } from './dates.ts';
import { feesDue, withFeesPaid, withoutFees } from './late-fees.ts';
import type { PaymentEvent } from './loan-event.ts';
import {
  feesOf,
  type LoanState,
  owedAt,
  type PaymentSplit,
  type Released,
  type RunningLoan,
  type WrittenOff,
} from './loan-state.ts';
import { piastres } from './money.ts';

/** Divides a payment: what was written off, else fees, interest due, principal; the rest is credit. */
export function allocatePayment(
  state: LoanState,
  running: RunningLoan,
  event: PaymentEvent,
  splits: PaymentSplit[],
): LoanState {
  if (state.writtenOff !== null) return recover(state, running, state.writtenOff, event, splits);
  const { valueDate, amountPiastres } = event;
  const owed = owedAt(state, valueDate);
  const used = Math.min(amountPiastres, owed.totalPiastres);
  const fee = Math.min(used, owed.feePiastres);
  const paid = withPayment(running.accrual, valueDate, piastres(used - fee), owed.interestPiastres);
  const after: RunningLoan = {
    ...running,
    accrual: paid.accrual,
    fees: withFeesPaid(feesOf(state, running, valueDate), fee),
  };
  const released = releasedBy(state, after, event);
  const { principalPiastres: left } = paid.accrual;
  splits.push({
    paymentId: event.id,
    valueDate,
    amountPiastres,
    principalPiastres: paid.principalPiastres,
    interestPiastres: paid.interestPiastres,
    feePiastres: piastres(fee),
    creditPiastres: piastres(amountPiastres - used),
    recoveredPiastres: piastres(0),
    recoveredInterestPiastres: piastres(0),
    releasedPiastres: released?.principalPiastres ?? piastres(0),
    remainingPiastres: released === null ? left : piastres(0),
  });
  return {
    ...state,
    running:
      released === null
        ? after
        : { ...after, accrual: openAccrual(valueDate), fees: withoutFees(after.fees) },
    released: released === null ? state.released : [...state.released, released],
    appliedPiastres: piastres(state.appliedPiastres + used),
    coveredPiastres: piastres(state.coveredPiastres + used - fee),
    creditPiastres: piastres(state.creditPiastres + amountPiastres - used),
  };
}

/** A payment on a loan that was written off: its principal first, then the interest and fees given up with it. */
function recover(
  state: LoanState,
  running: RunningLoan,
  writtenOff: WrittenOff,
  event: PaymentEvent,
  splits: PaymentSplit[],
): LoanState {
  const { valueDate, amountPiastres } = event;
  const { unrecoveredPiastres, unrecoveredInterestPiastres } = owedAt(state, valueDate);
  const principal = Math.min(amountPiastres, unrecoveredPiastres);
  const interest = Math.min(amountPiastres - principal, unrecoveredInterestPiastres);
  const used = principal + interest;
  splits.push({
    paymentId: event.id,
    valueDate,
    amountPiastres,
    principalPiastres: piastres(principal),
    interestPiastres: piastres(interest),
    feePiastres: piastres(0),
    creditPiastres: piastres(amountPiastres - used),
    recoveredPiastres: piastres(principal),
    recoveredInterestPiastres: piastres(interest),
    releasedPiastres: piastres(0),
    remainingPiastres: running.accrual.principalPiastres,
  });
  return {
    ...state,
    writtenOff: {
      ...writtenOff,
      recoveredPiastres: piastres(writtenOff.recoveredPiastres + principal),
      recoveredInterestPiastres: piastres(writtenOff.recoveredInterestPiastres + interest),
    },
    appliedPiastres: piastres(state.appliedPiastres + used),
    creditPiastres: piastres(state.creditPiastres + amountPiastres - used),
  };
}

/** What is left after a payment, when the bank gives such a rest up; null: nothing, or more. */
function releasedBy(state: LoanState, after: RunningLoan, event: PaymentEvent): Released | null {
  const { rules, terms } = state;
  if (rules === null || rules.smallBalances.length === 0) return null;
  const { id: paymentId, valueDate } = event;
  if (event.asPayoff !== true && valueDate < addMonths(after.startDate, terms.termMonths)) return null;
  const { principalPiastres, carriedPiastres } = after.accrual;
  const unpaid = carriedPiastres + feesDue(after.fees);
  const limit = (valueInForce(rules.smallBalances, valueDate) ?? 0) as number;
  const rest = principalPiastres + unpaid;
  if (rest === 0 || rest > limit) return null;
  return { paymentId, valueDate, principalPiastres, unpaidPiastres: piastres(unpaid) };
}

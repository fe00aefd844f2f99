import { openAccrual, withDisbursement } from './accrual.ts';
import type { CalendarDate } from './dates.ts';
import { interestRuleOf } from './interest-rule.ts';
import { NO_FEES, withoutFees } from './late-fees.ts';
import { type DisbursementEvent, eventsInOrder, type LoanEvent } from './loan-event.ts';
import { type LoanFacts, loanEvents } from './loan-facts.ts';
import {
  feesOf,
  type LoanFault,
  type LoanState,
  owedAt,
  type PaymentSplit,
  type RunningLoan,
} from './loan-state.ts';
import type { LoanTerms } from './loan-terms.ts';
import { piastres } from './money.ts';
import { allocatePayment } from './payment-allocation.ts';
import type { ServicingRules } from './servicing-rules.ts';

/**
 * Folds a loan's events up to and including `until` into its state. The result depends on the events only, not on the
 * order they are given in: by value date, on one date disbursements, then payments and write-offs in booking
 * order, then refunds. What a payment has above all that is owed is credit; whether that is allowed is decided when
 * something is booked. A fact that cannot stand is a fault: it is named and the fold stops there.
 */
export function foldLoan(
  terms: LoanTerms,
  events: readonly LoanEvent[],
  until: CalendarDate,
  rules: ServicingRules | null = null,
): LoanState {
  const none = piastres(0);
  const nothingYet: LoanState = {
    until,
    terms,
    rules,
    running: null,
    writtenOff: null,
    released: [],
    disbursedPiastres: none,
    appliedPiastres: none,
    coveredPiastres: none,
    creditPiastres: none,
    splits: [],
    fault: null,
  };
  return continueFold(nothingYet, eventsInOrder(events, until));
}

/** The same of a loan's facts. */
export function foldFacts(facts: LoanFacts, until: CalendarDate): LoanState {
  return foldLoan(facts.loan, loanEvents(facts, until), until, facts.rules ?? null);
}

/** Goes on from a state without a fault with events in order, of which none comes before those folded into it. */
export function continueFold(from: LoanState, inOrder: readonly LoanEvent[]): LoanState {
  const splits = [...from.splits];
  let state: LoanState = { ...from, splits };
  for (const event of inOrder) {
    state = foldNext(state, event, splits);
    if (state.fault !== null) break;
  }
  return state;
}

/**
 * Goes on by one event. `splits` are those of the state, in a list of the caller's own that the event's is added to:
 * a copy at every event would make a long loan's fold as slow as the square of its events.
 */
export function foldNext(state: LoanState, event: LoanEvent, splits: PaymentSplit[]): LoanState {
  if (event.kind === 'payment') {
    const { running } = state;
    if (running === null) return { ...state, fault: faultOf('before_disbursement', event, 0) };
    return allocatePayment(state, running, event, splits);
  }
  if (event.kind === 'disbursement') {
    const disbursed = piastres(state.disbursedPiastres + event.amountPiastres);
    return { ...state, running: disburse(state, event), disbursedPiastres: disbursed };
  }
  if (event.kind === 'write_off') return writeOff(state, event);
  const short = event.amountPiastres - state.creditPiastres;
  if (short > 0) return { ...state, fault: faultOf('credit_short', event, short) };
  return { ...state, creditPiastres: piastres(-short) };
}

/** Counts a disbursement; the first one starts the loan. */
function disburse(state: LoanState, event: DisbursementEvent): RunningLoan {
  const { valueDate, amountPiastres } = event;
  const loan = state.running ?? {
    startDate: valueDate,
    rule: interestRuleOf(state.terms, valueDate, amountPiastres),
    accrual: openAccrual(valueDate),
    fees: NO_FEES,
    disbursements: [],
  };
  return {
    ...loan,
    // What fell due before the tranche is judged by the schedule as it was.
    fees: state.running === null ? NO_FEES : feesOf(state, state.running, valueDate),
    accrual: withDisbursement(loan.rule, loan.accrual, valueDate, amountPiastres),
    disbursements: [...loan.disbursements, event],
  };
}

/** Gives up all principal; interest stops, and neither what accrued nor fees are due any more. */
function writeOff(state: LoanState, event: LoanEvent & { readonly kind: 'write_off' }): LoanState {
  const { running } = state;
  const principal = running?.accrual.principalPiastres ?? 0;
  if (running === null || principal === 0 || state.writtenOff !== null) {
    return { ...state, fault: faultOf('nothing_to_write_off', event, 0) };
  }
  const { id: writeOffId, valueDate } = event;
  const owed = owedAt(state, valueDate);
  const fees = withoutFees(feesOf(state, running, valueDate));
  const earlierThrough = state.rules?.earlierThrough ?? null;
  const keepsUnpaid = earlierThrough === null || valueDate > earlierThrough;
  return {
    ...state,
    running: { ...running, accrual: openAccrual(valueDate), fees: { ...fees, coming: [] } },
    writtenOff: {
      writeOffId,
      valueDate,
      amountPiastres: piastres(principal),
      unpaidPiastres: piastres(keepsUnpaid ? owed.interestPiastres + owed.feePiastres : 0),
      unpaidInterestPiastres: owed.interestPiastres,
      recoveredPiastres: piastres(0),
      recoveredInterestPiastres: piastres(0),
    },
  };
}

function faultOf(kind: LoanFault['kind'], event: LoanEvent, short: number): LoanFault {
  const amountPiastres = event.kind === 'write_off' ? piastres(0) : event.amountPiastres;
  return { kind, id: event.id, valueDate: event.valueDate, amountPiastres, shortPiastres: piastres(short) };
}

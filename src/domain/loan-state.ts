import { type Accrual, interestDue, openAccrual, withDisbursement, withPayment } from './accrual.ts';
import type { CalendarDate } from './dates.ts';
import { type InterestRule, interestRuleOf } from './interest-rule.ts';
import { type FeeAccount, type FeeCharge, feesAt, type LateFees, NO_FEES } from './late-fees.ts';
import { type DisbursementEvent, eventsInOrder, type LoanEvent, type PaymentEvent } from './loan-event.ts';
import { type LoanFacts, loanEvents } from './loan-facts.ts';
import type { LoanTerms } from './loan-terms.ts';
import { type Piastres, piastres } from './money.ts';

/** How one payment was divided; principal + interest + fee + credit = the payment. */
export interface PaymentSplit {
  readonly paymentId: string;
  readonly valueDate: CalendarDate;
  readonly amountPiastres: Piastres;
  readonly principalPiastres: Piastres;
  readonly interestPiastres: Piastres;
  readonly feePiastres: Piastres;
  /** More than was owed on its date: the bank owes it to the customer. */
  readonly creditPiastres: Piastres;
  /** The part of the principal that was written off before. */
  readonly recoveredPiastres: Piastres;
  /** Principal outstanding right after it, in date order. */
  readonly remainingPiastres: Piastres;
}

/** A fact that cannot stand where it is dated. The fold stops at it. */
export interface LoanFault {
  readonly kind: 'before_disbursement' | 'credit_short' | 'nothing_to_write_off';
  /** Of the payment, refund or write-off. */
  readonly id: string;
  readonly valueDate: CalendarDate;
  readonly amountPiastres: Piastres;
  /** What a refund lacks; 0 of another. */
  readonly shortPiastres: Piastres;
}

/** The loan once disbursed: its interest rule and where principal, interest and fees stand. */
interface RunningLoan {
  readonly startDate: CalendarDate;
  readonly rule: InterestRule;
  readonly accrual: Accrual;
  readonly fees: FeeAccount;
  /** As counted, which is by their dates. */
  readonly disbursements: readonly DisbursementEvent[];
}

/** Principal given up, and what of it came in nevertheless. */
export interface WrittenOff {
  readonly writeOffId: string;
  readonly valueDate: CalendarDate;
  readonly amountPiastres: Piastres;
  readonly recoveredPiastres: Piastres;
}

/** What the events of a loan up to a date amount to. */
export interface LoanState {
  readonly until: CalendarDate;
  readonly terms: LoanTerms;
  readonly lateFees: LateFees | null;
  /** null before the first disbursement. */
  readonly running: RunningLoan | null;
  readonly writtenOff: WrittenOff | null;
  readonly disbursedPiastres: Piastres;
  /** Payments applied: to principal, interest and fees. */
  readonly appliedPiastres: Piastres;
  /** Surplus of payments less what was refunded. */
  readonly creditPiastres: Piastres;
  /** In date order. */
  readonly splits: readonly PaymentSplit[];
  readonly fault: LoanFault | null;
}

/** What is owed at a date. */
export interface Owed {
  readonly principalPiastres: Piastres;
  readonly interestPiastres: Piastres;
  readonly feePiastres: Piastres;
  /** What was written off and is not recovered; then all that is owed. */
  readonly unrecoveredPiastres: Piastres;
  readonly totalPiastres: Piastres;
  /** Every fee that fell due by the date, paid or not. */
  readonly feeCharges: readonly FeeCharge[];
}

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
  lateFees: LateFees | null = null,
): LoanState {
  const none = piastres(0);
  const nothingYet: LoanState = {
    until,
    terms,
    lateFees,
    running: null,
    writtenOff: null,
    disbursedPiastres: none,
    appliedPiastres: none,
    creditPiastres: none,
    splits: [],
    fault: null,
  };
  return continueFold(nothingYet, eventsInOrder(events, until));
}

/** The same of a loan's facts. */
export function foldFacts(facts: LoanFacts, until: CalendarDate): LoanState {
  return foldLoan(facts.loan, loanEvents(facts, until), until, facts.lateFees ?? null);
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
  if (event.kind === 'payment') return pay(state, event, splits);
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

/** Divides a payment: what was written off, else fees, interest due, principal; the rest is credit. */
function pay(state: LoanState, event: PaymentEvent, splits: PaymentSplit[]): LoanState {
  const { running, writtenOff } = state;
  if (running === null) return { ...state, fault: faultOf('before_disbursement', event, 0) };
  const { valueDate, amountPiastres } = event;
  const owed = owedAt(state, valueDate);
  const used = Math.min(amountPiastres, owed.totalPiastres);
  const fee = Math.min(used, owed.feePiastres);
  const recovered = writtenOff === null ? 0 : used;
  const toLoan = piastres(used - fee - recovered);
  const paid = withPayment(running.accrual, valueDate, toLoan, owed.interestPiastres);
  splits.push({
    paymentId: event.id,
    valueDate,
    amountPiastres,
    principalPiastres: piastres(paid.principalPiastres + recovered),
    interestPiastres: paid.interestPiastres,
    feePiastres: piastres(fee),
    creditPiastres: piastres(amountPiastres - used),
    recoveredPiastres: piastres(recovered),
    remainingPiastres: paid.accrual.principalPiastres,
  });
  const fees = feesOf(state, running, valueDate);
  return {
    ...state,
    running: {
      ...running,
      accrual: paid.accrual,
      fees: { ...fees, duePiastres: piastres(fees.duePiastres - fee) },
    },
    writtenOff:
      writtenOff === null
        ? null
        : { ...writtenOff, recoveredPiastres: piastres(writtenOff.recoveredPiastres + recovered) },
    appliedPiastres: piastres(state.appliedPiastres + used),
    creditPiastres: piastres(state.creditPiastres + amountPiastres - used),
  };
}

/** Gives up all principal; interest stops, and neither what accrued nor fees are asked for any more. */
function writeOff(state: LoanState, event: LoanEvent & { readonly kind: 'write_off' }): LoanState {
  const { running } = state;
  const principal = running?.accrual.principalPiastres ?? 0;
  if (running === null || principal === 0 || state.writtenOff !== null) {
    return { ...state, fault: faultOf('nothing_to_write_off', event, 0) };
  }
  const { id: writeOffId, valueDate } = event;
  const fees = feesOf(state, running, valueDate);
  return {
    ...state,
    running: {
      ...running,
      accrual: openAccrual(valueDate),
      fees: { ...fees, duePiastres: piastres(0), coming: [] },
    },
    writtenOff: {
      writeOffId,
      valueDate,
      amountPiastres: piastres(principal),
      recoveredPiastres: piastres(0),
    },
  };
}

function faultOf(kind: LoanFault['kind'], event: LoanEvent, short: number): LoanFault {
  const amountPiastres = event.kind === 'write_off' ? piastres(0) : event.amountPiastres;
  return { kind, id: event.id, valueDate: event.valueDate, amountPiastres, shortPiastres: piastres(short) };
}

/** All that is owed at a date not before the last event folded: fees, interest due, principal. */
export function owedAt(state: LoanState, date: CalendarDate): Owed {
  const { running, writtenOff } = state;
  if (running === null) return NOTHING_OWED;
  const principal = running.accrual.principalPiastres;
  const interest = interestDue(running.rule, running.accrual, date);
  const { duePiastres, charges } = feesOf(state, running, date);
  const unrecovered = writtenOff === null ? 0 : writtenOff.amountPiastres - writtenOff.recoveredPiastres;
  return {
    principalPiastres: principal,
    interestPiastres: interest,
    feePiastres: duePiastres,
    unrecoveredPiastres: piastres(unrecovered),
    totalPiastres: piastres(principal + interest + duePiastres + unrecovered),
    feeCharges: charges,
  };
}

const NOTHING_OWED: Owed = {
  principalPiastres: piastres(0),
  interestPiastres: piastres(0),
  feePiastres: piastres(0),
  unrecoveredPiastres: piastres(0),
  totalPiastres: piastres(0),
  feeCharges: [],
};

/** The fees of a running loan at a date. */
function feesOf(state: LoanState, running: RunningLoan, date: CalendarDate): FeeAccount {
  const { lateFees, terms, appliedPiastres } = state;
  if (lateFees === null) return running.fees;
  const owesPrincipal = running.accrual.principalPiastres > 0 || running.accrual.carriedPiastres > 0;
  const { disbursements } = running;
  return feesAt(lateFees, running.fees, { terms, disbursements, appliedPiastres, owesPrincipal }, date);
}

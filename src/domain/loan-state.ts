import { type Accrual, interestDue, openAccrual, withDisbursement, withPayment } from './accrual.ts';
import type { CalendarDate } from './dates.ts';
import { type InterestRule, interestRuleOf } from './interest-rule.ts';
import type { DisbursementEvent, LoanEvent, PaymentEvent } from './loan-event.ts';
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
  readonly creditPiastres: Piastres;
  /** Principal outstanding right after it, in date order. */
  readonly remainingPiastres: Piastres;
}

/** A payment that cannot stand where it is dated. The fold stops at it. */
export interface LoanFault {
  readonly kind: 'overpayment' | 'already_paid_off' | 'before_disbursement';
  readonly paymentId: string;
  readonly valueDate: CalendarDate;
  readonly amountPiastres: Piastres;
  /** All that was owed on its date. */
  readonly payoffPiastres: Piastres;
}

/** The loan once disbursed: its interest rule and where principal and interest stand. */
interface RunningLoan {
  readonly startDate: CalendarDate;
  readonly rule: InterestRule;
  readonly accrual: Accrual;
}

/** What the events of a loan up to a date amount to. */
export interface LoanState {
  readonly until: CalendarDate;
  /** null before the first disbursement. */
  readonly running: RunningLoan | null;
  readonly disbursedPiastres: Piastres;
  /** Payments applied: to principal, interest and fees. */
  readonly appliedPiastres: Piastres;
  /** In date order. */
  readonly splits: readonly PaymentSplit[];
  readonly fault: LoanFault | null;
}

/** What is owed at a date. */
export interface Owed {
  readonly principalPiastres: Piastres;
  readonly interestPiastres: Piastres;
  readonly feePiastres: Piastres;
  readonly totalPiastres: Piastres;
}

/**
 * Folds a loan's events up to and including `until` into its state. The result depends on the facts only,
 * not on the order they are given in: by value date, on one date disbursements before payments, then in
 * booking order. A payment above the payoff of its date, on a loan that owes nothing, or before the first
 * disbursement is a fault: it is named and the fold stops there.
 */
export function foldLoan(terms: LoanTerms, events: readonly LoanEvent[], until: CalendarDate): LoanState {
  return continueFold(terms, nothingYet(until), eventsInOrder(events, until));
}

/** A loan before any event. */
function nothingYet(until: CalendarDate): LoanState {
  const none = piastres(0);
  return { until, running: null, disbursedPiastres: none, appliedPiastres: none, splits: [], fault: null };
}

/** Goes on from a state without a fault with events in order, of which none comes before those folded into it. */
export function continueFold(terms: LoanTerms, from: LoanState, inOrder: readonly LoanEvent[]): LoanState {
  const splits = [...from.splits];
  let running = from.running;
  let disbursed: number = from.disbursedPiastres;
  let applied: number = from.appliedPiastres;
  let fault: LoanFault | null = null;
  for (const event of inOrder) {
    if (event.kind === 'disbursement') {
      running = disburse(terms, running, event);
      disbursed += event.amountPiastres;
      continue;
    }
    const owed: Owed = running === null ? NOTHING_OWED : owedOf(running, event.valueDate);
    fault = faultOf(running !== null, owed, event);
    if (running === null || fault !== null) break;
    const paid = withPayment(running.accrual, event.valueDate, event.amountPiastres, owed.interestPiastres);
    running = { ...running, accrual: paid.accrual };
    applied += event.amountPiastres;
    splits.push({
      paymentId: event.id,
      valueDate: event.valueDate,
      amountPiastres: event.amountPiastres,
      principalPiastres: paid.principalPiastres,
      interestPiastres: paid.interestPiastres,
      feePiastres: piastres(0),
      creditPiastres: piastres(0),
      remainingPiastres: paid.accrual.principalPiastres,
    });
  }
  return {
    until: from.until,
    running,
    disbursedPiastres: piastres(disbursed),
    appliedPiastres: piastres(applied),
    splits,
    fault,
  };
}

/** The events up to and including `until` in the order they count. */
export function eventsInOrder(events: readonly LoanEvent[], until: CalendarDate): LoanEvent[] {
  return events.filter((event) => event.valueDate <= until).sort(byDateThenKind);
}

/** Order in which events count: value date, then disbursements before payments, then booking order. */
export function byDateThenKind(a: LoanEvent, b: LoanEvent): number {
  if (a.valueDate !== b.valueDate) return a.valueDate < b.valueDate ? -1 : 1;
  if (a.kind !== b.kind) return a.kind === 'disbursement' ? -1 : 1;
  return a.order - b.order;
}

/** Counts a disbursement; the first one starts the loan. */
function disburse(terms: LoanTerms, running: RunningLoan | null, event: DisbursementEvent): RunningLoan {
  const { valueDate, amountPiastres } = event;
  const loan = running ?? {
    startDate: valueDate,
    rule: interestRuleOf(terms, valueDate, amountPiastres),
    accrual: openAccrual(valueDate),
  };
  return { ...loan, accrual: withDisbursement(loan.rule, loan.accrual, valueDate, amountPiastres) };
}

/** Why a payment cannot stand on its date, or null. */
function faultOf(started: boolean, owed: Owed, event: PaymentEvent): LoanFault | null {
  if (started && event.amountPiastres <= owed.totalPiastres) return null;
  const surplus = owed.totalPiastres === 0 ? 'already_paid_off' : 'overpayment';
  return {
    kind: started ? surplus : 'before_disbursement',
    paymentId: event.id,
    valueDate: event.valueDate,
    amountPiastres: event.amountPiastres,
    payoffPiastres: owed.totalPiastres,
  };
}

/** All that is owed at a date not before the last event folded: fees, interest due, principal. */
export function owedAt(state: LoanState, date: CalendarDate): Owed {
  return state.running === null ? NOTHING_OWED : owedOf(state.running, date);
}

const NOTHING_OWED: Owed = {
  principalPiastres: piastres(0),
  interestPiastres: piastres(0),
  feePiastres: piastres(0),
  totalPiastres: piastres(0),
};

/** What a running loan owes at a date. */
function owedOf(running: RunningLoan, date: CalendarDate): Owed {
  const principal = running.accrual.principalPiastres;
  const interest = interestDue(running.rule, running.accrual, date);
  return {
    principalPiastres: principal,
    interestPiastres: interest,
    feePiastres: piastres(0),
    totalPiastres: piastres(principal + interest),
  };
}

import { type Accrual, interestDue } from './accrual.ts';
import type { CalendarDate } from './dates.ts';
import type { InterestRule } from './interest-rule.ts';
import { type FeeAccount, type FeeCharge, feesAt, feesDue, type PenaltyPiece } from './late-fees.ts';
import type { DisbursementEvent } from './loan-event.ts';
import type { LoanTerms } from './loan-terms.ts';
import { type Piastres, piastres } from './money.ts';
import type { ServicingRules } from './servicing-rules.ts';

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
  /** The part of the interest that was given up with it: interest and fees owed on the day of the write-off. */
  readonly recoveredInterestPiastres: Piastres;
  /** Principal left so small after the payment that the bank gave it up. */
  readonly releasedPiastres: Piastres;
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
export interface RunningLoan {
  readonly startDate: CalendarDate;
  readonly rule: InterestRule;
  readonly accrual: Accrual;
  readonly fees: FeeAccount;
  /** As counted, which is by their dates. */
  readonly disbursements: readonly DisbursementEvent[];
}

/** Principal given up, the interest and fees owed on that day, and what of both came in nevertheless. */
export interface WrittenOff {
  readonly writeOffId: string;
  readonly valueDate: CalendarDate;
  readonly amountPiastres: Piastres;
  /** A memorandum: interest and fees owed then were never income. */
  readonly unpaidPiastres: Piastres;
  /** The interest in that. */
  readonly unpaidInterestPiastres: Piastres;
  readonly recoveredPiastres: Piastres;
  readonly recoveredInterestPiastres: Piastres;
}

/** A rest that a payment left and the bank gave up. */
export interface Released {
  readonly paymentId: string;
  readonly valueDate: CalendarDate;
  readonly principalPiastres: Piastres;
  /** Interest and fees left unpaid, which were never income. */
  readonly unpaidPiastres: Piastres;
}

/** What the events of a loan up to a date amount to. */
export interface LoanState {
  readonly until: CalendarDate;
  readonly terms: LoanTerms;
  /** null where the bank never had any, which spares their work. */
  readonly rules: ServicingRules | null;
  /** null before the first disbursement. */
  readonly running: RunningLoan | null;
  readonly writtenOff: WrittenOff | null;
  readonly released: readonly Released[];
  readonly disbursedPiastres: Piastres;
  /** Payments applied: to principal, interest and fees; what is recovered too. */
  readonly appliedPiastres: Piastres;
  /** Principal and interest paid, which cover installments: fees never do, nor what is recovered after a write-off. */
  readonly coveredPiastres: Piastres;
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
  /** What was written off and is not recovered, and of the interest and fees given up with it; then all that is owed. */
  readonly unrecoveredPiastres: Piastres;
  readonly unrecoveredInterestPiastres: Piastres;
  readonly totalPiastres: Piastres;
  /** Every fee that fell due by the date, paid or not. */
  readonly feeCharges: readonly FeeCharge[];
  /** The days penalty interest ran for by the date. */
  readonly penaltyPieces: readonly PenaltyPiece[];
}

/** All that is owed at a date not before the last event folded: fees, interest due, principal. */
export function owedAt(state: LoanState, date: CalendarDate): Owed {
  const { running, writtenOff } = state;
  if (running === null) return NOTHING_OWED;
  const principal = running.accrual.principalPiastres;
  const interest = interestDue(running.rule, running.accrual, date);
  const fees = feesOf(state, running, date);
  const fee = feesDue(fees);
  const unrecovered = writtenOff === null ? 0 : writtenOff.amountPiastres - writtenOff.recoveredPiastres;
  const unrecoveredInterest =
    writtenOff === null ? 0 : writtenOff.unpaidPiastres - writtenOff.recoveredInterestPiastres;
  return {
    principalPiastres: principal,
    interestPiastres: interest,
    feePiastres: piastres(fee),
    unrecoveredPiastres: piastres(unrecovered),
    unrecoveredInterestPiastres: piastres(unrecoveredInterest),
    totalPiastres: piastres(principal + interest + fee + unrecovered + unrecoveredInterest),
    feeCharges: fees.charges,
    penaltyPieces: fees.penalty.pieces,
  };
}

const NOTHING_OWED: Owed = {
  principalPiastres: piastres(0),
  interestPiastres: piastres(0),
  feePiastres: piastres(0),
  unrecoveredPiastres: piastres(0),
  unrecoveredInterestPiastres: piastres(0),
  totalPiastres: piastres(0),
  feeCharges: [],
  penaltyPieces: [],
};

/** The fees of a running loan at a date. */
export function feesOf(state: LoanState, running: RunningLoan, date: CalendarDate): FeeAccount {
  const { rules, terms, appliedPiastres, coveredPiastres } = state;
  if (rules === null) return running.fees;
  const { disbursements, accrual, rule } = running;
  const owedOn = (on: CalendarDate) => accrual.principalPiastres + interestDue(rule, accrual, on);
  return feesAt(
    rules,
    running.fees,
    { terms, disbursements, appliedPiastres, coveredPiastres, owedOn },
    date,
  );
}

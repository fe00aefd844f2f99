import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CalendarDate } from '../../src/domain/dates.ts';
import { decideDisbursement } from '../../src/domain/disbursement-decision.ts';
import { decideDisbursementFailure } from '../../src/domain/disbursement-outcome.ts';
import { type LoanAccount, loanAccountAt } from '../../src/domain/loan-account.ts';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import type { PaymentSplit } from '../../src/domain/loan-state.ts';
import { piastres } from '../../src/domain/money.ts';
import { decidePayment } from '../../src/domain/payment.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { foldAll, type SplitChange } from '../../src/domain/replay.ts';
import { decideReversal } from '../../src/domain/reversal.ts';
import { termsOf } from './loan-builders.ts';
import { NaiveBook } from './naive-book.ts';
import {
  daysAfterStart,
  enterAll,
  inDateOrder,
  modelOf,
  type Plan,
  plans,
  type Step,
} from './replay-plan.ts';

const RUNS = 1_500;
const TODAY = daysAfterStart(130) as CalendarDate;
const SERVICING = { defaultDays: 90, graceDays: 0, arrearsTolerancePiastres: piastres(0) };
const DATES = [45, 111, 140].map((days) => daysAfterStart(days) as CalendarDate);

/** What may stop somebody who enters facts in any order. */
const REFUSED = [
  'overpayment',
  'loan_paid_off',
  'would_break_later_payment',
  'over_disbursement',
  'date_after_maturity',
];

/** A loan somebody enters facts of, with the splits the books have: as first booked, and corrected since. */
class Desk {
  facts: LoanFacts;
  readonly booked = new Map<string, PaymentSplit>();
  private order = 0;

  constructor(plan: Plan) {
    const loan = { ...termsOf('99999999', '0', plan.termMonths), annualRateE4: plan.rateE4 as never };
    this.facts = {
      loan: { ...loan, dayCount: plan.dayCount, repaymentStyle: plan.style },
      closure: null,
      disbursements: [],
      payments: [],
      writeOffs: [],
      refunds: [],
      undrawnCancellations: [],
    };
  }

  enter(step: Step): boolean {
    this.order += 1;
    if (step.kind === 'disburse') return this.disburse(step);
    if (step.kind === 'pay') return this.pay(step);
    return step.key.startsWith('F') ? this.fail(step.key) : this.reverse(step.key);
  }

  private disburse({ key, date, amount }: { key: string; date: string; amount: number }): boolean {
    const decided = decideDisbursement({
      facts: this.facts,
      amountPiastres: piastres(amount),
      disbursementDate: date as CalendarDate,
      businessDate: TODAY,
      decidedOn: date as CalendarDate,
      disbursementReference: key,
      order: this.order,
      policy: {
        settlement: 'automatic',
        disbursementBeforeDecision: 'warn',
        closedThrough: null,
        acceptOverpayment: false,
      },
    });
    if (refused(decided)) return false;
    this.facts = { ...this.facts, disbursements: [...this.facts.disbursements, decided.disbursement] };
    this.correct(decided.changes);
    return true;
  }

  private pay({ key, date, amount }: { key: string; date: string; amount: number }): boolean {
    const fact = { paymentId: key, amountPiastres: piastres(amount), paymentDate: date as CalendarDate };
    const { facts, order } = this;
    const decided = decidePayment({
      ...fact,
      facts,
      order,
      businessDate: TODAY,
      closedThrough: null,
      acceptOverpayment: false,
    });
    if (refused(decided)) return false;
    this.facts = { ...facts, payments: [...facts.payments, { ...fact, order, reversal: null }] };
    this.booked.set(key, decided.split);
    this.correct(decided.changes);
    return true;
  }

  private reverse(key: string): boolean {
    const payment = this.facts.payments.find((one) => one.paymentId === key);
    if (payment === undefined) throw new Error(key);
    const request = {
      facts: this.facts,
      payments: [payment],
      businessDate: TODAY,
      closedThrough: null,
      acceptOverpayment: false,
    };
    const decided = decideReversal(request);
    if (refused(decided)) return false;
    this.facts = decided.facts;
    this.booked.delete(key);
    this.correct(decided.changes);
    const again = this.facts.payments.find((one) => one.paymentId === key) ?? payment;
    expect(decideReversal({ ...request, facts: this.facts, payments: [again] })).toMatchObject({
      code: 'already_reversed',
    });
    return true;
  }

  private fail(key: string): boolean {
    const disbursement = this.facts.disbursements.find((one) => one.disbursementReference === key);
    if (disbursement === undefined) throw new Error(key);
    const request = {
      facts: this.facts,
      disbursement,
      businessDate: TODAY,
      closedThrough: null,
      acceptOverpayment: false,
    };
    const decided = decideDisbursementFailure(request);
    if (refused(decided)) return false;
    const outcome = { outcome: 'failed', date: TODAY } as const;
    const disbursements = this.facts.disbursements.map((one) =>
      one.disbursementReference === key ? { ...one, outcome } : one,
    );
    this.facts = { ...this.facts, disbursements };
    this.correct(decided.changes);
    return true;
  }

  /** A correction must be of what the books have. */
  private correct(changes: readonly SplitChange[]): void {
    for (const { paymentId, before, after } of changes) {
      expect(this.booked.get(paymentId)).toEqual(before);
      this.booked.set(paymentId, after);
    }
  }
}

function refused<T>(decided: T): decided is Extract<T, { refused: true }> {
  if (!isRefusal(decided)) return false;
  expect(REFUSED).toContain(decided.code);
  return true;
}

describe('facts of a loan entered in any order', () => {
  it('end in the account, the splits and the schedule of a model written apart', async () => {
    let whole = 0;
    let corrected = 0;
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const desk = new Desk(plan);
        expect(desk.enter(plan.first)).toBe(true);
        const complete = await enterAll(plan.steps, (step) => desk.enter(step));
        // What the books have is what the fold has, whether or not all could be entered.
        const state = foldAll(desk.facts);
        expect(state.fault).toBeNull();
        expect([...desk.booked.values()].sort(byId)).toEqual([...state.splits].sort(byId));
        if (!complete) return;
        whole += 1;
        const inBookingOrder = desk.facts.payments.map((one) => one.paymentId);
        const standing = plan.standing.toSorted(
          (a, b) => inBookingOrder.indexOf(a.key) - inBookingOrder.indexOf(b.key),
        );
        if (standing.some((one, index) => one !== plan.standing[index])) corrected += 1;
        const model = modelOf(plan, standing, TODAY);
        expect(
          state.splits.map((split) => ({
            principal: split.principalPiastres,
            interest: split.interestPiastres,
            left: split.remainingPiastres,
          })),
        ).toEqual(model.splits);
        const straight = new Desk(plan);
        // Disbursements first: a loan that was paid off before a tranche takes none.
        const paidOut = plan.standing.filter(({ kind }) => kind === 'disburse');
        const paidBack = plan.standing.filter(({ kind }) => kind === 'pay');
        for (const step of [...paidOut, ...paidBack]) expect(straight.enter(step)).toBe(true);
        for (const date of DATES) {
          const account = loanAccountAt(desk.facts, date, SERVICING);
          const owed = modelOf(plan, standing, date);
          expect(account.payoffPiastres).toBe(owed.owed(date));
          expect(account.accruedInterestPiastres).toBe(owed.interestDue(date));
          expectBook(account, plan, standing);
          const {
            state: _splits,
            disbursementStatus: _last,
            ...expected
          } = loanAccountAt(straight.facts, date, SERVICING);
          expect(account).toMatchObject(expected);
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    // The property would hold of a desk that refuses everything, or of plans that are in order already.
    expect(whole).toBeGreaterThan(RUNS * 0.6);
    expect(corrected).toBeGreaterThan(RUNS * 0.3);
  }, 60_000);
});

/** Schedule, arrears, due dates and status as a second bookkeeper has them. */
function expectBook(account: LoanAccount, plan: Plan, standing: Plan['standing']): void {
  const { asOf } = account;
  const terms = { ...plan, style: plan.style as 'annuity', graceMonths: 0 };
  const book = new NaiveBook(terms, { lateFee: null, tolerance: 0, graceDays: 0, defaultDays: 90 });
  for (const fact of inDateOrder(standing)) if (fact.date <= asOf) book.book(fact);
  const pending = standing.some(({ kind, date }) => kind === 'disburse' && date > asOf);
  expect({
    outstanding: account.outstandingPiastres,
    interest: account.accruedInterestPiastres,
    fees: account.feesDuePiastres,
    payoff: account.payoffPiastres,
    arrears: account.arrearsPiastres,
    credit: account.creditBalancePiastres,
    daysPastDue: account.daysPastDue,
    nextDue: account.nextPaymentDueDate,
    installment: account.installmentAmountPiastres,
    status: account.paymentStatus,
    payments: account.totalPaymentsMade,
    lost: null,
    recovered: null,
    unpaid: null,
    recoveredUnpaid: null,
  }).toEqual(book.accountAt(asOf, pending));
  expect(
    account.schedule.rows.map((row) => ({
      due: row.dueDate,
      installment: row.installmentPiastres,
      principal: row.principalPiastres,
      interest: row.interestPiastres,
      balance: row.balancePiastres,
    })),
  ).toEqual(book.rows());
}

function byId(a: PaymentSplit, b: PaymentSplit): number {
  return a.paymentId < b.paymentId ? -1 : 1;
}

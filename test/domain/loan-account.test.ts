import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../src/domain/dates.ts';
import { foldLoan } from '../../src/domain/fold-loan.ts';
import { dueAmount, loanAccountAt } from '../../src/domain/loan-account.ts';
import { piastres } from '../../src/domain/money.ts';
import { payoffAt } from '../../src/domain/payoff.ts';
import {
  day,
  disbursementFact,
  egp,
  factsOf,
  paidBack,
  paidOut,
  SERVICING,
  termsOf,
} from './loan-builders.ts';

/** 6,000.00 at 24 %, six months from 2026-01-31: installments of 1,071.15 (the last 1,071.17). */
const LOAN = termsOf('6000', '24', 6);
const START = '2026-01-31';

/** The account of that loan with payments, at a date. */
function accountOn(date: string, payments: [string, string][] = [], servicing = SERVICING) {
  return loanAccountAt(factsOf(LOAN, START, payments), day(date), servicing);
}

describe('a loan before its first disbursement', () => {
  it('is current with zeros and nulls, and shows a preview from the business date', () => {
    const facts = factsOf(LOAN, START, [], { disbursements: [] });
    const account = loanAccountAt(facts, day('2026-01-15'), SERVICING);
    expect(account).toMatchObject({
      started: false,
      paymentStatus: 'current',
      outstandingPiastres: 0,
      accruedInterestPiastres: 0,
      payoffPiastres: 0,
      arrearsPiastres: 0,
      daysPastDue: 0,
      maturityDate: null,
      nextPaymentDueDate: null,
      installmentAmountPiastres: null,
      disbursementStatus: null,
      undisbursedPiastres: 600_000,
      everythingCovered: false,
    });
    expect(account.schedule.rows[0]).toMatchObject({ dueDate: '2026-02-15', installmentPiastres: 107_115 });
    expect(new Set(account.rowStatuses)).toEqual(new Set(['upcoming']));
    const later = loanAccountAt(facts, day('2026-01-15'), SERVICING, day('2026-03-01'));
    expect(later.schedule.startDate).toBe('2026-03-01');
  });

  it('starts by itself when a scheduled disbursement falls due', () => {
    const facts = factsOf(LOAN, '2026-02-10');
    expect(loanAccountAt(facts, day('2026-02-09'), SERVICING)).toMatchObject({
      started: false,
      disbursementStatus: 'pending',
      undisbursedPiastres: 0,
    });
    expect(loanAccountAt(facts, day('2026-02-10'), SERVICING)).toMatchObject({
      started: true,
      disbursementStatus: 'completed',
      outstandingPiastres: 600_000,
      maturityDate: '2026-08-10',
    });
  });
});

describe('coverage and arrears', () => {
  it('count nothing as late on the due date itself', () => {
    expect(accountOn('2026-02-28')).toMatchObject({
      paymentStatus: 'current',
      daysPastDue: 0,
      arrearsPiastres: 107_115,
      nextPaymentDueDate: '2026-02-28',
      accruedInterestPiastres: 12_000,
    });
    expect(accountOn('2026-02-28').rowStatuses[0]).toBe('due');
    expect(accountOn('2026-03-01')).toMatchObject({ paymentStatus: 'overdue', daysPastDue: 1 });
    expect(accountOn('2026-03-01').rowStatuses[0]).toBe('overdue');
  });

  it('count days from the oldest installment not covered', () => {
    const account = accountOn('2026-04-15', [
      ['2026-02-28', '1071.15'],
      ['2026-03-31', '1000'],
    ]);
    expect(account).toMatchObject({
      daysPastDue: 15,
      arrearsPiastres: 7_115,
      nextPaymentDueDate: '2026-03-31',
      installmentAmountPiastres: 107_115,
      totalPaymentsMade: 2,
    });
    expect(account.rowStatuses).toEqual(['paid', 'overdue', 'upcoming', 'upcoming', 'upcoming', 'upcoming']);
    expect(dueAmount(account)).toBe(7_115);
  });

  it('paying ahead covers later installments', () => {
    const account = accountOn('2026-02-10', [['2026-02-10', '1500']]);
    expect(account).toMatchObject({ nextPaymentDueDate: '2026-03-31', arrearsPiastres: 0, daysPastDue: 0 });
    expect(account.rowStatuses.slice(0, 3)).toEqual(['paid', 'partial', 'upcoming']);
    expect(dueAmount(account)).toBe(2 * 107_115 - 150_000);
  });

  it('a tolerance covers what is missing by no more than it', () => {
    const payments: [string, string][] = [['2026-02-28', '1071.00']];
    const tolerant = (amount: string) => ({ ...SERVICING, arrearsTolerancePiastres: egp(amount) });
    expect(accountOn('2026-03-05', payments, tolerant('0.15')).daysPastDue).toBe(0);
    expect(accountOn('2026-03-05', payments, tolerant('0.14')).daysPastDue).toBe(5);
  });

  it('the last installment is covered only when nothing is owed', () => {
    const payments: [string, string][] = [
      ['2026-02-28', '1071.15'],
      ['2026-03-31', '1071.15'],
      ['2026-04-30', '1071.15'],
      ['2026-05-31', '1071.15'],
      ['2026-07-20', '1071.15'],
      ['2026-07-31', '1071.17'],
    ];
    // Every installment is paid, but one was late: its interest is still owed, from maturity on in full.
    const account = accountOn('2026-08-05', payments);
    expect(account.payoffPiastres).toBeGreaterThan(0);
    expect(account).toMatchObject({
      arrearsPiastres: account.payoffPiastres,
      nextPaymentDueDate: '2026-07-31',
      paymentStatus: 'overdue',
      daysPastDue: 5,
    });
    expect(dueAmount(account)).toBe(account.payoffPiastres);
    const atMaturity = accountOn('2026-07-31', payments.slice(0, -1));
    expect(atMaturity.arrearsPiastres).toBe(atMaturity.payoffPiastres);
    expect(atMaturity.arrearsPiastres).toBeGreaterThan(107_117);
  });

  it('turns defaulted at the default days, and grace only hides overdue', () => {
    expect(accountOn('2026-05-28').paymentStatus).toBe('overdue');
    expect(accountOn('2026-05-29')).toMatchObject({ daysPastDue: 90, paymentStatus: 'defaulted' });
    const grace = { ...SERVICING, graceDays: 5 };
    expect(accountOn('2026-03-05', [], grace)).toMatchObject({ daysPastDue: 5, paymentStatus: 'current' });
    expect(accountOn('2026-03-06', [], grace)).toMatchObject({ daysPastDue: 6, paymentStatus: 'overdue' });
  });

  it('a loan that owes nothing is not paid off while a disbursement is pending', () => {
    const half = egp('3000');
    const facts = factsOf(LOAN, START, [['2026-02-10', '3021.43']], {
      disbursements: [disbursementFact(START, half, 1), disbursementFact('2026-03-10', half, 2)],
    });
    const payoff = payoffAt({ ...facts, payments: [] }, day('2026-02-10')).payoffPiastres;
    const paid = { ...facts, payments: [{ ...facts.payments[0]!, amountPiastres: payoff }] };
    expect(loanAccountAt(paid, day('2026-02-20'), SERVICING)).toMatchObject({
      payoffPiastres: 0,
      paymentStatus: 'current',
      everythingCovered: true,
      nextPaymentDueDate: null,
    });
    expect(loanAccountAt(paid, day('2026-03-10'), SERVICING)).toMatchObject({ outstandingPiastres: half });
    const failed = {
      ...paid,
      disbursements: [
        disbursementFact(START, half, 1),
        disbursementFact('2026-03-10', half, 2, { outcome: { outcome: 'failed', date: day('2026-02-15') } }),
      ],
    };
    expect(loanAccountAt(failed, day('2026-02-20'), SERVICING)).toMatchObject({
      paymentStatus: 'paid_off',
      disbursementStatus: 'failed',
      undisbursedPiastres: half,
    });
  });
});

describe('payoffAt', () => {
  it('per day is the payoff a day later less this one', () => {
    const facts = factsOf(LOAN, START);
    const payoff = payoffAt(facts, day('2026-03-10'));
    expect(payoff.perDayPiastres).toBe(
      payoffAt(facts, day('2026-03-11')).payoffPiastres - payoff.payoffPiastres,
    );
    expect(payoffAt(facts, day('2026-01-01'))).toMatchObject({ payoffPiastres: 0, perDayPiastres: 0 });
  });

  it('of a flat loan owes interest to the date only, then on what is left', () => {
    const flat = termsOf('3100', '12', 3, { repaymentStyle: 'flat', dayCount: 'actual/365' });
    // 90 days to maturity: 91.73, rows of 30.58, 30.58 and 30.57; 10 of the 31 days of the first row.
    expect(payoffAt(factsOf(flat, '2026-01-01'), day('2026-01-11')).interestPiastres).toBe(986);
    expect(payoffAt(factsOf(flat, '2026-01-01'), day('2026-04-01')).interestPiastres).toBe(9_173);
    // Ten days after maturity: 3,100.00 × 12 % × 10 ÷ 365 = 10.19 more.
    expect(payoffAt(factsOf(flat, '2026-01-01'), day('2026-04-11')).interestPiastres).toBe(9_173 + 1_019);
  });
});

describe('foldLoan', () => {
  it('names the payment that cannot stand, with the figure, and stops there', () => {
    const start = paidOut(START, egp('6000'));
    const fault = (...payments: [string, string][]) => {
      const events = payments.map(([date, amount], index) => paidBack(date, egp(amount), index + 2));
      return foldLoan(LOAN, [start, ...events], day('2026-12-31')).fault;
    };
    expect(fault(['2026-01-30', '10'])).toMatchObject({ kind: 'before_disbursement', id: 'PAY-2' });
    expect(fault(['2026-01-31', '10'])).toBeNull();
  });

  it('keeps as credit what a payment has above the payoff of its date', () => {
    const credits = (...payments: [string, string][]) => {
      const events = payments.map(([date, amount], index) => paidBack(date, egp(amount), index + 2));
      const { splits } = foldLoan(LOAN, [paidOut(START, egp('6000')), ...events], day('2026-12-31'));
      return splits.map((split) => split.creditPiastres);
    };
    expect(credits(['2026-02-28', '6120'])).toEqual([0]);
    expect(credits(['2026-02-28', '6120.01'])).toEqual([1]);
    expect(credits(['2026-02-28', '6120'], ['2026-03-05', '1'])).toEqual([0, 100]);
  });

  it('on one date takes disbursements before payments, and payments in booking order', () => {
    const events = [
      paidBack('2026-02-28', egp('50'), 3),
      paidBack('2026-02-28', egp('100'), 2),
      paidOut('2026-02-28', egp('1000'), 4),
      paidOut(START, egp('5000'), 1),
    ];
    const { splits } = foldLoan(LOAN, events, day('2026-02-28'));
    expect(
      splits.map(({ paymentId, interestPiastres, remainingPiastres }) => [
        paymentId,
        interestPiastres,
        remainingPiastres,
      ]),
    ).toEqual([
      ['PAY-2', 10_000, 600_000],
      ['PAY-3', 0, 595_000],
    ]);
  });

  it('is the same for any order the facts come in', () => {
    const events = [
      paidOut(START, egp('4000'), 1),
      paidBack('2026-02-20', egp('700'), 2),
      paidOut('2026-03-15', egp('2000'), 3),
      paidBack('2026-03-15', egp('90.10'), 4),
      paidBack('2026-03-15', egp('0.05'), 5),
    ];
    const expected = foldLoan(LOAN, events, day('2026-06-30')).splits;
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
        expect(foldLoan(LOAN, shuffled, day('2026-06-30')).splits).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });
});

describe('at any date', () => {
  it('the figures of an account agree with each other', () => {
    const payments = fc.array(fc.tuple(fc.nat({ max: 250 }), fc.integer({ min: 1, max: 150_000 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(payments, fc.nat({ max: 300 }), (plan, asOfDays) => {
        let facts = factsOf(LOAN, START);
        for (const [days, amount] of plan.toSorted((a, b) => a[0] - b[0])) {
          const date = addDays(day(START), days);
          const owed = payoffAt(facts, date).payoffPiastres;
          if (owed === 0) continue;
          const order = facts.payments.length + 2;
          const amountPiastres = piastres(Math.min(amount, owed));
          const payment = {
            paymentId: `PAY-${order}`,
            amountPiastres,
            paymentDate: date,
            order,
            reversal: null,
          };
          facts = { ...facts, payments: [...facts.payments, payment] };
        }
        const account = loanAccountAt(facts, addDays(day(START), asOfDays), SERVICING);
        const principal = account.state.splits.reduce((sum, split) => sum + split.principalPiastres, 0);
        expect(account.outstandingPiastres).toBe(account.disbursedPiastres - principal);
        expect(account.payoffPiastres).toBe(account.outstandingPiastres + account.accruedInterestPiastres);
        expect(account.arrearsPiastres).toBeLessThanOrEqual(account.payoffPiastres);
        expect(account.arrearsPiastres).toBeGreaterThanOrEqual(0);
        expect(account.everythingCovered).toBe(account.payoffPiastres === 0);
        expect(account.paymentStatus === 'paid_off').toBe(account.payoffPiastres === 0);
        expect(account.nextPaymentDueDate === null).toBe(account.payoffPiastres === 0);
        expect(dueAmount(account)).toBeLessThanOrEqual(account.payoffPiastres);
        expect(dueAmount(account) > 0).toBe(account.payoffPiastres > 0);
        expect(account.daysPastDue > 0).toBe(account.rowStatuses.includes('overdue'));
      }),
      { numRuns: 200 },
    );
  });
});

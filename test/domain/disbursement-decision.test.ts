import { describe, expect, it } from 'vitest';
import { type DisbursementRequest, decideDisbursement } from '../../src/domain/disbursement-decision.ts';
import {
  decideDisbursementCompletion,
  decideDisbursementFailure,
} from '../../src/domain/disbursement-outcome.ts';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import { piastres } from '../../src/domain/money.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { day, disbursementFact, egp, factsOf, termsOf } from './loan-builders.ts';

const LOAN = termsOf('6000', '24', 6);
const TODAY = day('2026-03-10');
const POLICY = {
  settlement: 'automatic',
  disbursementBeforeDecision: 'warn',
  closedThrough: null,
  acceptOverpayment: false,
} as const;
const NOTHING = factsOf(LOAN, '2026-01-31', [], { disbursements: [] });
const HALF = factsOf(LOAN, '2026-01-31', [], {
  disbursements: [disbursementFact('2026-01-31', egp('3000'), 1)],
});

/** Decides a disbursement of 1,000.00 today on a loan approved on 1 January, unless told otherwise. */
function decide(facts: LoanFacts, more: Partial<DisbursementRequest> = {}) {
  return decideDisbursement({
    facts,
    amountPiastres: egp('1000'),
    disbursementDate: TODAY,
    businessDate: TODAY,
    decidedOn: day('2026-01-01'),
    disbursementReference: 'DSB-9',
    order: 9,
    policy: POLICY,
    ...more,
  });
}

/** The code of a refusal, or `ok`. */
function codeOf(decided: unknown): string {
  return isRefusal(decided) ? decided.code : 'ok';
}

describe('decideDisbursement', () => {
  it('completes what is dated today or earlier, and keeps the rest pending', () => {
    expect(decide(NOTHING)).toMatchObject({ status: 'completed', warnings: [] });
    expect(decide(NOTHING, { disbursementDate: day('2026-02-01') })).toMatchObject({ status: 'completed' });
    expect(decide(NOTHING, { disbursementDate: day('2026-03-11') })).toMatchObject({ status: 'pending' });
    const manual = { ...POLICY, settlement: 'manual' } as const;
    expect(decide(NOTHING, { policy: manual })).toMatchObject({ status: 'pending' });
  });

  it('refuses more than is left, pending ones counted and failed ones not', () => {
    const facts = {
      ...HALF,
      disbursements: [
        disbursementFact('2026-01-31', egp('3000'), 1),
        disbursementFact('2026-04-01', egp('2000'), 2),
        disbursementFact('2026-04-01', egp('500'), 3, { outcome: { outcome: 'failed', date: TODAY } }),
      ],
    };
    const refused = decide(facts, { amountPiastres: egp('1000.01') });
    expect(refused).toMatchObject({
      code: 'over_disbursement',
      message: '1,000.01 is more than is left to pay out, 1,000.00',
    });
    expect(codeOf(decide(facts))).toBe('ok');
    expect(decide(facts, { amountPiastres: piastres(0) })).toMatchObject({
      code: 'validation_failed',
      faults: [{ field: 'disbursement_amount' }],
    });
  });

  it('refuses closed and paid-off loans', () => {
    expect(codeOf(decide({ ...NOTHING, closure: { closedOn: day('2026-02-01') } }))).toBe('loan_closed');
    const paidOff = { ...HALF, payments: factsOf(LOAN, '2026-01-31', [['2026-02-28', '3060']]).payments };
    expect(codeOf(decide(paidOff))).toBe('loan_paid_off');
  });

  it('refuses dates before the first, on or after maturity, and in closed books', () => {
    expect(codeOf(decide(HALF, { disbursementDate: day('2026-01-30') }))).toBe('date_before_disbursement');
    expect(codeOf(decide(HALF, { disbursementDate: day('2026-07-31') }))).toBe('date_after_maturity');
    expect(codeOf(decide(HALF, { disbursementDate: day('2026-07-30') }))).toBe('ok');
    const closedThrough = day('2026-03-10');
    expect(codeOf(decide(HALF, { policy: { ...POLICY, closedThrough, acceptOverpayment: false } }))).toBe(
      'period_closed',
    );
  });

  it('refuses an earlier start that would leave a scheduled one past maturity', () => {
    const scheduled = { ...NOTHING, disbursements: [disbursementFact('2026-04-01', egp('3000'), 1)] };
    expect(codeOf(decide(scheduled, { disbursementDate: day('2025-10-01') }))).toBe('date_after_maturity');
    expect(codeOf(decide(scheduled, { disbursementDate: day('2025-10-02') }))).toBe('ok');
    const byHand = disbursementFact('2026-04-01', egp('3000'), 1, { settlement: 'manual' });
    const waiting = { ...NOTHING, disbursements: [byHand] };
    // One that waits for its settlement has no date yet; its completion is held to maturity instead.
    expect(codeOf(decide(waiting, { disbursementDate: day('2025-10-01') }))).toBe('ok');
  });

  it('refuses a second disbursement of a flat loan, also beside a scheduled one', () => {
    const flat = { ...HALF, loan: termsOf('6000', '24', 6, { repaymentStyle: 'flat' }) };
    expect(codeOf(decide(flat))).toBe('flat_single_disbursement');
    const scheduled = { ...flat, disbursements: [disbursementFact('2026-04-01', egp('3000'), 1)] };
    expect(codeOf(decide(scheduled))).toBe('flat_single_disbursement');
  });

  it('divides payments anew that are dated after it', () => {
    const paid = { ...HALF, payments: factsOf(LOAN, '2026-01-31', [['2026-03-05', '100']]).payments };
    // 3,000.00 at 24 % for one month and 5 of 31 days, and the new 1,000.00 for one day of that month.
    const before = { interestPiastres: 6_968, principalPiastres: 3_032, remainingPiastres: 296_968 };
    const after = { interestPiastres: 7_032, principalPiastres: 2_968, remainingPiastres: 397_032 };
    const early = { disbursementDate: day('2026-03-04'), amountPiastres: egp('1000') };
    expect(decide(paid, early)).toMatchObject({ changes: [{ paymentId: 'PAY-2', before, after }] });
    // On the same day it comes first, and leaves the division as it is.
    const sameDay = decide(paid, { ...early, disbursementDate: day('2026-03-05') });
    expect(sameDay).toMatchObject({
      changes: [{ paymentId: 'PAY-2', before, after: { ...before, remainingPiastres: 396_968 } }],
    });
    expect(decide(paid, { ...early, disbursementDate: day('2026-03-06') })).toMatchObject({ changes: [] });
  });

  it('warns of a date before the decision, or refuses it, as the policy says', () => {
    const early = { decidedOn: day('2026-03-11') };
    expect(decide(NOTHING, early)).toMatchObject({
      warnings: [
        { code: 'disbursement_before_decision', message: '2026-03-10 is before the decision, 2026-03-11' },
      ],
    });
    const policy = { ...POLICY, disbursementBeforeDecision: 'refuse' } as const;
    expect(codeOf(decide(NOTHING, { ...early, policy }))).toBe('disbursement_before_decision');
  });
});

describe('decideDisbursementCompletion', () => {
  const pending = disbursementFact('2026-03-01', egp('3000'), 2, { settlement: 'manual' });
  const facts = { ...HALF, disbursements: [...HALF.disbursements, pending] };
  const complete = (of: LoanFacts, completedOn: string, disbursement = pending, businessDate = TODAY) =>
    decideDisbursementCompletion({
      facts: of,
      disbursement,
      businessDate,
      closedThrough: day('2026-01-15'),
      acceptOverpayment: false,
      completedOn: day(completedOn),
    });

  it('takes the date given as the value date', () => {
    expect(complete(facts, '2026-03-08')).toEqual({ outcome: 'completed', date: '2026-03-08', changes: [] });
  });

  it('completes only what is pending under manual settlement', () => {
    const outcome = (kind: 'completed' | 'failed') => ({
      ...pending,
      outcome: { outcome: kind, date: TODAY },
    });
    expect(codeOf(complete(facts, '2026-03-08', outcome('completed')))).toBe('already_completed');
    expect(codeOf(complete(facts, '2026-03-08', outcome('failed')))).toBe('already_failed');
    const automatic = disbursementFact('2026-04-01', egp('3000'), 2);
    expect(complete(facts, '2026-03-08', automatic)).toMatchObject({
      code: 'already_completed',
      message: 'DSB-2 is automatic and completes by itself on 2026-04-01',
    });
  });

  it('holds the dates of a disbursement', () => {
    expect(codeOf(complete(facts, '2026-03-11'))).toBe('date_in_future');
    expect(codeOf(complete(facts, '2026-01-30'))).toBe('date_before_disbursement');
    expect(codeOf(complete(facts, '2026-07-31', pending, day('2026-08-01')))).toBe('date_after_maturity');
    expect(codeOf(complete({ ...NOTHING, disbursements: [pending] }, '2026-01-15'))).toBe('period_closed');
    const paid = { ...facts, payments: factsOf(LOAN, '2026-01-31', [['2026-03-05', '100']]).payments };
    expect(complete(paid, '2026-03-04')).toMatchObject({ changes: [{ paymentId: 'PAY-2' }] });
    expect(complete(paid, '2026-03-06')).toMatchObject({ changes: [] });
    expect(codeOf(complete({ ...facts, closure: { closedOn: TODAY } }, '2026-03-08'))).toBe('loan_closed');
  });
});

describe('decideDisbursementFailure', () => {
  const second = disbursementFact('2026-03-01', egp('3000'), 2);
  const facts = { ...HALF, disbursements: [...HALF.disbursements, second] };
  const fail = (of: LoanFacts, disbursement = second, closedThrough: string | null = null) =>
    decideDisbursementFailure({
      facts: of,
      disbursement,
      businessDate: TODAY,
      closedThrough: closedThrough === null ? null : day(closedThrough),
      acceptOverpayment: false,
    });

  it('is dated on the business date', () => {
    expect(fail(facts)).toEqual({ outcome: 'failed', date: TODAY, changes: [] });
  });

  it('is refused twice, and in closed books', () => {
    const failed = disbursementFact('2026-03-01', egp('3000'), 2, {
      outcome: { outcome: 'failed', date: TODAY },
    });
    expect(codeOf(fail(facts, failed))).toBe('already_failed');
    expect(codeOf(fail(facts, second, '2026-03-01'))).toBe('period_closed');
  });

  it('divides payments anew, and is refused when one could not stand, naming it and the figure', () => {
    const withPayment = (date: string, amount: string) => ({
      ...facts,
      payments: factsOf(LOAN, '2026-01-31', [
        ['2026-02-20', '50'],
        [date, amount],
      ]).payments,
    });
    expect(fail(withPayment('2026-03-05', '200'))).toMatchObject({ changes: [{ paymentId: 'PAY-3' }] });
    expect(fail(withPayment('2026-02-28', '200'))).toMatchObject({ changes: [] });
    // 42.86 of the 50.00 are interest, which leaves 2,992.86, for 8 of 28 days and 5 of 31.
    expect(fail(withPayment('2026-03-05', '3500'))).toMatchObject({
      code: 'would_break_later_payment',
      message:
        'payment PAY-3 of 3,500.00 on 2026-03-05 would then be more than the payoff of that date, 3,019.62',
    });
    const first = HALF.disbursements[0]!;
    expect(fail(withPayment('2026-02-28', '200'), first)).toMatchObject({
      code: 'would_break_later_payment',
      message: expect.stringContaining('payment PAY-2 of 50.00 on 2026-02-20 would then come before'),
    });
  });
});

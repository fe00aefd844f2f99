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
const POLICY = { settlement: 'automatic', disbursementBeforeDecision: 'warn', closedThrough: null } as const;
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
    expect(codeOf(decide(HALF, { policy: { ...POLICY, closedThrough } }))).toBe('period_closed');
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

  it('refuses a date before something booked', () => {
    const paid = { ...HALF, payments: factsOf(LOAN, '2026-01-31', [['2026-03-05', '100']]).payments };
    expect(codeOf(decide(paid, { disbursementDate: day('2026-03-04') }))).toBe('earlier_than_posted');
    expect(codeOf(decide(paid, { disbursementDate: day('2026-03-05') }))).toBe('ok');
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
      completedOn: day(completedOn),
    });

  it('takes the date given as the value date', () => {
    expect(complete(facts, '2026-03-08')).toEqual({ outcome: 'completed', date: '2026-03-08' });
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
    expect(codeOf(complete(paid, '2026-03-04'))).toBe('earlier_than_posted');
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
    });

  it('is dated on the business date', () => {
    expect(fail(facts)).toEqual({ outcome: 'failed', date: TODAY });
  });

  it('is refused twice, and in closed books', () => {
    const failed = disbursementFact('2026-03-01', egp('3000'), 2, {
      outcome: { outcome: 'failed', date: TODAY },
    });
    expect(codeOf(fail(facts, failed))).toBe('already_failed');
    expect(codeOf(fail(facts, second, '2026-03-01'))).toBe('period_closed');
  });

  it('is refused when a booked payment would be split differently, naming it', () => {
    const withPayment = (date: string) => ({
      ...facts,
      payments: factsOf(LOAN, '2026-01-31', [
        ['2026-02-20', '50'],
        [date, '200'],
      ]).payments,
    });
    expect(fail(withPayment('2026-03-05'))).toMatchObject({ code: 'earlier_than_posted' });
    expect(fail(withPayment('2026-03-05'))).toMatchObject({ message: expect.stringContaining('PAY-3') });
    expect(codeOf(fail(withPayment('2026-02-28')))).toBe('ok');
    const first = HALF.disbursements[0]!;
    expect(fail(withPayment('2026-02-28'), first)).toMatchObject({
      message: expect.stringContaining('PAY-2'),
    });
  });
});

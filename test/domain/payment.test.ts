import { describe, expect, it } from 'vitest';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import { piastres } from '../../src/domain/money.ts';
import { decidePayment, faultRefusal, type PaymentRequest } from '../../src/domain/payment.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { day, disbursementFact, egp, factsOf, termsOf } from './loan-builders.ts';

const LOAN = termsOf('6000', '24', 6);
const FACTS = factsOf(LOAN, '2026-01-31');

/** Decides a payment of 100.00 on 10 March 2026, that day, unless told otherwise. */
function decide(facts: LoanFacts, more: Partial<PaymentRequest> = {}) {
  return decidePayment({
    facts,
    amountPiastres: egp('100'),
    paymentDate: day('2026-03-10'),
    businessDate: day('2026-03-10'),
    paymentId: 'PAY-99',
    order: 99,
    closedThrough: null,
    ...more,
  });
}

/** Code and message of a refusal. */
function refusalOf(facts: LoanFacts, more: Partial<PaymentRequest> = {}): { code: string; message: string } {
  const decided = decide(facts, more);
  if (!isRefusal(decided)) throw new Error('it was not refused');
  return { code: decided.code, message: decided.message };
}

describe('decidePayment', () => {
  it('splits interest first, then principal', () => {
    // One month and 10 of 31 days of interest on 6,000.00 at 24 %.
    const interest = 12_000 + Math.round((12_000 * 10) / 31);
    expect(decide(FACTS, { amountPiastres: egp('1000') })).toEqual({
      event: { kind: 'payment', id: 'PAY-99', valueDate: '2026-03-10', amountPiastres: 100_000, order: 99 },
      split: {
        paymentId: 'PAY-99',
        valueDate: '2026-03-10',
        amountPiastres: 100_000,
        principalPiastres: 100_000 - interest,
        interestPiastres: interest,
        feePiastres: 0,
        creditPiastres: 0,
        remainingPiastres: 600_000 - 100_000 + interest,
      },
    });
    expect(decide(FACTS)).toMatchObject({
      split: { principalPiastres: 0, interestPiastres: 10_000, remainingPiastres: 600_000 },
    });
  });

  it('refuses an amount not above zero as a faulty field', () => {
    expect(decide(FACTS, { amountPiastres: piastres(0) })).toMatchObject({
      code: 'validation_failed',
      faults: [{ field: 'payment_amount', code: 'invalid_amount' }],
    });
  });

  it('refuses while nothing is paid out, also when it is scheduled', () => {
    expect(refusalOf({ ...FACTS, disbursements: [] }).code).toBe('nothing_disbursed');
    expect(refusalOf(factsOf(LOAN, '2026-03-11')).code).toBe('nothing_disbursed');
    const manual = disbursementFact('2026-01-31', egp('6000'), 1, { settlement: 'manual' });
    expect(refusalOf({ ...FACTS, disbursements: [manual] }).code).toBe('nothing_disbursed');
  });

  it('refuses on a closed and on a paid-off loan', () => {
    expect(refusalOf({ ...FACTS, closure: { closedOn: day('2026-02-01') } })).toEqual({
      code: 'loan_closed',
      message: 'the loan was closed on 2026-02-01',
    });
    expect(refusalOf(factsOf(LOAN, '2026-01-31', [['2026-02-28', '6120']]))).toEqual({
      code: 'loan_paid_off',
      message: 'the loan was paid off on 2026-02-28',
    });
  });

  it('refuses dates in the future, before the loan, and in closed books', () => {
    expect(refusalOf(FACTS, { paymentDate: day('2026-03-11') }).code).toBe('date_in_future');
    expect(refusalOf(FACTS, { paymentDate: day('2026-01-30') })).toEqual({
      code: 'date_before_disbursement',
      message: '2026-01-30 is before the first disbursement, 2026-01-31',
    });
    expect(refusalOf(FACTS, { closedThrough: day('2026-03-10') }).code).toBe('period_closed');
    expect(isRefusal(decide(FACTS, { closedThrough: day('2026-03-09') }))).toBe(false);
  });

  it('refuses a date before a booked payment or completed disbursement, naming it', () => {
    const paid = factsOf(LOAN, '2026-01-31', [['2026-03-05', '100']]);
    expect(refusalOf(paid, { paymentDate: day('2026-03-04') })).toEqual({
      code: 'earlier_than_posted',
      message: '2026-03-04 is before payment PAY-2 of 100.00, booked with date 2026-03-05',
    });
    expect(isRefusal(decide(paid, { paymentDate: day('2026-03-05') }))).toBe(false);
    const half = egp('3000');
    const drawn = (date: string) => ({
      ...FACTS,
      disbursements: [disbursementFact('2026-01-31', half, 1), disbursementFact(date, half, 2)],
    });
    expect(refusalOf(drawn('2026-03-08'), { paymentDate: day('2026-03-07') }).message).toContain('DSB-2');
    // One that is only scheduled is no obstacle.
    expect(isRefusal(decide(drawn('2026-03-11')))).toBe(false);
  });

  it('refuses more than the payoff of the date, giving it', () => {
    expect(refusalOf(FACTS, { amountPiastres: egp('6120.01'), paymentDate: day('2026-02-28') })).toEqual({
      code: 'overpayment',
      message: '6,120.01 is more than the payoff on 2026-02-28, 6,120.00',
    });
    expect(decide(FACTS, { amountPiastres: egp('6120'), paymentDate: day('2026-02-28') })).toMatchObject({
      split: { remainingPiastres: 0, interestPiastres: 12_000 },
    });
  });

  it('still knows a loan is paid off when the business date was set back', () => {
    const paid = factsOf(LOAN, '2026-01-31', [['2026-02-28', '6120']]);
    const back = { paymentDate: day('2026-02-10'), businessDate: day('2026-02-10') };
    expect(refusalOf(paid, back).code).toBe('loan_paid_off');
  });
});

describe('faultRefusal', () => {
  it('names a booked payment by its id', () => {
    const fault = {
      kind: 'overpayment',
      paymentId: 'PAY-7',
      valueDate: day('2026-02-28'),
      amountPiastres: egp('200'),
      payoffPiastres: egp('150'),
    } as const;
    expect(faultRefusal(fault, null)).toMatchObject({
      code: 'overpayment',
      message: 'payment PAY-7 of 200.00 is more than the payoff on 2026-02-28, 150.00',
    });
    expect(faultRefusal({ ...fault, kind: 'before_disbursement' }, null).code).toBe(
      'date_before_disbursement',
    );
    expect(faultRefusal({ ...fault, kind: 'already_paid_off' }, null).message).toContain('nothing is owed');
  });
});

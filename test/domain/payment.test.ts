import { describe, expect, it } from 'vitest';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import { piastres } from '../../src/domain/money.ts';
import { decidePayment, type PaymentRequest } from '../../src/domain/payment.ts';
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
    acceptOverpayment: false,
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
        recoveredPiastres: 0,
        recoveredInterestPiastres: 0,
        releasedPiastres: 0,
        feePiastres: 0,
        creditPiastres: 0,
        remainingPiastres: 600_000 - 100_000 + interest,
      },
      changes: [],
      facts: expect.anything(),
      folded: expect.anything(),
      comesLast: true,
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

  it('divides payments anew that are dated after it, and says where it comes last', () => {
    const paid = factsOf(LOAN, '2026-01-31', [
      ['2026-03-05', '100'],
      ['2026-03-08', '500'],
    ]);
    const decided = decide(paid, { paymentDate: day('2026-03-04') });
    if (isRefusal(decided)) throw new Error(decided.message);
    expect(decided.comesLast).toBe(false);
    expect(decided.changes.map((change) => change.paymentId)).toEqual(['PAY-2', 'PAY-3']);
    for (const { before, after } of decided.changes) {
      expect(before.principalPiastres + before.interestPiastres).toBe(before.amountPiastres);
      expect(after.principalPiastres + after.interestPiastres).toBe(before.amountPiastres);
      expect(after.remainingPiastres).toBeLessThan(before.remainingPiastres);
    }
    for (const date of ['2026-03-08', '2026-03-09']) {
      expect(decide(paid, { paymentDate: day(date) })).toMatchObject({ comesLast: true, changes: [] });
    }
  });

  it('refuses one after which a payment booked could not stand, naming it and the figure', () => {
    const paid = factsOf(LOAN, '2026-01-31', [['2026-02-28', '6120']]);
    // 6,000.00 at 24 % for 10 of 28 days is 42.86, which leaves 5,942.86 for 18 of 28 days.
    expect(refusalOf(paid, { paymentDate: day('2026-02-10') })).toEqual({
      code: 'would_break_later_payment',
      message:
        'payment PAY-2 of 6,120.00 on 2026-02-28 would then be more than the payoff of that date, 6,019.27',
    });
    expect(refusalOf(paid, { paymentDate: day('2026-02-28') }).code).toBe('loan_paid_off');
    const before = factsOf(LOAN, '2026-01-31', [['2026-02-28', '6120']], {
      disbursements: [
        disbursementFact('2026-01-31', egp('3000'), 1),
        disbursementFact('2026-02-20', egp('3000'), 9),
      ],
    });
    expect(refusalOf(before, { amountPiastres: egp('3080'), paymentDate: day('2026-02-15') }).code).toBe(
      'overpayment',
    );
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

  it('still knows a loan is paid off later when the business date was set back', () => {
    const paid = factsOf(LOAN, '2026-01-31', [['2026-02-28', '6120']]);
    const back = { paymentDate: day('2026-02-10'), businessDate: day('2026-02-10') };
    expect(refusalOf(paid, back).code).toBe('would_break_later_payment');
  });
});

describe('a payment above what is owed', () => {
  const accepting = { acceptOverpayment: true };
  const MORE = { amountPiastres: egp('6200'), paymentDate: day('2026-02-28') };

  it('is refused with the payoff, and kept as credit where the policy accepts it', () => {
    expect(refusalOf(FACTS, MORE)).toMatchObject({
      code: 'overpayment',
      message: '6,200.00 is more than the payoff on 2026-02-28, 6,120.00',
    });
    expect(decide(FACTS, { ...MORE, ...accepting })).toMatchObject({
      split: { principalPiastres: 600_000, interestPiastres: 12_000, creditPiastres: 8_000 },
    });
  });

  it('is all surplus on a loan that is paid off', () => {
    const paid = factsOf(LOAN, '2026-01-31', [['2026-02-28', '6120']]);
    expect(refusalOf(paid, MORE).code).toBe('loan_paid_off');
    expect(decide(paid, accepting)).toMatchObject({
      split: { principalPiastres: 0, interestPiastres: 0, creditPiastres: 10_000, remainingPiastres: 0 },
    });
  });

  it('may be one booked before, which is refused or becomes credit', () => {
    const paid = factsOf(LOAN, '2026-01-31', [['2026-02-28', '6120']]);
    const earlier = { paymentDate: day('2026-02-10') };
    expect(refusalOf(paid, earlier)).toMatchObject({ code: 'would_break_later_payment' });
    const decided = decide(paid, { ...earlier, ...accepting });
    if (isRefusal(decided)) throw new Error(decided.message);
    const [change] = decided.changes;
    const { principalPiastres, interestPiastres, creditPiastres } = change!.after;
    expect(principalPiastres + interestPiastres + creditPiastres).toBe(612_000);
    expect(creditPiastres).toBeGreaterThan(10_000 - 1);
  });
});

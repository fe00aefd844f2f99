import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddedPayment,
  addPayments,
  type InForce,
  type WantedPayment,
} from '../../src/domain/added-payments.ts';
import { foldFacts } from '../../src/domain/fold-loan.ts';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import { owedAt } from '../../src/domain/loan-state.ts';
import { piastres } from '../../src/domain/money.ts';
import { decidePayment } from '../../src/domain/payment.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { foldAll } from '../../src/domain/replay.ts';
import { NO_RULES } from '../../src/domain/servicing-rules.ts';
import { day, disbursementFact, egp, factsOf, termsOf } from './loan-builders.ts';
import { daysAfterStart } from './replay-plan.ts';

const START = daysAfterStart(0);
const RUNS = 400;

/** What is added, the way somebody at a desk would: payment by payment. */
function byHand(facts: LoanFacts, wanted: readonly WantedPayment[], firstOrder: number, inForce: InForce) {
  const outcomes: AddedPayment[] = [];
  let current = facts;
  let order = firstOrder;
  for (const payment of wanted) {
    const decided = decidePayment({ facts: current, ...inForce, ...payment, order });
    outcomes.push(isRefusal(decided) ? decided : { split: decided.split, order });
    if (isRefusal(decided)) continue;
    current = decided.facts;
    order += 1;
  }
  return { outcomes, facts: current, folded: foldAll(current) };
}

function finished<Result>(work: Generator<void, Result>): { result: Result; pauses: number } {
  for (let pauses = 0, step = work.next(); ; step = work.next(), pauses++) {
    if (step.done === true) return { result: step.value, pauses };
  }
}

const amount = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.integer({ min: 1, max: 3_000 }),
  fc.integer({ min: 1, max: 150_000 }),
);
/** Null, but for one in five. */
const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

/** Some are all that is owed on their date, or a little less. */
const dated = fc.record({
  days: fc.integer({ min: -2, max: 130 }),
  amount,
  ofOwed: fc.option(fc.constantFrom(0, 1, 5_000), { freq: 2 }),
});

function amountOf(
  { days, amount: told, ofOwed }: { days: number; amount: number; ofOwed: number | null },
  facts: LoanFacts,
) {
  if (ofOwed === null) return told;
  const date = day(daysAfterStart(Math.max(days, 0)));
  return Math.max(0, owedAt(foldFacts(facts, date), date).totalPiastres - ofOwed);
}

/** Loans of all kinds with what is booked on them, of which some is more than was owed. */
const loans = fc
  .record({
    rate: fc.constantFrom('0', '17.25', '24', '99.9'),
    dayCount: fc.constantFrom('monthly' as const, 'actual/365' as const, '30E/360' as const),
    tranche: seldom(
      fc.record({ days: fc.integer({ min: 0, max: 140 }), amount: fc.integer({ min: 1, max: 90_000 }) }),
    ),
    manual: fc.boolean(),
    booked: fc.array(dated, { maxLength: 8, size: 'max' }),
    tight: fc.boolean(),
    writeOff: seldom(fc.integer({ min: 30, max: 120 })),
    refund: seldom(fc.integer({ min: 30, max: 120 })),
    closed: fc.constantFrom(...Array(19).fill(false), true),
    fee: fc.boolean(),
  })
  .map(({ rate, dayCount, tranche, manual, booked, tight, writeOff, refund, closed, fee }): LoanFacts => {
    const terms = termsOf('1500', rate, 4, { dayCount });
    let facts = factsOf(terms, START, [], {
      disbursements: [
        disbursementFact(START, egp('1000'), 1),
        ...(tranche === null
          ? []
          : [
              disbursementFact(daysAfterStart(tranche.days), piastres(tranche.amount), 2, {
                settlement: manual ? 'manual' : 'automatic',
              }),
            ]),
      ],
      rules: fee
        ? {
            ...NO_RULES,
            fees: [{ from: null, value: { amountPiastres: egp('25'), afterDays: 3 } }],
            tolerances: [],
          }
        : null,
    } as Partial<LoanFacts>);
    // As they may have been booked: none that was refused then, nearly all owed or more than that.
    booked.forEach((one, at) => {
      const wanted = {
        paymentId: `PAY-${at}`,
        amountPiastres: piastres(amountOf(one, facts)),
        paymentDate: day(daysAfterStart(one.days)),
      };
      const inForce = {
        businessDate: day(daysAfterStart(125)),
        closedThrough: null,
        acceptOverpayment: !tight,
      };
      const decided = decidePayment({ facts, ...inForce, ...wanted, order: 3 + at });
      if (!isRefusal(decided)) facts = decided.facts;
    });
    const credit = foldAll(facts).creditPiastres;
    return {
      ...facts,
      closure: closed ? { closedOn: day(daysAfterStart(100)) } : null,
      writeOffs:
        writeOff === null
          ? []
          : [{ writeOffId: 'WOF-1', writtenOffOn: day(daysAfterStart(writeOff)), order: 40, reversal: null }],
      refunds:
        refund === null || credit === 0
          ? []
          : [
              {
                refundId: 'RFD-1',
                amountPiastres: piastres(Math.ceil(credit / 2)),
                refundDate: day(daysAfterStart(refund)),
                order: 41,
              },
            ],
    };
  });

describe('payments added to a loan', () => {
  it('end as those decided one by one: the same refusals, the same divisions, the same books', () => {
    fc.assert(
      fc.property(
        loans,
        fc.array(dated, { maxLength: 25, size: 'max' }),
        fc.constantFrom(1, 1, 4),
        seldom(fc.integer({ min: -5, max: 60 })),
        fc.integer({ min: 90, max: 140 }),
        fc.boolean(),
        seldom(fc.constantFrom(70, 100, 121)),
        (facts, asked, times, closed, today, acceptOverpayment, behind) => {
          const some =
            behind === null ? asked : asked.map((one) => ({ ...one, days: behind + (one.days % 25) }));
          const wanted = some
            .map((one, at) => ({
              paymentId: `NEW-${at}`,
              amountPiastres: piastres(amountOf({ ...one, amount: one.amount * times }, facts)),
              paymentDate: day(daysAfterStart(one.days)),
            }))
            .sort((a, b) => (a.paymentDate < b.paymentDate ? -1 : a.paymentDate > b.paymentDate ? 1 : 0));
          const inForce: InForce = {
            businessDate: day(daysAfterStart(today)),
            closedThrough: closed === null ? null : day(daysAfterStart(closed)),
            acceptOverpayment,
          };
          const expected = byHand(facts, wanted, 50, inForce);
          const { result } = finished(addPayments(facts, wanted, 50, inForce));
          expect(result.outcomes).toEqual(expected.outcomes);
          expect(result.facts).toEqual(expected.facts);
          expect(result.folded.splits).toEqual(expected.folded.splits);
          expect(result.before.splits).toEqual(foldAll(facts).splits);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('are more than is owed, and not too late, while a later tranche is still to come', () => {
    const tranche = disbursementFact(daysAfterStart(60), egp('500'), 2);
    const facts = factsOf(termsOf('1500', '0', 4), START, [], {
      disbursements: [disbursementFact(START, egp('1000'), 1), tranche],
    });
    const wanted = ['1000', '10'].map((text, at) => ({
      paymentId: `NEW-${at}`,
      amountPiastres: egp(text),
      paymentDate: day(daysAfterStart(20 + at)),
    }));
    const inForce = { businessDate: day(daysAfterStart(90)), closedThrough: null, acceptOverpayment: false };
    const { result } = finished(addPayments(facts, wanted, 3, inForce));
    expect(result.outcomes).toMatchObject([{ order: 3 }, { code: 'overpayment' }]);
    expect(result.outcomes).toEqual(byHand(facts, wanted, 3, inForce).outcomes);
  });

  describe('of a loan with thousands of them', () => {
    const BOOKED = 3_000;
    const ADDED = 4_000;
    const facts = factsOf(
      termsOf('9000000', '0', 60),
      START,
      Array.from({ length: BOOKED }, (_, at) => [daysAfterStart(3 + (at >> 1)), '1000.00'] as const),
    );
    const inForce: InForce = {
      businessDate: day(daysAfterStart(2_000)),
      closedThrough: null,
      acceptOverpayment: false,
    };
    /** Payments dated among those that are booked. */
    const among = (amounts: (at: number) => string) =>
      Array.from({ length: ADDED }, (_, at) => ({
        paymentId: `NEW-${at}`,
        amountPiastres: egp(amounts(at)),
        paymentDate: day(daysAfterStart(2 + Math.floor((at * 1_400) / ADDED))),
      }));

    it('go through it in one pass, with a pause after each thousand events', () => {
      const { result, pauses } = finished(
        addPayments(
          facts,
          among(() => '10.00'),
          5_000,
          inForce,
        ),
      );
      expect(result.outcomes.filter(isRefusal)).toEqual([]);
      expect(result.folded.splits).toEqual(foldAll(result.facts).splits);
      expect(pauses).toBe((BOOKED + ADDED) / 1_000);
    });

    it('go through what follows a write-off in one pass, as through a loan without one', () => {
      const writtenOffOn = day(daysAfterStart(1_600));
      const written = {
        ...facts,
        writeOffs: [{ writeOffId: 'WOF-1', writtenOffOn, order: 4_900, reversal: null }],
      };
      const recovered = Array.from({ length: ADDED }, (_, at) => ({
        paymentId: `NEW-${at}`,
        amountPiastres: egp('10.00'),
        paymentDate: day(daysAfterStart(1_601 + Math.floor(at / 50))),
      }));
      const { result, pauses } = finished(addPayments(written, recovered, 5_000, inForce));
      expect(result.outcomes.filter(isRefusal)).toEqual([]);
      expect(result.folded.splits).toEqual(foldAll(result.facts).splits);
      expect(pauses).toBe(Math.floor((BOOKED + 1 + ADDED) / 1_000));
    });

    it('are searched for the few that break a later payment', () => {
      const wanted = among((at) => (at % 1_000 === 700 ? '6200000.00' : '10.00'));
      const { result, pauses } = finished(addPayments(facts, wanted, 5_000, inForce));
      const refused = result.outcomes.flatMap((one, at) => (isRefusal(one) ? [`${at} ${one.code}`] : []));
      expect(refused).toEqual([700, 1_700, 2_700, 3_700].map((at) => `${at} would_break_later_payment`));
      expect(pauses).toBeLessThan(4 * 13 * 2 * ((BOOKED + ADDED) / 1_000));
    });

    it('are refused as quickly once the loan is paid off', () => {
      const paidOff = { ...facts, payments: [] };
      const wanted = among((at) => (at === 0 ? '9000000.00' : '10.00'));
      const { result, pauses } = finished(addPayments(paidOff, wanted, 5_000, inForce));
      const codes = new Set(result.outcomes.map((one) => (isRefusal(one) ? one.code : 'booked')));
      expect([...codes]).toEqual(['booked', 'loan_paid_off']);
      expect(pauses).toBeLessThan(10);
    });
  });
});

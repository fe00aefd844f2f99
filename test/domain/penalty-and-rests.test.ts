import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loanAccountAt } from '../../src/domain/loan-account.ts';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import { piastres } from '../../src/domain/money.ts';
import { decidePayment } from '../../src/domain/payment.ts';
import { rateE4 } from '../../src/domain/rate.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { foldAll } from '../../src/domain/replay.ts';
import { NO_RULES } from '../../src/domain/servicing-rules.ts';
import { day, factsOf, SERVICING, termsOf } from './loan-builders.ts';
import { monthsAfter, NaiveModel } from './naive-model.ts';
import { daysAfterStart, START } from './replay-plan.ts';

const TERMS = termsOf('3000', '24', 3, { repaymentStyle: 'equal_principal', dayCount: 'actual/365' });
const FEE = 5_000;
const AFTER_DAYS = 4;
const LAST_DAY = 120;

interface Paid {
  readonly date: string;
  readonly amount: number;
  readonly asPayoff: boolean;
}

interface Rules {
  readonly penaltyE4: number;
  readonly limit: number;
  readonly tolerance: number;
}

/**
 * The books kept by hand, day after day: penalty for the day past on what was overdue since its last change, fees that
 * fall due, then the day's payments: fees, penalty, interest, principal. Fees and penalty cover no installment. `sums`
 * are those of the installments.
 */
function keptByHand(sums: readonly number[], payments: readonly Paid[], rules: Rules) {
  const model = new NaiveModel({
    dayCount: 'actual/365',
    rateE4: 240_000,
    termMonths: 3,
    flatInterest: null,
  });
  model.book({ kind: 'disbursement', date: START, amount: 300_000 });
  const dues = sums.map((_, index) => monthsAfter(START, index + 1));
  const told: object[] = [];
  let [fees, carried, covered, overdue, released] = [0, 0, 0, 0, 0];
  let exact = 0n;
  const whole = 365n * 1_000_000n;
  const missing = (date: string) => {
    const dueSum = sums[dues.findLastIndex((due) => due <= date)] ?? 0;
    const lacks = Math.min(dueSum - covered, model.owed(date));
    return lacks > rules.tolerance ? lacks : 0;
  };
  for (let at = 1; at <= LAST_DAY; at++) {
    const date = daysAfterStart(at);
    exact += BigInt(overdue) * BigInt(rules.penaltyE4);
    for (const [index, sum] of sums.entries()) {
      const on = new Date(Date.parse(dues[index] as string) + AFTER_DAYS * 86_400_000);
      if (on.toISOString().slice(0, 10) !== date) continue;
      const owed = model.owed(date);
      const lacks = index === sums.length - 1 ? owed : Math.min(sum - covered, owed);
      if (lacks > rules.tolerance) fees += FEE;
    }
    const today = payments.filter((one) => one.date === date);
    for (const { amount, asPayoff } of today) {
      const penalty = carried + Number((exact * 2n + whole) / (whole * 2n));
      const fee = Math.min(amount, fees + penalty);
      const used = Math.min(amount - fee, model.owed(date));
      carried = penalty - Math.max(0, fee - fees);
      fees -= Math.min(fee, fees);
      exact = 0n;
      covered += used;
      model.book({ kind: 'payment', date, amount: used });
      const { principal = 0, interest = 0, left = 0 } = model.splits.at(-1) ?? {};
      const rest = model.owed(date) + fees + carried;
      const isReleased = rest > 0 && rest <= rules.limit && (asPayoff || date >= (dues.at(-1) as string));
      told.push({ principal, interest, fee, credit: amount - fee - used, released: isReleased ? left : 0 });
      if (!isReleased) continue;
      released += rest;
      fees = 0;
      carried = 0;
      // Settled from nowhere: what the customer paid stays what it was.
      model.book({ kind: 'payment', date, amount: model.owed(date) });
    }
    if (today.length > 0 || dues.includes(date)) overdue = missing(date);
  }
  const penalty = carried + Number((exact * 2n + whole) / (whole * 2n));
  return { told, fees: fees + penalty, owed: model.owed(daysAfterStart(LAST_DAY)), released };
}

const paid = fc.record({
  date: fc.integer({ min: 1, max: LAST_DAY }).map(daysAfterStart),
  amount: fc.oneof(fc.integer({ min: 1, max: 150_000 }), fc.integer({ min: 95_000, max: 110_000 })),
  asPayoff: fc.boolean(),
});
const someRules = fc.record({
  penaltyE4: fc.constantFrom(0, 120_000, 999_999),
  limit: fc.constantFrom(0, 1_000, 60_000),
  tolerance: fc.constantFrom(0, 500, 20_000),
});

describe('penalty interest and small rests, entered in any order', () => {
  it('come to what books kept by hand come to', () => {
    let [withPenalty, withRest] = [0, 0];
    fc.assert(
      fc.property(fc.array(paid, { maxLength: 7 }), someRules, (payments, rules) => {
        const dated = <Value>(value: Value) => [{ from: null, value }];
        let facts: LoanFacts = {
          ...factsOf(TERMS, START),
          rules: {
            ...NO_RULES,
            fees: dated({ amountPiastres: piastres(FEE), afterDays: AFTER_DAYS }),
            penaltyRates: rules.penaltyE4 === 0 ? [] : dated(rateE4(rules.penaltyE4)),
            smallBalances: rules.limit === 0 ? [] : dated(piastres(rules.limit)),
            tolerances: dated(piastres(rules.tolerance)),
          },
        };
        const sums: number[] = [];
        for (const row of loanAccountAt(facts, day(START), SERVICING).schedule.rows) {
          sums.push((sums.at(-1) ?? 0) + row.installmentPiastres);
        }
        for (const [index, one] of payments.entries()) {
          const decided = decidePayment({
            closedThrough: null,
            acceptOverpayment: true,
            facts,
            amountPiastres: piastres(one.amount),
            paymentDate: day(one.date),
            businessDate: day(daysAfterStart(LAST_DAY)),
            paymentId: `PAY-${index}`,
            order: index + 2,
            asPayoff: one.asPayoff,
          });
          if (isRefusal(decided)) throw new Error(decided.message);
          facts = decided.facts;
        }
        const inDateOrder = payments.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
        const byHand = keptByHand(sums, inDateOrder, rules);
        const state = foldAll(facts);
        expect(
          state.splits.map((split) => ({
            principal: split.principalPiastres,
            interest: split.interestPiastres,
            fee: split.feePiastres,
            credit: split.creditPiastres,
            released: split.releasedPiastres,
          })),
        ).toEqual(byHand.told);
        const account = loanAccountAt(facts, day(daysAfterStart(LAST_DAY)), SERVICING);
        expect(account.feesDuePiastres).toBe(byHand.fees);
        expect(account.payoffPiastres).toBe(byHand.owed + byHand.fees);
        expect(account.releasedPiastres).toBe(byHand.released);
        if (account.penaltyPieces.length > 0) withPenalty += 1;
        if (byHand.released > 0) withRest += 1;
      }),
      { numRuns: 500 },
    );
    expect(Math.min(withPenalty, withRest)).toBeGreaterThan(20);
  }, 60_000);
});

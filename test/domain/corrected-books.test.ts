import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loanAccountAt } from '../../src/domain/loan-account.ts';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import { piastres } from '../../src/domain/money.ts';
import { decidePayment } from '../../src/domain/payment.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { foldAll } from '../../src/domain/replay.ts';
import { NO_RULES } from '../../src/domain/servicing-rules.ts';
import { decideWriteOff } from '../../src/domain/write-off.ts';
import { day, factsOf, SERVICING, termsOf } from './loan-builders.ts';
import { monthsAfter, NaiveModel } from './naive-model.ts';
import { daysAfterStart, START } from './replay-plan.ts';

const TERMS = termsOf('6000', '24', 6, { repaymentStyle: 'equal_principal', dayCount: 'actual/365' });
const FEE = 5_000;
const AFTER_DAYS = 3;
const LATE_FEES = {
  fees: [{ from: null, value: { amountPiastres: FEE, afterDays: AFTER_DAYS } }],
  tolerances: [],
};
const LAST_DAY = 170;

interface Paid {
  readonly date: string;
  readonly amount: number;
}

interface Told {
  readonly principal: number;
  readonly interest: number;
  readonly fee: number;
  readonly credit: number;
  readonly recovered: number;
}

/**
 * The books of one loan kept by hand: day after day, a fee when the sum of the installments up to one is above what
 * was paid of principal and interest, then the day's payments, then the write-off. `sums` are those of the installments.
 */
function keptByHand(sums: readonly number[], payments: readonly Paid[], writtenOffOn: string | null) {
  const model = new NaiveModel({
    dayCount: 'actual/365',
    rateE4: 240_000,
    termMonths: 6,
    flatInterest: null,
  });
  model.book({ kind: 'disbursement', date: START, amount: 600_000 });
  const told: Told[] = [];
  let [fees, covered, lost, unpaid, gone] = [0, 0, 0, 0, false];
  for (let at = 0; at <= LAST_DAY; at++) {
    const date = daysAfterStart(at);
    for (const [index, sum] of sums.entries()) {
      const due = Date.parse(monthsAfter(START, index + 1)) + AFTER_DAYS * 86_400_000;
      if (new Date(due).toISOString().slice(0, 10) !== date || gone) continue;
      const nothingOwed = model.owed(date) === 0 && fees === 0;
      if (!nothingOwed && (index === sums.length - 1 || sum > covered)) fees += FEE;
    }
    for (const { amount } of payments.filter((one) => one.date === date)) {
      if (gone) {
        const recovered = Math.min(amount, lost);
        const interest = Math.min(amount - recovered, unpaid);
        lost -= recovered;
        unpaid -= interest;
        const credit = amount - recovered - interest;
        told.push({ principal: recovered, interest, fee: 0, credit, recovered });
        continue;
      }
      const fee = Math.min(amount, fees);
      const used = Math.min(amount - fee, model.owed(date));
      fees -= fee;
      covered += used;
      model.book({ kind: 'payment', date, amount: used });
      const { principal = 0, interest = 0 } = model.splits.at(-1) ?? {};
      told.push({ principal, interest, fee, credit: amount - fee - used, recovered: 0 });
    }
    if (date === writtenOffOn) {
      lost = model.owed(date) - model.interestDue(date);
      unpaid = model.interestDue(date) + fees;
      fees = 0;
      gone = true;
    }
  }
  return { told, fees, lost, unpaid };
}

const paid = fc.record({
  date: fc.integer({ min: 0, max: LAST_DAY }).map(daysAfterStart),
  amount: fc.integer({ min: 1, max: 250_000 }),
});

describe('surplus, late fees and write-offs, entered in any order', () => {
  it('divide payments as books kept by hand do, whatever came first', () => {
    let [withFee, withCredit, recovered] = [0, 0, 0];
    fc.assert(
      fc.property(
        fc.array(paid, { maxLength: 8 }),
        fc.option(fc.integer({ min: 1, max: LAST_DAY }), { freq: 4 }),
        fc.nat(8),
        (payments, offAfter, position) => {
          const writtenOffOn = offAfter === null ? null : daysAfterStart(offAfter);
          let facts: LoanFacts = { ...factsOf(TERMS, START), rules: { ...NO_RULES, ...LATE_FEES } };
          const now = { closedThrough: null, acceptOverpayment: true };
          const sums: number[] = [];
          for (const row of loanAccountAt(facts, day(START), SERVICING).schedule.rows) {
            sums.push((sums.at(-1) ?? 0) + row.installmentPiastres);
          }
          // One of the same day is booked before the write-off, so that both count them alike.
          const inDateOrder = payments.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
          const entered = payments.map((one, index) => ({ ...one, id: `PAY-${index}`, order: index + 2 }));
          let standsOff = false;
          const writeOff = () => {
            if (writtenOffOn === null) return;
            const businessDate = day(writtenOffOn);
            const decided = decideWriteOff({
              ...now,
              facts,
              businessDate,
              writtenOffOn: businessDate,
              writeOffId: 'W',
              order: 1_000,
            });
            if (isRefusal(decided)) return;
            facts = decided.facts;
            standsOff = true;
          };
          for (const [index, { id, date, amount, order }] of entered.entries()) {
            if (index === position) writeOff();
            const decided = decidePayment({
              ...now,
              facts,
              amountPiastres: piastres(amount),
              paymentDate: day(date),
              businessDate: day(daysAfterStart(LAST_DAY)),
              paymentId: id,
              order,
            });
            // Nothing may be left of what was written off: then the payment is refused, and so is this case.
            fc.pre(!isRefusal(decided));
            if (!isRefusal(decided)) facts = decided.facts;
          }
          if (position >= entered.length) writeOff();
          const state = foldAll(facts);
          expect(state.fault).toBeNull();
          const byHand = keptByHand(sums, inDateOrder, standsOff ? writtenOffOn : null);
          expect(
            state.splits.map((split) => ({
              principal: split.principalPiastres,
              interest: split.interestPiastres,
              fee: split.feePiastres,
              credit: split.creditPiastres,
              recovered: split.recoveredPiastres,
            })),
          ).toEqual(byHand.told);
          const account = loanAccountAt(facts, day(daysAfterStart(LAST_DAY)), SERVICING);
          expect(account.feesDuePiastres).toBe(byHand.fees);
          expect(account.creditBalancePiastres).toBe(
            byHand.told.reduce((sum, { credit }) => sum + credit, 0),
          );
          // Paid out = repaid (recoveries not counted) + written off + outstanding.
          const repaid = byHand.told.reduce((sum, one) => sum + one.principal - one.recovered, 0);
          const off = account.writtenOff?.amountPiastres ?? 0;
          expect(600_000 - repaid - off).toBe(account.outstandingPiastres);
          if (standsOff) expect(account.payoffPiastres).toBe(byHand.lost + byHand.unpaid);
          if (byHand.told.some(({ fee }) => fee > 0)) withFee += 1;
          if (byHand.told.some(({ credit }) => credit > 0)) withCredit += 1;
          if (byHand.told.some((one) => one.recovered > 0)) recovered += 1;
        },
      ),
      { numRuns: 1_000 },
    );
    expect([withFee, withCredit, recovered].filter((count) => count < 50)).toEqual([]);
  }, 60_000);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoanFacts } from '../../src/domain/loan-facts.ts';
import { decidePayment } from '../../src/domain/payment.ts';
import { planReceipts, type Receipt, type ReceiptsOfLoan } from '../../src/domain/planned-receipts.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { foldAll } from '../../src/domain/replay.ts';
import { day, egp, factsOf, termsOf } from './loan-builders.ts';

const LOAN = termsOf('6000', '24', 6);

const IN_FORCE = { businessDate: day('2026-12-31'), closedThrough: null, acceptOverpayment: false };

interface Booked {
  readonly date: string;
  readonly amount: string;
  readonly reversedOn?: string;
}

/** A loan of 6,000.00 paid out on 31 January 2026, with payments booked in the order given. */
function loanWith(...booked: readonly Booked[]): ReceiptsOfLoan['facts'] {
  const payments = booked.map(({ date, amount, reversedOn }, index): LoanFacts['payments'][number] => ({
    paymentId: `PAY-${index + 2}`,
    amountPiastres: egp(amount),
    paymentDate: day(date),
    order: index + 2,
    reversal: reversedOn === undefined ? null : { reversedOn: day(reversedOn) },
  }));
  return { ...factsOf(LOAN, '2026-01-31'), payments };
}

/** Rows of a file: date and amount. */
function rows(...given: readonly (readonly [string, string])[]): Receipt[] {
  return given.map(([date, amount], index) => ({
    paymentId: `NEW-${index + 1}`,
    amountPiastres: egp(amount),
    paymentDate: day(date),
  }));
}

function plan(
  facts: ReceiptsOfLoan['facts'],
  receipts: readonly Receipt[],
  more: Partial<ReceiptsOfLoan> = {},
) {
  return finished(planReceipts({ facts, receipts, firstOrder: 50, ...IN_FORCE, ...more }));
}

function finished<Result>(work: Generator<void, Result>): Result {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}

/** Each row in short: its order when it is posted, else why not. */
function outcomes(...planned: Parameters<typeof plan>): (string | number)[] {
  return plan(...planned).planned.map((one) => (one.outcome === 'post' ? one.order : one.refusal.code));
}

describe('planReceipts', () => {
  it('applies earlier rows of the file first, by date, whatever their order in it', () => {
    const { planned, changes } = plan(loanWith(), rows(['2026-03-31', '1000'], ['2026-02-28', '1000']));
    expect(planned).toMatchObject([
      // 2 % of what the other row left.
      { outcome: 'post', order: 51, split: { interestPiastres: 10_240, remainingPiastres: 422_240 } },
      { outcome: 'post', order: 50, split: { interestPiastres: 12_000, remainingPiastres: 512_000 } },
    ]);
    expect(changes).toEqual([]);
  });

  it('keeps the order of the file within a date', () => {
    const file = rows(['2026-02-28', '100'], ['2026-02-28', '300'], ['2026-02-28', '200']);
    expect(outcomes(loanWith(), file)).toEqual([50, 51, 52]);
  });

  it('tells which payments booked before are divided otherwise, from the ledger to the end of the file', () => {
    const facts = loanWith({ date: '2026-03-31', amount: '1000' });
    const { planned, changes } = plan(facts, rows(['2026-02-28', '1000'], ['2026-03-15', '50']));
    expect(planned).toMatchObject([{ outcome: 'post' }, { outcome: 'post' }]);
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ paymentId: 'PAY-2', before: { interestPiastres: 24_000 } });
    const after = changes[0]?.after.interestPiastres ?? 0;
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThan(12_000);
  });

  it('refuses a row by the lending rules and plans the others as if it were not there', () => {
    const file = rows(
      ['2026-01-30', '10'],
      ['2026-02-28', '9000'],
      ['2026-02-28', '500'],
      ['2027-01-01', '5'],
    );
    expect(outcomes(loanWith(), file)).toEqual([
      'date_before_disbursement',
      'overpayment',
      50,
      'date_in_future',
    ]);
    const without = plan(loanWith(), rows(['2026-02-28', '500']));
    expect(plan(loanWith(), file).planned[2]).toMatchObject({
      split: { ...(without.planned[0] as { split: object }).split, paymentId: 'NEW-3' },
    });
  });

  it('refuses what comes after a row of the file has paid the loan off', () => {
    expect(outcomes(loanWith(), rows(['2026-02-28', '6120'], ['2026-03-01', '1']))).toEqual([
      50,
      'loan_paid_off',
    ]);
  });

  it('keeps surplus as credit where the policy says so', () => {
    const { planned } = plan(loanWith(), rows(['2026-02-28', '6130']), { acceptOverpayment: true });
    expect(planned).toMatchObject([{ split: { creditPiastres: 1_000, remainingPiastres: 0 } }]);
  });

  it('refuses a row of a closed period', () => {
    expect(outcomes(loanWith(), rows(['2026-02-28', '10']), { closedThrough: day('2026-02-28') })).toEqual([
      'period_closed',
    ]);
  });
});

describe('planReceipts for any file', () => {
  const anyDay = fc
    .integer({ min: 0, max: 300 })
    .map((days) => new Date(Date.UTC(2026, 0, 25 + days)).toISOString().slice(0, 10));
  const anyRow = fc.tuple(anyDay, fc.integer({ min: 1, max: 2_000 }).map(String));

  it('ends where booking its rows one by one in date order ends', () => {
    fc.assert(
      fc.property(
        fc.array(anyRow, { maxLength: 4 }),
        fc.array(anyRow, { maxLength: 8 }),
        fc.boolean(),
        (bookedRows, file, acceptOverpayment) => {
          const inForce = { ...IN_FORCE, acceptOverpayment };
          let facts: LoanFacts = loanWith();
          const splits = new Map<string, unknown>();
          const book = (receipts: readonly Receipt[], firstOrder: number) => {
            let order = firstOrder;
            for (const receipt of receipts) {
              const decided = decidePayment({ facts, ...inForce, ...receipt, order });
              splits.set(receipt.paymentId, isRefusal(decided) ? decided : decided.split);
              if (isRefusal(decided)) continue;
              facts = decided.facts;
              order += 1;
            }
          };
          const earlier = rows(...bookedRows).map((row, index) => ({
            ...row,
            paymentId: `PAY-${index + 2}`,
          }));
          book(earlier, 2);
          const receipts = rows(...file);
          const result = plan(facts, receipts, inForce);
          const before = foldAll(facts);
          book(
            [...receipts].sort((a, b) =>
              a.paymentDate < b.paymentDate ? -1 : a.paymentDate > b.paymentDate ? 1 : 0,
            ),
            50,
          );
          expect(result.planned.map((one) => (one.outcome === 'post' ? one.split : one.refusal))).toEqual(
            receipts.map(({ paymentId }) => splits.get(paymentId)),
          );
          const after = new Map(foldAll(facts).splits.map((split) => [split.paymentId, split]));
          const changed = new Map(result.changes.map((change) => [change.paymentId, change.after]));
          for (const split of before.splits) {
            expect(changed.get(split.paymentId) ?? split).toEqual(after.get(split.paymentId));
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

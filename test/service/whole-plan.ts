import fc from 'fast-check';
import type { DayCount } from '../../src/domain/day-count.ts';
import { type BookFact, type BookPolicy, type BookTerms, NaiveBook } from '../domain/naive-book.ts';
import { daysAfterStart, START, shuffled } from '../domain/replay-plan.ts';

/** The day everything is entered on, but for what belongs to a day of its own. */
export const END = daysAfterStart(200);

/** What somebody does to a loan; `undo` reverses a payment or a write-off, and fails a disbursement. */
export interface WholeStep {
  readonly kind: BookFact['kind'] | 'complete' | 'undo';
  readonly key: string;
  readonly date: string;
  readonly amount: number;
  /** Registered on the first day, whatever its date. */
  readonly ahead: boolean;
}

/** A step that stands in the end. */
export type StandingStep = WholeStep & BookFact;

export interface WholePlan {
  readonly terms: BookTerms;
  readonly policy: BookPolicy;
  readonly acceptOverpayment: boolean;
  readonly settlement: 'automatic' | 'manual';
  readonly first: StandingStep;
  readonly steps: readonly WholeStep[];
  readonly standing: readonly StandingStep[];
}

const money = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 300_000 }));
const ahead = fc.boolean();
const tranche = fc.record({ days: fc.integer({ min: 0, max: 100 }), amount: money, ahead });
const paid = fc.record({ days: fc.integer({ min: 0, max: 200 }), amount: money, ahead: fc.constant(false) });
const day = fc.integer({ min: 1, max: 200 });

/**
 * Loans with tranches, payments, a refund and a write-off that stand, and with others that are taken back, in an order
 * somebody might enter them in. What cannot stand by the second bookkeeper's books is cut or left out.
 */
export const wholePlans: fc.Arbitrary<WholePlan> = fc
  .record({
    terms: fc.record({
      rateE4: fc.constantFrom(0, 10_000, 172_500, 240_000, 999_999),
      termMonths: fc.integer({ min: 4, max: 8 }),
      dayCount: fc.constantFrom<DayCount>(
        'monthly',
        'actual/365',
        'actual/360',
        'actual/actual',
        '30/360',
        '30E/360',
      ),
      style: fc.constantFrom<BookTerms['style']>('annuity', 'annuity', 'equal_principal', 'bullet'),
      graceMonths: fc.constantFrom(0, 0, 0, 2),
    }),
    policy: fc.record({
      lateFee: fc.option(
        fc.record({ amount: fc.integer({ min: 1, max: 9_000 }), afterDays: fc.integer({ min: 1, max: 40 }) }),
      ),
      tolerance: fc.constantFrom(0, 0, 1_000),
      graceDays: fc.constantFrom(0, 0, 5),
      defaultDays: fc.constantFrom(30, 90),
    }),
    acceptOverpayment: fc.constantFrom(true, true, false),
    settlement: fc.constantFrom('automatic' as const, 'automatic' as const, 'manual' as const),
    firstAmount: fc.oneof(
      fc.integer({ min: 20_000, max: 200_000 }),
      fc.integer({ min: 20_000, max: 600_000 }),
    ),
    tranches: fc.array(tranche, { maxLength: 2 }),
    payments: fc.array(paid, { maxLength: 5 }),
    refund: fc.option(paid, { freq: 4 }),
    writtenOff: fc.option(day, { freq: 2 }),
    undone: fc.array(paid, { maxLength: 2 }),
    failed: fc.array(tranche, { maxLength: 1 }),
    takenBack: fc.option(day, { freq: 2 }),
    order: fc.array(fc.nat(1_000_000), { minLength: 20, maxLength: 20 }),
  })
  .map((drawn): WholePlan => {
    const { terms, policy, acceptOverpayment, settlement } = drawn;
    const first = stepOf('disburse', 'D0', { days: 0, amount: drawn.firstAmount, ahead: false });
    const off = drawn.writtenOff;
    const wanted = [
      first,
      // A loan that is written off takes no payout.
      ...drawn.tranches.filter(({ days }) => off === null || days <= off).map(named('disburse', 'D')),
      ...drawn.payments.map(named('pay', 'P')),
      ...(off === null ? [] : [stepOf('write_off', 'W1', { days: off, amount: 0, ahead: false })]),
      ...(drawn.refund === null ? [] : [stepOf('refund', 'R1', drawn.refund)]),
    ];
    const standing = standable(drawn, wanted);
    const undone = [
      ...drawn.undone.map(named('pay', 'X')),
      ...drawn.failed.map(named('disburse', 'F')),
      ...(drawn.takenBack === null
        ? []
        : [stepOf('write_off', 'V1', { days: drawn.takenBack, amount: 0, ahead: false })]),
    ];
    const completed = settlement === 'manual' ? standing.filter((one) => one.kind === 'disburse') : [];
    const steps = shuffled(
      [
        ...standing,
        ...undone,
        ...undone.map((one) => ({ ...one, kind: 'undo' as const })),
        ...completed.map((one) => ({ ...one, kind: 'complete' as const })),
      ].filter(({ key }) => key !== 'D0'),
      drawn.order,
    );
    return { terms, policy, acceptOverpayment, settlement, first, standing, steps: writeOffAfter(steps) };
  });

function stepOf(
  kind: StandingStep['kind'],
  key: string,
  { days, amount, ahead }: { days: number; amount: number; ahead: boolean },
): StandingStep {
  return { kind, key, date: daysAfterStart(days), amount, ahead };
}

function named(kind: StandingStep['kind'], letter: string) {
  return (drawn: { days: number; amount: number; ahead: boolean }, index: number) =>
    stepOf(kind, `${letter}${index + 1}`, drawn);
}

/**
 * The write-off that stands comes after what it forbids, payouts and another that is taken back, and before whatever is
 * dated after it; the one that is taken back comes before all else.
 */
function writeOffAfter(steps: readonly WholeStep[]): readonly WholeStep[] {
  const takenBack = steps.filter(({ key, kind }) => key === 'V1' && kind === 'write_off');
  const standing = steps.find(({ key }) => key === 'W1');
  const others = steps.filter((one) => one !== standing && !takenBack.includes(one));
  if (standing === undefined) return [...takenBack, ...others];
  const comesBefore = (one: WholeStep) =>
    one.kind === 'disburse' ||
    one.kind === 'complete' ||
    one.key === 'V1' ||
    one.key.startsWith('F') ||
    (steps.indexOf(one) < steps.indexOf(standing) && one.date <= standing.date);
  const before = others.filter(comesBefore);
  return [...takenBack, ...before, standing, ...others.filter((one) => !before.includes(one))];
}

const RANKS = { disburse: 0, pay: 1, write_off: 1, refund: 2 };

/** By date, on one date payouts first and refunds last, else as given. */
export function inDateOrder<Fact extends BookFact>(facts: readonly Fact[]): Fact[] {
  return facts.toSorted((a, b) =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : RANKS[a.kind] - RANKS[b.kind],
  );
}

/** What can stand: payments cut to what is owed unless surplus is kept, a refund cut to the credit. */
function standable(
  plan: Pick<WholePlan, 'terms' | 'policy' | 'acceptOverpayment'>,
  wanted: readonly StandingStep[],
): StandingStep[] {
  const book = new NaiveBook(plan.terms, plan.policy);
  const kept: StandingStep[] = [];
  for (const one of inDateOrder(wanted)) {
    let { amount } = one;
    if (one.kind === 'pay' && !plan.acceptOverpayment) amount = Math.min(amount, book.owed(one.date));
    if (one.kind === 'refund') amount = Math.min(amount, book.credit);
    if (amount === 0 && one.kind !== 'write_off') continue;
    if (book.book({ ...one, amount })) kept.push({ ...one, amount });
  }
  return kept;
}

/** The second bookkeeper's books of facts in the order they count, up to a date. */
export function bookUntil(plan: WholePlan, facts: readonly BookFact[], until: string): NaiveBook {
  const book = new NaiveBook(plan.terms, plan.policy);
  for (const fact of facts) {
    if (fact.date <= until && !book.book(fact)) throw new Error(`${fact.kind} of ${fact.date} cannot stand`);
  }
  return book;
}

/** Registered on the first day or on the last. */
export function businessDateOf({ kind, date, ahead: isAhead }: WholeStep): string {
  if (kind === 'write_off') return date;
  return isAhead && kind === 'disburse' ? START : END;
}

import fc from 'fast-check';
import type { DayCount } from '../../src/domain/day-count.ts';
import { NaiveModel } from './naive-model.ts';

/** What somebody does to a loan; dates are `YYYY-MM-DD`, amounts piastres. */
export type Step =
  | {
      readonly kind: 'disburse' | 'pay';
      readonly key: string;
      readonly date: string;
      readonly amount: number;
    }
  /** Takes back what `key` did: reverses a payment, fails a disbursement. */
  | { readonly kind: 'undo'; readonly key: string };

export interface Plan {
  readonly rateE4: number;
  readonly termMonths: number;
  readonly dayCount: DayCount;
  readonly style: 'annuity' | 'equal_principal' | 'bullet' | 'flat';
  /** The first disbursement. */
  readonly first: Step & { readonly kind: 'disburse' };
  /** All else, in an order somebody might enter it in. */
  readonly steps: readonly Step[];
  /** Everything that stands in the end, in date order. */
  readonly standing: readonly Exclude<Step, { kind: 'undo' }>[];
}

export const START = '2026-01-31';
const DAY_MS = 86_400_000;

export function daysAfterStart(days: number): string {
  return new Date(Date.parse(`${START}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

const money = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 400_000 }));
const dated = fc.record({ days: fc.integer({ min: 0, max: 110 }), amount: money });

/**
 * Loans with tranches and payments that stand, and with payments and tranches taken back again, in any order. The
 * payments that stand are cut to what the slow model says is owed on their dates.
 */
export const plans: fc.Arbitrary<Plan> = fc
  .record({
    rateE4: fc.constantFrom(0, 10_000, 172_500, 240_000, 999_999),
    termMonths: fc.integer({ min: 4, max: 15 }),
    dayCount: fc.constantFrom<DayCount>(
      'monthly',
      'actual/365',
      'actual/360',
      'actual/actual',
      '30/360',
      '30E/360',
    ),
    style: fc.constantFrom<Plan['style']>('annuity', 'equal_principal', 'bullet'),
    firstAmount: fc.integer({ min: 50_000, max: 600_000 }),
    tranches: fc.array(dated, { maxLength: 2 }),
    payments: fc.array(dated, { maxLength: 5 }),
    undone: fc.array(dated, { maxLength: 2 }),
    failed: fc.array(dated, { maxLength: 1 }),
    order: fc.array(fc.nat(1_000_000), { minLength: 16, maxLength: 16 }),
  })
  .map((drawn): Plan => {
    const first = { kind: 'disburse', key: 'D0', date: START, amount: drawn.firstAmount } as const;
    const step =
      (kind: 'disburse' | 'pay', letter: string) =>
      ({ days, amount }: { days: number; amount: number }, index: number) =>
        ({ kind, key: `${letter}${index + 1}`, date: daysAfterStart(days), amount }) as const;
    const wanted = [...drawn.tranches.map(step('disburse', 'D')), ...drawn.payments.map(step('pay', 'P'))];
    const standing = payable(drawn, first, wanted);
    const undone = [...drawn.undone.map(step('pay', 'X')), ...drawn.failed.map(step('disburse', 'F'))];
    const steps = [
      ...standing.slice(1),
      ...undone,
      ...undone.map(({ key }) => ({ kind: 'undo', key }) as const),
    ];
    return { ...drawn, first, standing, steps: shuffled(steps, drawn.order) };
  });

type Dated = Plan['standing'][number];

/** In date order, with every payment cut to what is owed on its date; those that nothing is owed for are left out. */
function payable(
  terms: Pick<Plan, 'dayCount' | 'rateE4' | 'termMonths'>,
  first: Dated,
  wanted: readonly Dated[],
): Dated[] {
  const model = new NaiveModel({ ...terms, flatInterest: null });
  const kept: Dated[] = [];
  for (const one of inDateOrder([first, ...wanted])) {
    const amount = one.kind === 'pay' ? Math.min(one.amount, model.owed(one.date)) : one.amount;
    if (amount === 0) continue;
    model.book({ kind: one.kind === 'pay' ? 'payment' : 'disbursement', date: one.date, amount });
    kept.push({ ...one, amount });
  }
  return kept;
}

/** By date, disbursements before payments, and as given. */
export function inDateOrder<T extends { readonly kind: string; readonly date: string }>(
  steps: readonly T[],
): T[] {
  const rank = ({ kind }: T) => (kind === 'disburse' ? 0 : 1);
  return steps.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : rank(a) - rank(b)));
}

/** The slow model of what stands, with the payments of one date in the order they were booked. */
export function modelOf(plan: Plan, standing: readonly Dated[], until: string): NaiveModel {
  const model = new NaiveModel({ ...plan, flatInterest: null });
  for (const { kind, date, amount } of inDateOrder(standing)) {
    if (date <= until) model.book({ kind: kind === 'pay' ? 'payment' : 'disbursement', date, amount });
  }
  return model;
}

export function shuffled<T>(items: readonly T[], order: readonly number[]): T[] {
  return items
    .map((item, index) => ({ item, at: order[index % order.length] as number }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/**
 * Enters the steps as somebody would who tries again what was refused: `attempt` answers whether one was done. What
 * undoes or completes another waits for it. False when some can never be entered, as a tranche of a loan that was paid
 * off meanwhile.
 */
export async function enterAll<One extends { readonly kind: string; readonly key: string }>(
  steps: readonly One[],
  attempt: (step: One) => boolean | Promise<boolean>,
): Promise<boolean> {
  let waiting = [...steps];
  const done = new Set<string>();
  while (waiting.length > 0) {
    const refused: One[] = [];
    for (const step of waiting) {
      const ready = (step.kind !== 'undo' && step.kind !== 'complete') || done.has(step.key);
      if (ready && (await attempt(step))) done.add(step.key);
      else refused.push(step);
    }
    if (refused.length === waiting.length) return false;
    waiting = refused;
  }
  return true;
}

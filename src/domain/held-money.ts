import { formatAmountGrouped, type Piastres, piastres } from './money.ts';
import { type FieldFault, type Refusal, refuse } from './refusal.ts';

/** A held row, as far as what waits of it goes. */
export interface HeldMoney {
  /** Signed: below zero when money went out; null in another currency than EGP, which is in no book of ours. */
  readonly amountPiastres: number | null;
  /** In their order. */
  readonly steps: readonly HeldStepFact[];
}

export interface HeldStepFact {
  readonly kind: 'matched' | 'dismissed' | 'undone' | 'reopened';
  /** What left, signed as the row is; the other way round when it was reopened. */
  readonly amountPiastres: number | null;
  readonly paymentId: string | null;
}

/** What waits of a held row, signed as the row is; null in another currency than EGP. */
export function waitingOf({ amountPiastres, steps }: HeldMoney): Piastres | null {
  if (amountPiastres === null) return null;
  return piastres(steps.reduce((left, step) => left - (step.amountPiastres ?? 0), amountPiastres));
}

/** Whether something of a held row waits for a person still. One in another currency waits until its first step. */
export function isOpen(row: HeldMoney): boolean {
  const waiting = waitingOf(row);
  return waiting === null ? row.steps.length === 0 : waiting !== 0;
}

/** Payments made of a held row that were not booked back into it, with what each took of it. */
export function paymentsMadeOf({ steps }: HeldMoney): ReadonlyMap<string, number> {
  const made = new Map<string, number>();
  for (const { kind, paymentId, amountPiastres } of steps) {
    if (paymentId === null || amountPiastres === null) continue;
    if (kind === 'matched') made.set(paymentId, amountPiastres);
    else if (kind === 'reopened') made.delete(paymentId);
  }
  return made;
}

/**
 * Divides what waits of a row: to each the amount asked for, to the one without (null) what the others leave. Refusals:
 * `over_held_amount`, and `validation_failed` for an amount that is not above zero and for a second one without.
 */
export function divideHeld(
  waitingPiastres: Piastres,
  asked: readonly (Piastres | null)[],
): readonly Piastres[] | Refusal {
  const faults = asked.flatMap((amount, at): FieldFault[] => {
    const field = `allocations/${at}/amount`;
    if (amount === null && asked.indexOf(null) < at) {
      return [
        { field, code: 'required', message: 'only one loan can be without an amount: it gets the rest' },
      ];
    }
    if (amount === null || amount > 0) return [];
    const message = `${formatAmountGrouped(amount)} is not above zero`;
    return [{ field, code: 'invalid_amount', message }];
  });
  const [first] = faults;
  if (first !== undefined) return refuse('validation_failed', first.message, { faults });
  const given = asked.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  const rest = waitingPiastres - given;
  const waits = formatAmountGrouped(waitingPiastres);
  if (rest < 0) {
    return refuse('over_held_amount', `${formatAmountGrouped(piastres(given))} is more than waits, ${waits}`);
  }
  if (rest === 0 && asked.includes(null)) {
    return refuse('over_held_amount', `nothing is left for the loan without an amount: ${waits} waits`);
  }
  return asked.map((amount) => amount ?? piastres(rest));
}

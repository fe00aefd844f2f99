import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideHeld, isOpen, paymentsMadeOf, waitingOf } from '../../src/domain/held-money.ts';
import { piastres } from '../../src/domain/money.ts';
import { isRefusal } from '../../src/domain/refusal.ts';

const step = (
  kind: 'matched' | 'dismissed' | 'undone' | 'reopened',
  amountPiastres: number | null,
  paymentId = '',
) => ({
  kind,
  amountPiastres,
  paymentId: paymentId === '' ? null : paymentId,
});

describe('held money', () => {
  it('waits as far as nothing became of it, also of what went out', () => {
    const steps = [step('matched', 30, 'A'), step('matched', 20, 'B'), step('reopened', -30, 'A')];
    expect(waitingOf({ amountPiastres: 100, steps })).toBe(80);
    expect([...paymentsMadeOf({ amountPiastres: 100, steps })]).toEqual([['B', 20]]);
    expect(waitingOf({ amountPiastres: -100, steps: [step('matched', -60, 'C')] })).toBe(-40);
    expect(isOpen({ amountPiastres: -100, steps: [step('matched', -100, 'C')] })).toBe(false);
  });

  it('in another currency waits until something becomes of it', () => {
    expect(isOpen({ amountPiastres: null, steps: [] })).toBe(true);
    expect(isOpen({ amountPiastres: null, steps: [step('dismissed', null)] })).toBe(false);
  });

  it('is divided to the piastre: what was asked, and the rest to the one without an amount', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 10 ** 9 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 10 ** 9 }), fc.nat(5), (given, rest, at) => {
        const sum = given.reduce((all, one) => all + one, 0);
        const asked = given.map(piastres);
        const withRest = [...asked.slice(0, at), null, ...asked.slice(at)];
        expect(divideHeld(piastres(sum + rest), withRest)).toEqual(withRest.map((one) => one ?? rest));
        expect(divideHeld(piastres(sum + rest), asked)).toEqual(asked);
        expect(divideHeld(piastres(sum), withRest)).toMatchObject({ code: 'over_held_amount' });
        expect(isRefusal(divideHeld(piastres(sum - 1), asked))).toBe(true);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { disbursed, paymentInput, payOn } from './desk-loans.ts';

describe('payments', () => {
  it(
    'under a reference that stands on another loan with the same amount are booked and name that payment',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const { loanId: other } = await disbursed(desk, {}, {}, { merchant_id: 'M-2' });
      const typed = { payment_reference: 'FT-26001' };
      const first = await payOn(desk, '2026-04-01', loanId, 500, typed);
      const named = { payment_id: first.payment_id, loan_id: loanId, payment_date: '2026-04-01' };
      expect(first.reference_on_other_loan).toBeNull();
      const small = await payOn(desk, '2026-04-01', other, 499, typed);
      expect(small.reference_on_other_loan).toBeNull();
      await desk.done('payments.reverse', { payment_id: small.payment_id as string, reason: 'mistyped' });
      const input = paymentInput(desk, other, 500, { payment_reference: 'ft-26001' });
      const idempotency = { key: 'a-key-of-this-payment', fingerprint: 'f' };
      const keyed = () => desk.done('payments.create', input, { idempotency });
      const second = await keyed();
      expect(second).toMatchObject({ replayed: false, reference_on_other_loan: named });
      expect(await keyed()).toEqual(second);
      // Known by its reference on its own loan: nothing is booked, so nothing is to be warned of.
      const again = await desk.done(
        'payments.create',
        paymentInput(desk, loanId, 500, { ...typed, payment_date: '2026-04-01' }),
      );
      expect(again).toMatchObject({ replayed: true, reference_on_other_loan: null });
    }),
  );

  it(
    'take a placeholder for no reference: neither replayed nor in conflict, named as equal',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const { loanId: other } = await disbursed(desk, {}, {}, { merchant_id: 'M-2' });
      const none = { payment_reference: 'N/A' };
      const first = await payOn(desk, '2026-04-01', loanId, 500, none);
      const second = await payOn(desk, '2026-04-01', loanId, 500, none);
      expect(second).toMatchObject({ replayed: false, equal_payment_id: first.payment_id });
      expect(await payOn(desk, '2026-04-01', loanId, 600, none)).toMatchObject({ replayed: false });
      expect((await payOn(desk, '2026-04-01', other, 500, none)).reference_on_other_loan).toBeNull();
    }),
  );
});

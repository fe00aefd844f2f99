import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { disbursementInput, halfDrawn, payOn } from './desk-loans.ts';

describe('a payout registered after a payment of the same day', () => {
  it(
    'comes before it in date order: the listed balance has it, and the ledger verifies',
    onDesk(async (desk) => {
      const { loanId } = await halfDrawn(desk);
      const booked = await payOn(desk, '2026-04-02', loanId, 1_000);
      const tranche = { disbursement_amount: 1_000, disbursement_date: '2026-04-02' };
      await desk.done('disbursements.create', disbursementInput(desk, loanId, tranche));
      const [listed] = await desk.done('loans.payments', { loan_id: loanId });
      expect(listed?.interest_amount).toBe(booked.interest_amount);
      expect(listed?.remaining_balance).toBe(Number((booked.remaining_balance + 1_000).toFixed(2)));
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );
});

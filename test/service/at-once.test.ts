import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { applied, approvalOf, disbursed, disbursementInput, halfDrawn, paymentInput } from './desk-loans.ts';

const OUTCOMES_OF = (answers: readonly { ok: boolean; problem?: { code: string } }[]) =>
  answers.map((answer) => (answer.ok ? 'ok' : (answer.problem?.code ?? ''))).sort();

describe('at once', () => {
  it(
    'two decisions: one wins, the other conflicts',
    onDesk(async (desk) => {
      const id = await applied(desk);
      const answers = await Promise.all([
        desk.call('decisions.create', approvalOf(id)),
        desk.call('decisions.create', approvalOf(id, { decision_maker_id: 'officer-8' })),
      ]);
      expect(OUTCOMES_OF(answers)).toEqual(['already_decided', 'ok']);
      expect(await desk.done('loans.list', {})).toMatchObject({ total_count: 1 });
    }),
  );

  it(
    'fifty payments that together exceed the payoff: exactly the payoff is applied',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => desk.call('payments.create', paymentInput(desk, loanId, 400))),
      );
      // 12,000.00 on the day it was paid out: thirty of 400.00.
      const outcomes = OUTCOMES_OF(answers);
      expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(30);
      expect(outcomes.filter((outcome) => outcome === 'loan_paid_off')).toHaveLength(20);
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({
        payment_status: 'paid_off',
        total_payments_made: 30,
        outstanding_balance: 0,
      });
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, entries: 31 });
    }),
  );

  it(
    'ten payments with one reference: one is booked, nine are answered with it',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      const input = paymentInput(desk, loanId, 400, { payment_reference: 'FT-1' });
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => desk.done('payments.create', input)),
      );
      expect(new Set(answers.map((answer) => answer.payment_id)).size).toBe(1);
      expect(answers.filter((answer) => answer.replayed)).toHaveLength(9);
      expect(await desk.done('loans.get', { loan_id: loanId })).toMatchObject({ total_payments_made: 1 });
    }),
  );

  it(
    'two disbursements that together exceed what is left: one',
    onDesk(async (desk) => {
      const { loanId } = await halfDrawn(desk);
      const input = disbursementInput(desk, loanId, { disbursement_amount: 4_000 });
      const answers = await Promise.all([1, 2].map(() => desk.call('disbursements.create', input)));
      expect(OUTCOMES_OF(answers)).toEqual(['ok', 'over_disbursement']);
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { applicationInput, disbursed, paymentInput, payOn } from './desk-loans.ts';

describe('what is due', () => {
  it(
    'is the payoff on the last installment, interest of late payments included',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk, { interest_rate: 24, term_months: 3 });
      const { installments } = await desk.done('loans.schedule', { loan_id: loanId });
      const [first, second] = installments;
      await payOn(desk, '2026-04-20', loanId, first?.installment_amount ?? 0);
      await payOn(desk, '2026-05-20', loanId, second?.installment_amount ?? 0);
      desk.today = '2026-05-30';
      const [schedule, payoff] = [
        await desk.done('loans.schedule', { loan_id: loanId }),
        await desk.done('loans.payoff', { loan_id: loanId }),
      ];
      expect(schedule.due_amount).toBe(payoff.payoff_amount);
    }),
  );
});

describe('ids and references that only look alike', () => {
  it.each(['nile ', ' nile', 'ni\u200ble', '\ufeffnile'])(
    'are refused as a merchant: %j',
    async (merchant) => {
      await onDesk(async (desk) => {
        const problem = await desk.refused(
          'applications.create',
          applicationInput({ merchant_id: merchant }),
        );
        expect(problem.errors).toMatchObject([{ pointer: '/merchant_id' }]);
      })();
    },
  );

  it(
    'are refused as a payment reference',
    onDesk(async (desk) => {
      const { loanId } = await disbursed(desk);
      for (const reference of ['FT1 ', 'FT1\u200b']) {
        const input = paymentInput(desk, loanId, 100, { payment_reference: reference });
        expect((await desk.refused('payments.create', input)).code).toBe('validation_failed');
      }
    }),
  );
});

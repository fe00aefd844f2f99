import { expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { disbursed, paymentInput, setPolicy } from './desk-loans.ts';

const MOST = 999_999_999_999.99;

it(
  'says that a figure is too large where interest of centuries passes what is exact, and books nothing',
  onDesk(async (desk) => {
    await setPolicy(desk, 'max_requested_amount', String(MOST));
    const terms = { approved_amount: MOST, interest_rate: 100, term_months: 120 };
    const { loanId } = await disbursed(
      desk,
      terms,
      { disbursement_amount: MOST },
      { requested_amount: MOST, requested_term_months: 120 },
    );
    const loan = { loan_id: loanId };
    // Ten years at 100 % are ten times the amount again.
    const mature = await desk.done('loans.get', { ...loan, as_of: '2036-03-01' });
    expect(mature.payoff_amount).toBe(10_999_999_999_999.89);
    const far = { ...loan, as_of: '2500-01-01' };
    const problem = await desk.refused('loans.get', far);
    expect(problem).toEqual({
      code: 'figure_too_large',
      detail: 'a figure would be above 90,071,992,547,409.91 EGP, the most that is worked out exactly',
    });
    expect(await desk.refused('loans.payoff', far)).toEqual(problem);
    expect(await desk.refused('loans.explain', far)).toEqual(problem);
    desk.today = '2500-01-01';
    const before = await desk.fingerprint();
    expect(await desk.call('payments.create', paymentInput(desk, loanId, 1))).toEqual({ ok: false, problem });
    expect(await desk.fingerprint()).toEqual(before);
    expect(await desk.call('reports.portfolio', {})).toEqual({ ok: false, problem });
  }),
);

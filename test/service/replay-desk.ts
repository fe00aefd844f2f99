import fc from 'fast-check';
import { expect } from 'vitest';
import type { Outcome } from '../../src/contract/problem.ts';
import {
  daysAfterStart,
  enterAll,
  modelOf,
  type Plan,
  plans,
  START,
  type Step,
} from '../domain/replay-plan.ts';
import { type Desk, openDesk } from './desk.ts';
import { approved, disbursementInput, paymentInput } from './desk-loans.ts';

/** Codes somebody may meet who enters facts in any order. */
const REFUSED = ['overpayment', 'loan_paid_off', 'would_break_later_payment'];

/** Enters a plan through the service; answers the ids of its payments by key, null when some cannot be entered. */
async function enterPlan(desk: Desk, loanId: string, plan: Plan): Promise<Map<string, string> | null> {
  const ids = new Map<string, string>();
  const attempt = async (step: Step): Promise<boolean> => {
    const answer = await enter(desk, loanId, step, ids);
    if (!answer.ok) expect(REFUSED).toContain(answer.problem.code);
    return answer.ok;
  };
  expect(await attempt(plan.first)).toBe(true);
  return (await enterAll(plan.steps, attempt)) ? ids : null;
}

async function enter(
  desk: Desk,
  loanId: string,
  step: Step,
  ids: Map<string, string>,
): Promise<Outcome<unknown>> {
  if (step.kind === 'undo') {
    const id = ids.get(step.key) as string;
    return step.key.startsWith('F')
      ? desk.call('disbursements.fail', { disbursement_reference: id, reason: 'came back' })
      : desk.call('payments.reverse', { payment_id: id, reason: 'returned' });
  }
  const { date, amount, key } = step;
  if (step.kind === 'pay') {
    const input = paymentInput(desk, loanId, amount / 100, { payment_date: date });
    const answer = await desk.call('payments.create', input);
    if (answer.ok) ids.set(key, answer.value.payment_id as string);
    return answer;
  }
  const more = { disbursement_amount: amount / 100, disbursement_date: date };
  const answer = await desk.call('disbursements.create', disbursementInput(desk, loanId, more));
  if (answer.ok) ids.set(key, answer.value.disbursement_reference as string);
  return answer;
}

/**
 * Holds, for plans entered in any order through the service: the payments are divided as the slow model says, the
 * account is what it says is owed, and the ledger verifies.
 */
export async function expectReplayHolds(runs: number): Promise<void> {
  let whole = 0;
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const desk = await openDesk(START);
      try {
        const { loanId } = await approved(
          desk,
          {
            approved_amount: 100_000,
            interest_rate: plan.rateE4 / 10_000,
            term_months: plan.termMonths,
            day_count: plan.dayCount,
            repayment_style: plan.style,
          },
          {},
        );
        desk.today = daysAfterStart(130);
        const ids = await enterPlan(desk, loanId, plan);
        expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
        if (ids === null) return;
        whole += 1;
        await expectModel(desk, loanId, plan, ids);
      } finally {
        await desk.close();
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(whole).toBeGreaterThan(runs * 0.6);
}

async function expectModel(desk: Desk, loanId: string, plan: Plan, ids: Map<string, string>): Promise<void> {
  const booked = [...ids.keys()];
  const standing = plan.standing.toSorted((a, b) => booked.indexOf(a.key) - booked.indexOf(b.key));
  const payments = await desk.done('loans.payments', { loan_id: loanId });
  const posted = payments.filter((one) => one.status === 'posted');
  expect(
    posted.map((one) => ({
      principal: Math.round(one.principal_amount * 100),
      interest: Math.round(one.interest_amount * 100),
      left: Math.round(one.remaining_balance * 100),
    })),
  ).toEqual(modelOf(plan, standing, desk.today).splits);
  const reversed = plan.steps.filter((step) => step.kind === 'undo' && step.key.startsWith('X'));
  expect(payments.length - posted.length).toBe(reversed.length);
  for (const date of [daysAfterStart(60), desk.today]) {
    const loan = await desk.done('loans.get', { loan_id: loanId, as_of: date });
    expect(Math.round(loan.payoff_amount * 100)).toBe(modelOf(plan, standing, date).owed(date));
    // A tranche that comes later keeps it open.
    if (date === desk.today) expect(loan.payment_status === 'paid_off').toBe(loan.payoff_amount === 0);
  }
}

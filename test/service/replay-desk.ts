import fc from 'fast-check';
import { expect } from 'vitest';
import type { Outcome } from '../../src/contract/problem.ts';
import { daysLater } from '../domain/naive-book.ts';
import { daysAfterStart, enterAll, START } from '../domain/replay-plan.ts';
import { type Desk, openDesk } from './desk.ts';
import { approved, disbursementInput, paymentInput, setPolicy } from './desk-loans.ts';
import {
  bookUntil,
  businessDateOf,
  END,
  inDateOrder,
  type StandingStep,
  type WholePlan,
  type WholeStep,
  wholePlans,
} from './whole-plan.ts';

/** Codes somebody may meet who enters facts in any order. */
const REFUSED = [
  'overpayment',
  'loan_paid_off',
  'would_break_later_payment',
  'credit_short',
  'no_credit',
  'loan_written_off',
  'nothing_to_write_off',
  'date_before_last_event',
  'would_break_write_off',
  'disbursement_pending',
];

/** How often the plans held something, so that none passes because it never came. */
class Seen {
  readonly #counts = new Map<string, number>();
  add(what: string, isSo: boolean): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + (isSo ? 1 : 0));
  }
  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }
  get rare(): string[] {
    return [...this.#counts].filter(([, count]) => count === 0).map(([what]) => what);
  }
}

/**
 * Holds, for plans entered in any order through the service: the payments are divided as the second bookkeeper does,
 * the account at any date and the schedule are as in those books, and the ledger verifies. A short run is given its
 * `seed`, since chance may leave out of few plans what is rare; the long one draws its own.
 */
export async function expectReplayHolds(runs: number, seed?: number): Promise<void> {
  const seen = new Seen();
  await fc.assert(
    fc.asyncProperty(wholePlans, async (plan) => {
      const desk = await openDesk(START);
      try {
        const loanId = await loanOf(desk, plan);
        const ids = await enterPlan(desk, loanId, plan);
        desk.today = END;
        expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
        seen.add('whole', ids !== null);
        if (ids !== null) await expectBook(desk, loanId, { plan, ids, seen });
      } finally {
        await desk.close();
      }
    }),
    { numRuns: runs, endOnFailure: true, ...(seed === undefined ? {} : { seed }) },
  );
  expect(seen.of('whole')).toBeGreaterThan(runs * 0.6);
  expect(seen.rare).toEqual([]);
}

async function loanOf(desk: Desk, { terms, policy, ...plan }: WholePlan): Promise<string> {
  const { lateFee } = policy;
  await setPolicy(desk, 'accept_overpayment', String(plan.acceptOverpayment));
  await setPolicy(desk, 'settlement', plan.settlement);
  await setPolicy(desk, 'arrears_tolerance', String(policy.tolerance / 100));
  await setPolicy(desk, 'grace_days', String(policy.graceDays));
  await setPolicy(desk, 'default_days', String(policy.defaultDays));
  if (lateFee !== null) {
    const value = { amount: (lateFee.amount / 100).toFixed(2), after_days: lateFee.afterDays };
    await setPolicy(desk, 'late_fee', JSON.stringify(value));
  }
  const { loanId } = await approved(desk, {
    approved_amount: 100_000,
    interest_rate: terms.rateE4 / 10_000,
    term_months: terms.termMonths,
    day_count: terms.dayCount,
    repayment_style: terms.style,
    grace_months: terms.graceMonths,
  });
  return loanId;
}

/** Enters a plan; answers the ids of what was booked by key, in booking order, null when some cannot be entered. */
async function enterPlan(desk: Desk, loanId: string, plan: WholePlan): Promise<Map<string, string> | null> {
  const ids = new Map<string, string>();
  const attempt = async (step: WholeStep): Promise<boolean> => {
    desk.today = businessDateOf(step);
    const answer = await enter(desk, loanId, step, ids);
    if (!answer.ok) expect(REFUSED, answer.problem.detail).toContain(answer.problem.code);
    return answer.ok;
  };
  expect(await attempt(plan.first)).toBe(true);
  if (plan.settlement === 'manual') expect(await attempt({ ...plan.first, kind: 'complete' })).toBe(true);
  return (await enterAll(plan.steps, attempt)) ? ids : null;
}

async function enter(
  desk: Desk,
  loanId: string,
  { kind, key, date, amount }: WholeStep,
  ids: Map<string, string>,
): Promise<Outcome<unknown>> {
  const loan = { loan_id: loanId };
  const id = ids.get(key) ?? '';
  const keep = (booked: Outcome<unknown>, idOf: () => string | null) => {
    if (booked.ok) ids.set(key, idOf() ?? '');
    return booked;
  };
  switch (kind) {
    case 'disburse': {
      const more = { disbursement_amount: amount / 100, disbursement_date: date };
      const answer = await desk.call('disbursements.create', disbursementInput(desk, loanId, more));
      return keep(answer, () => (answer.ok ? answer.value.disbursement_reference : null));
    }
    case 'complete':
      return desk.call('disbursements.complete', { disbursement_reference: id, date });
    case 'pay': {
      const input = paymentInput(desk, loanId, amount / 100, { payment_date: date });
      const answer = await desk.call('payments.create', input);
      return keep(answer, () => (answer.ok ? answer.value.payment_id : null));
    }
    case 'refund':
      return desk.call('loans.refund', { ...loan, amount: amount / 100, date });
    case 'write_off':
      return keep(await desk.call('loans.write_off', { ...loan, reason: 'insolvent' }), () => key);
    case 'undo':
      if (key.startsWith('F')) {
        return desk.call('disbursements.fail', { disbursement_reference: id, reason: 'came back' });
      }
      return key.startsWith('V')
        ? desk.call('loans.reverse_write_off', { ...loan, reason: 'a mistake' })
        : desk.call('payments.reverse', { payment_id: id, reason: 'returned' });
  }
}

interface Entered {
  readonly plan: WholePlan;
  readonly ids: Map<string, string>;
  readonly seen: Seen;
}

async function expectBook(desk: Desk, loanId: string, { plan, ids, seen }: Entered): Promise<void> {
  const booked = [...ids.keys()];
  const byBooking = (a: StandingStep, b: StandingStep) => booked.indexOf(a.key) - booked.indexOf(b.key);
  const facts = inDateOrder(plan.standing.toSorted(byBooking));
  const payments = await desk.done('loans.payments', { loan_id: loanId });
  const posted = payments.filter((one) => one.status === 'posted');
  const { splits } = bookUntil(plan, facts, END);
  expect(
    posted.map((one) => ({
      principal: inPiastres(one.principal_amount),
      interest: inPiastres(one.interest_amount),
      fee: inPiastres(one.fee_amount),
      credit: inPiastres(one.credit_amount),
      recovered: inPiastres(one.recovered_amount),
      left: inPiastres(one.remaining_balance),
    })),
  ).toEqual(splits);
  const statuses = new Set<string>();
  for (const date of [...[20, 75, 121, 160].map(daysAfterStart), END, daysLater(END, 60)]) {
    const book = bookUntil(plan, facts, date);
    const pending = facts.some((one) => one.kind === 'disburse' && one.date > date);
    const loan = await desk.done('loans.get', { loan_id: loanId, as_of: date });
    statuses.add(loan.payment_status);
    expect(
      {
        outstanding: inPiastres(loan.outstanding_balance),
        interest: inPiastres(loan.accrued_interest),
        fees: inPiastres(loan.fees_due),
        payoff: inPiastres(loan.payoff_amount),
        arrears: inPiastres(loan.arrears_amount),
        credit: inPiastres(loan.credit_balance),
        daysPastDue: loan.days_past_due,
        nextDue: loan.next_payment_due_date,
        installment: inPiastres(loan.installment_amount),
        status: loan.payment_status,
        payments: loan.total_payments_made,
        lost: inPiastres(loan.written_off_amount),
        recovered: inPiastres(loan.recovered_amount),
        unpaid: inPiastres(loan.written_off_interest),
        recoveredUnpaid: inPiastres(loan.recovered_interest),
      },
      date,
    ).toEqual(book.accountAt(date, pending));
    const { installments } = await desk.done('loans.schedule', { loan_id: loanId, as_of: date });
    expect(
      installments.map((row) => ({
        due: row.due_date,
        installment: inPiastres(row.installment_amount),
        principal: inPiastres(row.principal_amount),
        interest: inPiastres(row.interest_amount),
        balance: inPiastres(row.balance),
      })),
      date,
    ).toEqual(book.rows());
  }
  for (const status of ['current', 'overdue', 'defaulted', 'paid_off'])
    seen.add(status, statuses.has(status));
  seen.add(
    'fee',
    splits.some(({ fee }) => fee > 0),
  );
  seen.add(
    'credit',
    splits.some(({ credit }) => credit > 0),
  );
  seen.add(
    'recovered',
    splits.some(({ recovered }) => recovered > 0),
  );
  seen.add('tranche', facts.filter(({ kind }) => kind === 'disburse').length > 1);
  seen.add(
    'out of order',
    facts.some((one, index) => one !== plan.standing[index]) || isShuffled(booked, facts),
  );
  for (const kind of ['refund', 'write_off'])
    seen.add(
      kind,
      facts.some((one) => one.kind === kind),
    );
  for (const letter of ['X', 'F', 'V'])
    seen.add(
      letter,
      booked.some((key) => key.startsWith(letter)),
    );
  seen.add('by hand', plan.settlement === 'manual');
}

/** Whether what stands was booked in another order than it counts. */
function isShuffled(booked: readonly string[], facts: readonly StandingStep[]): boolean {
  const order = facts.map(({ key }) => booked.indexOf(key)).filter((at) => at >= 0);
  return order.some((at, index) => index > 0 && at < (order[index - 1] as number));
}

function inPiastres<Amount extends number | null | undefined>(amount: Amount): Amount | number {
  return typeof amount === 'number' ? Math.round(amount * 100) : amount;
}

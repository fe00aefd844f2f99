import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import {
  applicationStatus,
  decisionKind,
  disbursementStatus,
  paymentStatus,
} from '../../src/contract/schemas/fields.ts';
import { type Desk, onDesk, openDesk } from './desk.ts';
import { applied, approvalOf, approved, disbursementInput, paymentInput } from './desk-loans.ts';
import { OUTCOMES } from './loan-outcomes.ts';
import { LOAN_STATES, type LoanInState, type LoanStateName } from './loan-states.ts';

type Decision = 'approved' | 'rejected' | 'pending_review';

/** Every state an application can be in, with the way there. */
const APPLICATION_STATES: Record<string, (desk: Desk) => Promise<string>> = {
  submitted: (desk) => applied(desk),
  pending_review: async (desk) => decided(desk, await applied(desk), 'pending_review'),
  approved: async (desk) => decided(desk, await applied(desk), 'approved'),
  rejected: async (desk) => decided(desk, await applied(desk), 'rejected'),
  'pending_review, its loan cancelled': async (desk) => {
    const { applicationId, loanId } = await approved(desk);
    await desk.done('loans.cancel', { loan_id: loanId, reason: 'merchant withdrew' });
    return applicationId;
  },
};

/** What each decision does in each state: the status after it, or the code it is refused with. */
const DECISIONS: Record<string, Record<Decision, string>> = {
  submitted: { approved: 'approved', rejected: 'rejected', pending_review: 'pending_review' },
  pending_review: { approved: 'approved', rejected: 'rejected', pending_review: 'pending_review' },
  approved: { approved: 'already_decided', rejected: 'already_decided', pending_review: 'already_decided' },
  rejected: { approved: 'already_decided', rejected: 'already_decided', pending_review: 'already_decided' },
  'pending_review, its loan cancelled': {
    approved: 'approved',
    rejected: 'rejected',
    pending_review: 'pending_review',
  },
};

function decisionInput(applicationId: string, decision: Decision) {
  const base = { application_id: applicationId, decision, decision_maker_id: 'officer-7' };
  if (decision === 'approved') return approvalOf(applicationId);
  return decision === 'rejected' ? { ...base, rejection_reason: 'sales falling' } : base;
}

async function decided(desk: Desk, applicationId: string, decision: Decision): Promise<string> {
  await desk.done('decisions.create', decisionInput(applicationId, decision));
  return applicationId;
}

describe('decisions on applications', () => {
  it('has a cell for every state and decision', () => {
    expect(Object.keys(DECISIONS)).toEqual(Object.keys(APPLICATION_STATES));
    expect(Object.keys(APPLICATION_STATES)).toEqual(expect.arrayContaining(applicationStatus.options));
    for (const row of Object.values(DECISIONS)) expect(Object.keys(row)).toEqual(decisionKind.options);
  });

  const cells = Object.entries(DECISIONS).flatMap(([state, row]) =>
    Object.entries(row).map(([decision, outcome]) => [state, decision as Decision, outcome] as const),
  );
  it.each(cells)('%s, then %s: %s', async (state, decision, outcome) => {
    const desk = await openDesk();
    const applicationId = (await APPLICATION_STATES[state]?.(desk)) as string;
    const input = decisionInput(applicationId, decision);
    if (outcome === 'already_decided') {
      const problem = await desk.refused('decisions.create', input);
      expect(problem.code).toBe('already_decided');
      expect(problem.detail).toContain(state);
      expect(problem.hint).toContain(applicationId);
    } else {
      const answer = await desk.done('decisions.create', input);
      expect(answer.status).toBe(outcome);
      expect(answer.loan_id === null).toBe(decision !== 'approved');
      expect(await desk.done('applications.get', { application_id: applicationId })).toMatchObject({
        status: outcome,
      });
    }
    expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    await desk.close();
  });
});

/** What may be done to a loan, each with input that is right wherever the state allows it. */
const COMMANDS = {
  'disbursements.create': (desk: Desk, { loanId }: LoanInState) =>
    disbursementInput(desk, loanId, { disbursement_amount: 1_000 }),
  'payments.create': (desk: Desk, { loanId }: LoanInState) => paymentInput(desk, loanId, 100),
  'loans.cancel': (_desk: Desk, { loanId }: LoanInState) => ({ loan_id: loanId, reason: 'withdrawn' }),
  'disbursements.complete': (_desk: Desk, { reference }: LoanInState) => ({
    disbursement_reference: reference ?? 'DSB-00000000S',
  }),
  'disbursements.fail': (_desk: Desk, { reference }: LoanInState) => ({
    disbursement_reference: reference ?? 'DSB-00000000S',
    reason: 'came back',
  }),
  'payments.reverse': async (desk: Desk, { loanId }: LoanInState) => {
    const payments = await desk.done('loans.payments', { loan_id: loanId });
    return { payment_id: payments.at(-1)?.payment_id ?? 'PAY-00000000S', reason: 'returned' };
  },
  'loans.write_off': (_desk: Desk, { loanId }: LoanInState) => ({ loan_id: loanId, reason: 'gone' }),
  'loans.reverse_write_off': (_desk: Desk, { loanId }: LoanInState) => ({
    loan_id: loanId,
    reason: 'found again',
  }),
  'loans.refund': (desk: Desk, { loanId }: LoanInState) => ({
    loan_id: loanId,
    date: desk.today,
    account: '100200300400',
    method: 'bank_transfer' as const,
  }),
} as const;

type Command = keyof typeof COMMANDS;
const ORDER = Object.keys(COMMANDS) as Command[];

describe('commands on loans', () => {
  it('has a state for every payment status and every disbursement status', async () => {
    const payment = new Set<string>();
    const disbursement = new Set<string | null>();
    for (const make of Object.values(LOAN_STATES)) {
      const desk = await openDesk();
      const loan = await desk.done('loans.get', { loan_id: (await make(desk)).loanId });
      payment.add(loan.payment_status);
      disbursement.add(loan.disbursement_status);
      await desk.close();
    }
    expect([...payment].sort()).toEqual([...paymentStatus.options].sort());
    expect([...disbursement].filter((status) => status !== null).sort()).toEqual(
      [...disbursementStatus.options].sort(),
    );
  });

  it('has a column for every operation that writes to a loan or a disbursement', () => {
    const writing = (Object.keys(OPERATIONS) as OperationName[]).filter(
      (name) =>
        OPERATIONS[name].writes &&
        // What is said about a loan may be said in every state and changes none.
        name !== 'loans.add_note' &&
        name !== 'loans.add_alias' &&
        /\{loan_id\}|\{disbursement_reference\}|\{payment_id\}/.test(OPERATIONS[name].path ?? ''),
    );
    expect([...ORDER].sort()).toEqual(writing.sort());
    expect(Object.keys(OUTCOMES)).toEqual(Object.keys(LOAN_STATES));
    for (const row of Object.values(OUTCOMES)) expect(row).toHaveLength(ORDER.length);
  });

  const cells = (Object.keys(OUTCOMES) as LoanStateName[]).flatMap((state) =>
    ORDER.map((command, column) => [state, command, OUTCOMES[state][column] as string] as const),
  );
  it.each(cells)('%s, then %s: %s', async (state, command, outcome) => {
    const desk = await openDesk();
    const input = await COMMANDS[command](desk, await LOAN_STATES[state](desk));
    // The clock may have moved on the way to the state.
    const dated = 'payment_date' in input ? { ...input, payment_date: desk.today } : input;
    if (outcome === 'ok') {
      await desk.done(command, dated as never);
    } else {
      expect((await desk.refused(command, dated as never)).code).toBe(outcome);
    }
    expect((await desk.done('ledger.verify', {})).violations).toEqual([]);
    await desk.close();
  });

  it(
    'takes a new decision, and a loan of its own, after a cancellation',
    onDesk(async (desk) => {
      const first = await approved(desk);
      const cancelled = await desk.done('loans.cancel', {
        loan_id: first.loanId,
        reason: 'merchant withdrew',
      });
      expect(cancelled.closed).toEqual({
        kind: 'cancelled',
        on: '2026-03-01',
        by: 'mona',
        reason: 'merchant withdrew',
      });
      expect(cancelled).toMatchObject({ undisbursed_amount: 0, payment_status: 'current' });
      const again = await desk.done(
        'decisions.create',
        approvalOf(first.applicationId, { approved_amount: 8_000 }),
      );
      expect(again.loan_id).not.toBe(first.loanId);
      const open = await desk.done('loans.list', {});
      expect(open.data.map((loan) => loan.loan_id)).toEqual([again.loan_id]);
      const closed = await desk.done('loans.list', { closed: true });
      expect(closed.data.map((loan) => loan.loan_id)).toContain(first.loanId);
      // The application's id stands for its latest loan.
      expect(await desk.done('loans.get', { loan_id: first.applicationId })).toMatchObject({
        loan_id: again.loan_id,
        original_amount: 8_000,
      });
      const history = await desk.done('applications.get', { application_id: first.applicationId });
      expect(history.decisions.map((one) => [one.number, one.loan_id])).toEqual([
        [1, first.loanId],
        [2, again.loan_id],
      ]);
      expect((await desk.done('ledger.verify', {})).ok).toBe(true);
    }),
  );
});

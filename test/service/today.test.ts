import { describe, expect, it } from 'vitest';
import { heldTransfer, returnedTransfer } from './bank-statements.ts';
import { BANDS, controls, officer } from './controls-desk.ts';
import { type Desk, OFFICER, onDesk } from './desk.ts';
import {
  applied,
  approvalOf,
  approved,
  disbursed,
  disbursementInput,
  halfDrawn,
  payOffOn,
  payOn,
  setPolicy,
} from './desk-loans.ts';

/** 12,000.00 at 24 % over 12 months is 1,134.72 a month. */
const INSTALLMENT = 1134.72;

/** The line of one item: count, amount and the first day. */
async function lineOf(desk: Desk, item: string) {
  const { lines } = await desk.done('today.get', {});
  const line = lines.find((one) => one.item === item);
  return [line?.count, line?.amount, line?.since];
}

const NOTHING = [0, '0.00', undefined];

describe('today', () => {
  it(
    'has every line with its command on an empty ledger',
    onDesk(async (desk) => {
      const { lines, ...others } = await desk.done('today.get', {});
      expect(others).toEqual({ as_of: '2026-03-01', policy_version: 1, last_verify: null });
      expect(lines.map(({ item, count, command }) => [item, count, command])).toEqual([
        ['applications_to_decide', 0, 'loandesk applications ls --undecided'],
        ['approvals_waiting', 0, 'loandesk approvals ls'],
        ['loans_to_pay_out', 0, 'loandesk loan ls --undisbursed'],
        ['disbursements_pending', 0, 'loandesk disbursements ls --status pending'],
        ['money_held', 0, 'loandesk pay review ls'],
        ['returns_held', 0, 'loandesk pay review ls'],
        ['unsure_held', 0, 'loandesk pay review ls --state unsure'],
        ['due_today', 0, 'loandesk report due'],
        ['newly_overdue', 0, 'loandesk loan ls --min-days 1 --max-days 3'],
        ['last_verify', null, 'loandesk ledger verify'],
      ]);
    }),
  );

  it(
    'counts the applications nobody has approved or rejected',
    onDesk(async (desk) => {
      await applied(desk);
      desk.today = '2026-03-02';
      const decide = async (decision: string, more = {}) => {
        const application_id = await applied(desk);
        const decision_maker_id = 'mona';
        await desk.done('decisions.create', { application_id, decision_maker_id, decision, ...more });
      };
      await decide('pending_review');
      await decide('rejected', { rejection_reason: 'incomplete papers' });
      await approved(desk);
      const { lines } = await desk.done('today.get', {});
      const { data } = await desk.done('applications.list', { status: 'submitted,pending_review' });
      expect(lines[0]).toMatchObject({ count: data.length, since: '2026-03-01' });
      const requested = data.reduce((sum, row) => sum + row.requested_amount, 0);
      expect(lines[0]?.amount).toBe(requested.toFixed(2));
    }),
  );

  it(
    'counts the approvals the caller may give and did not enter',
    onDesk(async (desk) => {
      await controls(desk, { authority: JSON.stringify(BANDS) });
      const applicationId = await applied(officer(desk, 'mona'));
      await desk.done('decisions.create', approvalOf(applicationId));
      expect((await lineOf(desk, 'approvals_waiting'))[0]).toBe(0);
      expect((await lineOf(desk.as('MONA@bank.example', 'officer'), 'approvals_waiting'))[0]).toBe(0);
      expect((await lineOf(officer(desk, 'omar'), 'approvals_waiting'))[0]).toBe(1);
      expect((await lineOf(desk.as('root@bank.example', 'admin'), 'approvals_waiting'))[0]).toBe(1);
      expect((await lineOf(desk.as('lena@bank.example', 'reader'), 'approvals_waiting'))[0]).toBe(0);
      desk.caller = OFFICER;
      expect(await lineOf(desk, 'approvals_waiting')).toEqual([1, null, '2026-03-01']);
    }),
  );

  it(
    'counts what may still go out, as the list it names does',
    onDesk(async (desk) => {
      const listed = async () => {
        const { data } = await desk.done('loans.list', { undisbursed: true });
        return data.map((loan) => loan.loan_id);
      };
      const whole = await approved(desk);
      const half = await halfDrawn(desk);
      await disbursed(desk);
      const cancelled = await approved(desk);
      await desk.done('loans.cancel', { loan_id: cancelled.loanId, reason: 'withdrew' });
      // Paid off halfway, or paid out once for all.
      const settled = await halfDrawn(desk);
      await payOffOn(desk, '2026-03-02', settled.loanId);
      await disbursed(desk, { repayment_style: 'flat' }, { disbursement_amount: 6_000 });
      expect(await lineOf(desk, 'loans_to_pay_out')).toEqual([2, '18000.00', '2026-03-01']);
      expect(await listed()).toEqual([whole.loanId, half.loanId].sort(byOrderOf(await everyLoan(desk))));
      // Nothing goes out once a loan has matured.
      desk.today = '2027-03-01';
      expect(await lineOf(desk, 'loans_to_pay_out')).toEqual([1, '12000.00', '2026-03-01']);
      expect(await listed()).toEqual([whole.loanId]);
      // A payout that came back is to go out again.
      const again = await disbursed(desk);
      await desk.done('disbursements.fail', { disbursement_reference: again.reference, reason: 'closed' });
      expect(await listed()).toContain(again.loanId);
    }),
  );

  it(
    'counts payouts that wait for their day or for a person',
    onDesk(async (desk) => {
      const { loanId } = await approved(desk);
      const later = { disbursement_amount: 1_000, disbursement_date: '2026-03-09' };
      await desk.done('disbursements.create', disbursementInput(desk, loanId, later));
      await setPolicy(desk, 'settlement', 'manual');
      const byHand = await disbursed(desk, {}, { disbursement_amount: 2_000 });
      const done = await disbursed(desk, {}, { disbursement_amount: 4_000 });
      await desk.done('disbursements.complete', { disbursement_reference: done.reference });
      expect(await lineOf(desk, 'disbursements_pending')).toEqual([2, '3000.00', '2026-03-01']);
      desk.today = '2026-03-09';
      expect(await lineOf(desk, 'disbursements_pending')).toEqual([1, '2000.00', '2026-03-01']);
      await desk.done('disbursements.fail', {
        disbursement_reference: byHand.reference,
        reason: 'closed',
      });
      expect((await lineOf(desk, 'disbursements_pending')).slice(0, 2)).toEqual(NOTHING.slice(0, 2));
    }),
  );

  it(
    'counts the installments of the day alone, and loans behind for one to three days',
    onDesk(async (desk) => {
      const late = await disbursed(desk);
      const punctual = await disbursed(desk, {}, {}, { merchant_id: 'M-2' });
      desk.today = '2026-01-03';
      await disbursed(desk, {}, {}, { merchant_id: 'M-3' });
      await payOn(desk, '2026-02-01', punctual.loanId, INSTALLMENT);
      expect(await lineOf(desk, 'due_today')).toEqual([1, '1134.72', '2026-02-01']);
      desk.today = '2026-02-03';
      expect(await lineOf(desk, 'due_today')).toEqual([1, '1134.72', '2026-02-03']);
      expect(await lineOf(desk, 'newly_overdue')).toEqual([1, '1134.72', '2026-02-01']);
      const behind = { min_days: 1, max_days: 3 };
      const { data } = await desk.done('loans.list', behind);
      expect(data.map((loan) => loan.loan_id)).toEqual([late.loanId]);
      desk.today = '2026-02-04';
      expect((await lineOf(desk, 'newly_overdue'))[0]).toBe(2);
      desk.today = '2026-02-05';
      expect(await lineOf(desk, 'newly_overdue')).toEqual([1, '1134.72', '2026-02-03']);
    }, '2026-01-01'),
  );

  it(
    'counts the days of grace before a loan is overdue',
    onDesk(async (desk) => {
      await setPolicy(desk, 'grace_days', '5');
      await disbursed(desk);
      desk.today = '2026-02-06';
      expect((await lineOf(desk, 'newly_overdue'))[0]).toBe(0);
      desk.today = '2026-02-07';
      expect(await lineOf(desk, 'newly_overdue')).toEqual([1, '1134.72', '2026-02-01']);
      const { lines } = await desk.done('today.get', {});
      const newly = lines.find(({ item }) => item === 'newly_overdue');
      expect(newly?.command).toBe('loandesk loan ls --min-days 6 --max-days 8');
    }, '2026-01-01'),
  );

  it.each([
    ['2026-01-31', '2026-02-28'],
    ['2026-01-29', '2026-02-28'],
    ['2026-01-28', '2026-02-28'],
    ['2026-01-31', '2026-03-31'],
    ['2026-01-30', '2026-04-30'],
    ['2026-01-31', '2027-01-31'],
  ])('finds by its payout on %s what is due on %s, and late the day after', (start, due) =>
    onDesk(async (desk) => {
      await disbursed(desk);
      desk.today = due;
      expect(await lineOf(desk, 'due_today')).toMatchObject([1, expect.any(String), due]);
      const { loanId } = (await everyDossier(desk))[0] as { loanId: string };
      const { arrears_amount } = await desk.done('loans.get', { loan_id: loanId });
      await payOn(desk, due, loanId, Math.max(0.01, Number((arrears_amount - 1).toFixed(2))));
      desk.today = dayAfter(due);
      expect(await lineOf(desk, 'newly_overdue')).toMatchObject([1, expect.any(String), due]);
    }, start)(),
  );

  it(
    'finds by the day a payout was completed what is due',
    onDesk(async (desk) => {
      await setPolicy(desk, 'settlement', 'manual');
      const { reference } = await disbursed(desk);
      desk.today = '2026-01-09';
      await desk.done('disbursements.complete', { disbursement_reference: reference, date: '2026-01-07' });
      desk.today = '2026-02-07';
      expect(await lineOf(desk, 'due_today')).toEqual([1, '1134.72', '2026-02-07']);
      desk.today = '2026-02-01';
      expect((await lineOf(desk, 'due_today'))[0]).toBe(0);
    }, '2026-01-01'),
  );

  it(
    'counts the money that is held, as its list does',
    onDesk(async (desk) => {
      const heldId = await heldTransfer(desk, '900.50', '10');
      await heldTransfer(desk, '100.00', '12');
      expect(await lineOf(desk, 'money_held')).toEqual([2, '1000.50', '2026-04-10']);
      expect(await desk.done('held_rows.list', {})).toHaveLength(2);
      await desk.done('held_rows.dismiss', { held_id: heldId, reason: 'of another bank' });
      expect(await lineOf(desk, 'money_held')).toEqual([1, '100.00', '2026-04-12']);
      // What the bank took back is no money that waits for a loan, and takes nothing from it.
      await returnedTransfer(desk, '222.30', '15');
      expect(await lineOf(desk, 'money_held')).toEqual([1, '100.00', '2026-04-12']);
      expect(await lineOf(desk, 'returns_held')).toEqual([1, '222.30', '2026-04-15']);
    }, '2026-04-20'),
  );

  it(
    'names the last verify that was noted',
    onDesk(async (desk) => {
      const note = (at: string, actor: string, askedJson: string) =>
        desk.store.write((tx) =>
          tx.insert.auditReads([
            {
              at,
              actor,
              osUser: 'x',
              host: 'x',
              channel: 'terminal',
              action: 'ledger.verify',
              askedJson,
              requestId: 'x',
            },
          ]),
        );
      await note('2026-02-01T10:00:00.000Z', 'omar', '{"ok":true,"violations":0}');
      await note('2026-02-28T23:30:00.000Z', 'mona', '{"ok":false,"violations":2}');
      const { last_verify } = await desk.done('today.get', {});
      expect(last_verify).toEqual({ at: '2026-02-28T23:30:00.000Z', by: 'mona', ok: false, violations: 2 });
      expect(await lineOf(desk, 'last_verify')).toEqual([null, null, '2026-03-01']);
    }),
  );
});

async function everyDossier(desk: Desk) {
  return desk.store.read(async (tx) =>
    (await tx.loans.list({}, { offset: 0, limit: null })).rows.map(({ loan }) => loan),
  );
}

async function everyLoan(desk: Desk): Promise<readonly string[]> {
  return (await everyDossier(desk)).map(({ loanId }) => loanId);
}

function byOrderOf(ids: readonly string[]) {
  return (a: string, b: string) => ids.indexOf(a) - ids.indexOf(b);
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
}

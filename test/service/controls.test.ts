import { describe, expect, it } from 'vitest';
import { BANDS, codeOfCall, controls, factsOf, officer } from './controls-desk.ts';
import { onDesk } from './desk.ts';
import { applied, approvalOf, approved, disbursementInput } from './desk-loans.ts';

describe('four eyes on decisions and disbursements', () => {
  it(
    'bar whoever entered the application from every decision, and whoever decided from paying out',
    onDesk(async (desk) => {
      await controls(desk, { four_eyes: 'decision,disbursement' });
      officer(desk, 'mona');
      const id = await applied(desk);
      for (const decision of [
        approvalOf(id),
        { application_id: id, decision: 'rejected', rejection_reason: 'no', decision_maker_id: 'x' },
        { application_id: id, decision: 'pending_review', decision_maker_id: 'x' },
      ]) {
        expect((await desk.refused('decisions.create', decision)).code).toBe('second_person_needed');
      }
      officer(desk, 'OMAR');
      const { loan_id, approvals } = await desk.done('decisions.create', approvalOf(id));
      expect(approvals).toBeNull();
      officer(desk, 'omar');
      const payout = disbursementInput(desk, loan_id as string);
      expect((await desk.refused('disbursements.create', payout)).code).toBe('second_person_needed');
      // Who entered it may pay it out: the rule names who decided.
      officer(desk, 'mona');
      await desk.done('disbursements.create', payout);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true });
    }),
  );

  it(
    'hold for an application taken with many, and for an administrator',
    onDesk(async (desk) => {
      await controls(desk, { four_eyes: 'decision' });
      desk.as('boss@bank.example', 'admin');
      const input = { merchant_id: 'M-1', business_name: 'Nile', requested_amount: 100_000 };
      const rest = { loan_purpose: 'inventory', monthly_sales_volume: 1, platform_type: 'platform_a' };
      const [taken] = await desk.done('applications.create_many', {
        applications: [{ ...input, ...rest, requested_term_months: 12 }],
      });
      const refused = await desk.refused('decisions.create', approvalOf(taken?.application_id as string));
      expect(refused.code).toBe('second_person_needed');
    }),
  );

  it(
    'are off until a bank turns them on',
    onDesk(async (desk) => {
      const { loanId } = await approved(desk);
      const payout = await desk.done('disbursements.create', disbursementInput(desk, loanId));
      expect(payout.approvals).toBeNull();
      expect(await desk.done('approvals.list', {})).toEqual([]);
    }),
  );
});

describe('bands of authority', () => {
  it(
    'take as many different people of the band’s roles as it says; the first changes nothing else',
    onDesk(async (desk) => {
      await controls(desk, { authority: JSON.stringify(BANDS) });
      const id = await applied(desk);
      const before = await factsOf(desk);
      officer(desk, 'mona');
      const first = await desk.done('decisions.create', approvalOf(id, { decision_maker_id: 'mona' }));
      expect(first).toMatchObject({
        decision: 'approved',
        approved_amount: 12_000,
        status: 'pending_review',
        loan_id: null,
        approvals: { given: 1, needed: 2 },
      });
      expect(await factsOf(desk)).toEqual(before);
      expect((await desk.audit()).at(-1)).toMatchObject({
        actor: 'mona@bank.example',
        action: 'decisions.create',
        object: id,
        outcome: 'waiting',
      });
      expect(await codeOfCall(desk.call('decisions.create', approvalOf(id)))).toBe('second_person_needed');
      officer(desk, 'omar');
      const second = await desk.done('decisions.create', approvalOf(id, { decision_maker_id: 'omar' }));
      expect(second).toMatchObject({ status: 'approved', approvals: { given: 2, needed: 2 } });
      expect(second.loan_id).toMatch(/^LN-/);
      expect((await desk.done('loans.list', {})).total_count).toBe(1);
      expect(await desk.done('approvals.list', {})).toEqual([]);
      expect(await desk.done('approvals.list', { all: 'true' })).toMatchObject([
        { object: id, given: 2, needed: 2, status: 'carried_out', ended_by: 'omar@bank.example' },
      ]);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );

  it(
    'go by the amount, to the piastre, and bind approvals only',
    onDesk(async (desk) => {
      await controls(desk, { authority: JSON.stringify(BANDS) });
      officer(desk, 'mona');
      const asked = async (approved_amount: string) =>
        desk.call('decisions.create', approvalOf(await applied(desk), { approved_amount }), { dryRun: true });
      expect(await asked('5000.00')).toMatchObject({ ok: true, value: { approvals: null } });
      expect(await asked('5000.01')).toMatchObject({ value: { approvals: { given: 1, needed: 2 } } });
      expect(await asked('50000.00')).toMatchObject({ value: { approvals: { given: 1, needed: 2 } } });
      expect(await asked('50000.01')).toMatchObject({ ok: false, problem: { code: 'role_missing' } });
      desk.as('boss@bank.example', 'admin');
      expect(await asked('50000.01')).toMatchObject({ value: { approvals: { given: 1, needed: 3 } } });
      officer(desk, 'mona');
      const id = await applied(desk);
      const rejected = { application_id: id, decision: 'rejected', rejection_reason: 'no' };
      await desk.done('decisions.create', { ...rejected, decision_maker_id: 'mona' });
    }),
  );

  it(
    'keep other contents apart, and settle them all when one is carried out',
    onDesk(async (desk) => {
      await controls(desk, { authority: JSON.stringify(BANDS) });
      const id = await applied(desk);
      officer(desk, 'mona');
      await desk.done('decisions.create', approvalOf(id));
      officer(desk, 'omar');
      const other = approvalOf(id, { approved_amount: 11_000 });
      expect(await desk.done('decisions.create', other)).toMatchObject({ approvals: { given: 1 } });
      expect(await desk.done('approvals.list', {})).toHaveLength(2);
      officer(desk, 'karim');
      await desk.done('decisions.create', { ...other, approved_amount: '11000.00' });
      const all = await desk.done('approvals.list', { all: 'true' });
      expect(all.map(({ status }) => status).sort()).toEqual(['carried_out', 'overtaken']);
      expect(await desk.done('approvals.list', {})).toEqual([]);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );

  it(
    'and four eyes together: neither who entered nor who approved once may approve, nor any approver pay out',
    onDesk(async (desk) => {
      await controls(desk, { authority: JSON.stringify(BANDS), four_eyes: 'decision,disbursement' });
      officer(desk, 'clerk');
      const id = await applied(desk);
      expect(await codeOfCall(desk.call('decisions.create', approvalOf(id)))).toBe('second_person_needed');
      officer(desk, 'mona');
      await desk.done('decisions.create', approvalOf(id));
      officer(desk, 'clerk');
      expect(await codeOfCall(desk.call('decisions.create', approvalOf(id)))).toBe('second_person_needed');
      officer(desk, 'omar');
      const { loan_id } = await desk.done('decisions.create', approvalOf(id));
      const payout = disbursementInput(desk, loan_id as string);
      for (const name of ['mona', 'omar']) {
        officer(desk, name);
        expect(await codeOfCall(desk.call('disbursements.create', payout))).toBe('second_person_needed');
      }
      officer(desk, 'clerk');
      await desk.done('disbursements.create', payout);
    }),
  );

  it(
    'make one loan of many approvals at once, each person counted once',
    onDesk(async (desk) => {
      await controls(desk, { authority: JSON.stringify(BANDS) });
      const id = await applied(desk);
      const answers = await Promise.all(
        ['mona', 'omar', 'mona', 'karim', 'omar', 'mona'].map((name) => {
          officer(desk, name);
          return desk.call('decisions.create', approvalOf(id));
        }),
      );
      const made = answers.filter((answer) => answer.ok && answer.value.loan_id !== null);
      expect(made).toHaveLength(1);
      expect((await desk.done('loans.list', {})).total_count).toBe(1);
      const [approval] = await desk.done('approvals.list', { all: 'true' });
      expect(new Set(approval?.given_by).size).toBe(2);
      expect(approval).toMatchObject({ status: 'carried_out', given: 2 });
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );

  it(
    'answer a keyed approval again as it was answered, although it was carried out since',
    onDesk(async (desk) => {
      await controls(desk, { authority: JSON.stringify(BANDS) });
      const id = await applied(desk);
      const key = { idempotency: { key: 'the-key-of-mona-1', fingerprint: 'f' } };
      officer(desk, 'mona');
      const first = await desk.call('decisions.create', approvalOf(id), key);
      officer(desk, 'omar');
      await desk.done('decisions.create', approvalOf(id));
      officer(desk, 'mona');
      expect(await desk.call('decisions.create', approvalOf(id), key)).toEqual({ ...first, replayed: true });
      expect((await desk.done('loans.list', {})).total_count).toBe(1);
    }),
  );
});

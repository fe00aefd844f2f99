import { describe, expect, it } from 'vitest';
import type { OperationInput, OperationName } from '../../src/contract/operation-types.ts';
import { heldForLoan, heldTransfer } from './bank-statements.ts';
import { BANDS, codeOfCall, controls, factsOf, officer } from './controls-desk.ts';
import { type Desk, OFFICER, onDesk } from './desk.ts';
import { applied, approvalOf, approved, disbursed, setPolicy } from './desk-loans.ts';
import { unsureForLoan } from './unsure-rows.ts';

const ALL = { offset: 0, limit: null };

interface TwoPeopleCase {
  readonly action: string;
  readonly operation: OperationName;
  arrange(desk: Desk): Promise<OperationInput<OperationName>>;
}

/** Actions that take two people themselves. */
const TWO_PEOPLE: readonly TwoPeopleCase[] = [
  {
    action: 'completion',
    operation: 'disbursements.complete',
    arrange: async (desk) => {
      await setPolicy(desk, 'settlement', 'manual');
      return { disbursement_reference: (await disbursed(desk)).reference };
    },
  },
  {
    action: 'failure',
    operation: 'disbursements.fail',
    arrange: async (desk) => ({
      disbursement_reference: (await disbursed(desk)).reference,
      reason: 'closed',
    }),
  },
  {
    action: 'cancel',
    operation: 'loans.cancel',
    arrange: async (desk) => ({ loan_id: (await approved(desk)).loanId, reason: 'withdrew' }),
  },
  { action: 'policy', operation: 'policy.set', arrange: async () => ({ key: 'four_eyes', value: 'none' }) },
  {
    action: 'roles',
    operation: 'officers.add',
    arrange: async (desk) => {
      const first = { email: 'first@bank.example', name: 'First', password: 'a long password' };
      await desk.done('officers.add', { ...first, roles: ['admin'] });
      return { ...first, email: 'new@bank.example', roles: ['officer'] };
    },
  },
  {
    action: 'roles',
    operation: 'officers.password',
    arrange: async (desk) => {
      const password = 'a long password';
      await desk.done('officers.add', { email: 'new@bank.example', name: 'New', password, roles: ['admin'] });
      return { officer: '1', password: 'another long password' };
    },
  },
  {
    action: 'undo',
    operation: 'payment_batches.undo',
    arrange: async (desk) => {
      desk.today = '2026-04-30';
      await heldTransfer(desk);
      const [batch] = await desk.done('payment_batches.list', {});
      return { batch_id: batch?.batch_id as string, reason: 'wrong file' };
    },
  },
  {
    action: 'match',
    operation: 'held_rows.match',
    arrange: async (desk) => {
      const { held_id, loanId } = await heldForLoan(desk);
      return { held_id, allocations: [{ loan_id: loanId, amount: 100 }] };
    },
  },
  {
    action: 'match',
    operation: 'held_rows.accept',
    arrange: async (desk) => ({ held_id: (await unsureForLoan(desk)).held_id }),
  },
  {
    action: 'dismiss',
    operation: 'held_rows.dismiss',
    arrange: async (desk) => ({ held_id: (await heldForLoan(desk)).held_id, reason: 'rent' }),
  },
];

describe('two people', () => {
  it.each(TWO_PEOPLE)(
    'are needed for $action ($operation) when it is listed',
    async ({ action, operation, arrange }) => {
      await onDesk(async (desk) => {
        const input = await arrange(desk);
        await controls(desk, { four_eyes: action });
        const before = await factsOf(desk);
        const trail = (await desk.audit()).length;
        desk.as('mona@bank.example', 'admin');
        const dry = await desk.done(operation, input, { dryRun: true });
        const first = await desk.done(operation, input);
        expect(first).toMatchObject({ approvals: { given: 1, needed: 2 } });
        expect(dry).toEqual({ ...(first as object), dry_run: true });
        expect(await factsOf(desk)).toEqual(before);
        expect((await desk.audit()).slice(trail)).toMatchObject([{ action: operation, outcome: 'waiting' }]);
        expect(await codeOfCall(desk.call(operation, input))).toBe('second_person_needed');
        const [waits, barred] = (await desk.audit()).slice(trail);
        expect(barred).toMatchObject({ outcome: 'second_person_needed' });
        // An officer that is not there yet has no id.
        if (operation !== 'officers.add') expect(barred?.object).toBe(waits?.object);
        desk.as('omar@bank.example', 'admin');
        expect(await desk.done(operation, input)).toMatchObject({ approvals: { given: 2, needed: 2 } });
        expect(await factsOf(desk)).not.toEqual(before);
        desk.caller = OFFICER;
        expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
      })();
    },
  );

  it(
    'are not needed for the first officer, nor for one’s own password',
    onDesk(async (desk) => {
      await controls(desk, { four_eyes: 'roles' });
      const password = 'a long password';
      const first = { email: 'boss@bank.example', name: 'Boss', password, roles: ['admin'] };
      expect(await desk.done('officers.add', first)).toMatchObject({ user_id: 1, approvals: null });
      desk.as('boss@bank.example', 'admin');
      const own = { officer: 'boss@bank.example', password: 'another long password' };
      expect(await desk.done('officers.password', own)).toMatchObject({ approvals: null });
    }),
  );

  it(
    'cannot be done without by loosening the policy, now or from another day',
    onDesk(async (desk) => {
      await controls(desk, { four_eyes: 'policy' });
      for (const from of [undefined, '2030-01-01']) {
        const input = { key: 'four_eyes', value: 'none', ...(from === undefined ? {} : { from }) };
        expect(await desk.done('policy.set', input)).toMatchObject({ approvals: { given: 1, needed: 2 } });
      }
      // From a day before the control it changes nothing.
      const earlier = { key: 'four_eyes', value: 'none', from: '2020-01-01' };
      expect(await desk.done('policy.set', earlier)).toMatchObject({ changed: false });
      expect((await desk.done('policy.history', {})).at(-1)).toMatchObject({ value: ['policy'] });
    }),
  );
});

describe('what waits', () => {
  it(
    'can be taken back by whoever agreed or an administrator, once, and begins anew after that',
    onDesk(async (desk) => {
      await controls(desk, { authority: JSON.stringify(BANDS) });
      const id = await applied(desk);
      officer(desk, 'mona');
      await desk.done('decisions.create', approvalOf(id));
      const [waiting] = await desk.done('approvals.list', {});
      const asked = { approval: String(waiting?.approval) };
      officer(desk, 'omar');
      expect((await desk.refused('approvals.withdraw', asked)).code).toBe('role_missing');
      officer(desk, 'mona');
      expect(await desk.done('approvals.withdraw', asked)).toMatchObject({
        status: 'withdrawn',
        ended_by: 'mona@bank.example',
      });
      expect((await desk.refused('approvals.withdraw', asked)).code).toBe('approval_ended');
      officer(desk, 'omar');
      expect(await desk.done('decisions.create', approvalOf(id))).toMatchObject({ approvals: { given: 1 } });
      desk.as('boss@bank.example', 'admin');
      await desk.done('approvals.withdraw', { approval: '2' });
      expect((await desk.refused('approvals.withdraw', { approval: '9' })).code).toBe('approval_not_found');
      expect((await desk.refused('approvals.withdraw', { approval: 'two' })).code).toBe('invalid_id');
      const { rows } = await desk.store.read((tx) => tx.approvals.list({ waiting: false }, ALL));
      expect(rows.map(({ steps }) => steps.map(({ kind }) => kind))).toEqual([
        ['given', 'withdrawn'],
        ['given', 'withdrawn'],
      ]);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );

  it(
    'ends when the same thing is done for another reason, since it can be done once only',
    onDesk(async (desk) => {
      const { reference } = await disbursed(desk);
      await controls(desk, { four_eyes: 'failure' });
      const failed = { disbursement_reference: reference };
      officer(desk, 'mona');
      await desk.done('disbursements.fail', { ...failed, reason: 'closed' });
      officer(desk, 'omar');
      await desk.done('disbursements.fail', { ...failed, reason: 'account closed' });
      officer(desk, 'karim');
      await desk.done('disbursements.fail', { ...failed, reason: 'closed' });
      expect(await desk.done('approvals.list', {})).toEqual([]);
      const all = await desk.done('approvals.list', { all: 'true' });
      expect(all.map(({ status }) => status).sort()).toEqual(['carried_out', 'overtaken']);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true, violations: [] });
    }),
  );

  it(
    'is carried out by one person once the bank asks for no second one',
    onDesk(async (desk) => {
      await controls(desk, { authority: JSON.stringify(BANDS) });
      const id = await applied(desk);
      officer(desk, 'mona');
      await desk.done('decisions.create', approvalOf(id));
      desk.caller = OFFICER;
      await controls(desk, { authority: 'none' });
      officer(desk, 'mona');
      expect(await desk.done('decisions.create', approvalOf(id))).toMatchObject({ status: 'approved' });
      expect(await desk.done('approvals.list', {})).toEqual([]);
    }),
  );
});

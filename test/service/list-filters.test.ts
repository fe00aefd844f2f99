import { describe, expect, it } from 'vitest';
import type { OperationInput } from '../../src/contract/operation-types.ts';
import { type Desk, onDesk } from './desk.ts';
import { applicationInput, applied, approvalOf, disbursed, payOn, setPolicy } from './desk-loans.ts';

type Applications = OperationInput<'applications.list'>;
type Loans = OperationInput<'loans.list'>;

async function applications(desk: Desk, asked: Applications): Promise<string[]> {
  return (await desk.done('applications.list', asked)).data.map((row) => row.business_name);
}

async function loans(desk: Desk, asked: Loans): Promise<string[]> {
  return (await desk.done('loans.list', asked)).data.map((row) => row.business_name);
}

describe('lists of applications', () => {
  it(
    'are narrowed by reference, time and any id, and sorted',
    onDesk(async (desk) => {
      const first = await applied(desk, {
        business_name: 'Beta',
        requested_amount: 5_000,
        external_reference: 'Ref-1',
      });
      desk.today = '2026-03-05';
      await applied(desk, { business_name: 'Alpha', requested_amount: 9_000, merchant_id: 'shop-9' });
      expect(await applications(desk, { external_reference: 'Ref-1' })).toEqual(['Beta']);
      expect(await applications(desk, { external_reference: 'ref-1' })).toEqual([]);
      expect(await applications(desk, { created_after: '2026-03-02' })).toEqual(['Alpha']);
      expect(await applications(desk, { created_after: '2026-03-05T12:00:00Z' })).toEqual([]);
      expect(await applications(desk, { q: first.toLowerCase() })).toEqual(['Beta']);
      expect(await applications(desk, { q: 'shop-9' })).toEqual(['Alpha']);
      expect(await applications(desk, { q: 'ref-' })).toEqual(['Beta']);
      expect(await applications(desk, { q: '%' })).toEqual([]);
      expect(await applications(desk, { sort: 'business_name' })).toEqual(['Alpha', 'Beta']);
      expect(await applications(desk, { sort: '-requested_amount' })).toEqual(['Alpha', 'Beta']);
      expect(await applications(desk, { sort: '-created' })).toEqual(['Alpha', 'Beta']);
      expect(await applications(desk, { updated_after: '2026-03-06' })).toEqual([]);
      desk.today = '2026-03-07';
      await desk.done('decisions.create', approvalOf(first, { approved_amount: 5_000 }));
      expect(await applications(desk, { updated_after: '2026-03-06' })).toEqual(['Beta']);
    }),
  );

  it(
    'refuse what is no time and no key',
    onDesk(async (desk) => {
      for (const asked of [
        { created_after: 'soon' },
        { updated_after: '2026-03-01T10:00:00' },
        { sort: 'amount' },
      ]) {
        expect((await desk.refused('applications.list', asked)).code).toBe('invalid_query');
      }
    }),
  );
});

describe('lists of loans', () => {
  it(
    'are narrowed by reference, time and any id',
    onDesk(async (desk) => {
      const old = await disbursed(
        desk,
        {},
        {},
        applicationInput({ business_name: 'Old', external_reference: 'Ref-1' }),
      );
      desk.today = '2026-03-05';
      await disbursed(desk, {}, {}, applicationInput({ business_name: 'New', merchant_id: 'shop-9' }));
      expect(await loans(desk, { external_reference: 'Ref-1' })).toEqual(['Old']);
      expect(await loans(desk, { created_after: '2026-03-02' })).toEqual(['New']);
      expect(await loans(desk, { q: old.loanId })).toEqual(['Old']);
      expect(await loans(desk, { q: old.applicationId.toLowerCase() })).toEqual(['Old']);
      expect(await loans(desk, { q: 'SHOP-9' })).toEqual(['New']);
      expect(await loans(desk, { updated_after: '2026-03-06' })).toEqual([]);
      await payOn(desk, '2026-03-08', old.loanId, 100);
      expect(await loans(desk, { updated_after: '2026-03-06' })).toEqual(['Old']);
      expect(await loans(desk, { updated_after: '2026-03-06', sort: '-created', min_days: '0' })).toEqual([
        'Old',
      ]);
      expect((await desk.refused('loans.list', { created_after: '3' })).code).toBe('invalid_query');
    }),
  );
});

describe('lists of few rows', () => {
  it(
    'are searched in all that a row says',
    onDesk(async (desk) => {
      for (const [email, name] of [
        ['mona@bank.example', 'منى'],
        ['omar@bank.example', 'Omar'],
      ] as const) {
        await desk.done('officers.add', { email, name, roles: ['officer'], password: 'four words and more' });
      }
      const officers = async (q: string) => (await desk.done('officers.list', { q })).map(({ name }) => name);
      expect(await officers('OMAR@')).toEqual(['Omar']);
      expect(await officers('مني')).toEqual(['منى']);
      await setPolicy(desk, 'four_eyes', 'policy');
      await setPolicy(desk, 'grace_days', '2');
      await setPolicy(desk, 'default_days', '95');
      const waiting = async (q: string) =>
        (await desk.done('approvals.list', { q })).map(({ object }) => object);
      expect(await waiting('GRACE')).toEqual(['grace_days']);
      const audit = await desk.done('audit.list', { q: 'OFFICERS.a', size: '1' });
      expect(audit).toMatchObject([{ action: 'officers.add' }]);
    }),
  );
});

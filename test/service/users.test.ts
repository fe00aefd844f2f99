import { describe, expect, it } from 'vitest';
import { objectsOf } from '../../src/service/audit/touched-objects.ts';
import { type Desk, onDesk } from './desk.ts';
import { flagLine, importUsers, transactionLine, userLine } from './user-records.ts';

const seconds = (time: string): number => Date.parse(time) / 1000;

describe('users', () => {
  const three = (desk: Desk) =>
    importUsers(
      desk,
      userLine('b', { user_name: 'أحمد علي', user_phone: '+20 100 765 4321' }),
      userLine('a', { user_name: 'فاطمة\u001b[2J\u200f' }),
      userLine('old', { created_at: '2024-12-31T23:30:00-01:00', permissions_status: 'revoked' }),
    );
  const ids = async (desk: Desk, input: Parameters<typeof desk.done<'users.list'>>[1]) =>
    (await desk.done('users.list', input)).map((user) => user.user_id);

  it(
    'are listed by creation, then id, page by page, with the number of all of them',
    onDesk(async (desk) => {
      await three(desk);
      expect(await ids(desk, {})).toEqual(['a', 'b', 'old']);
      expect(await ids(desk, { page: 2, size: 2 })).toEqual(['old']);
      expect(await desk.call('users.list', { page: '9' })).toEqual({ ok: true, value: [], totalCount: 3 });
      expect(await desk.call('users.list', { size: 1 })).toMatchObject({ totalCount: 3 });
    }),
  );

  it(
    'are found by part of id, name or phone in any spelling, and answered as they were received',
    onDesk(async (desk) => {
      await three(desk);
      expect(await ids(desk, { search: 'احمد' })).toEqual(['b']);
      expect(await ids(desk, { search: 'فاطمه' })).toEqual(['a']);
      expect(await ids(desk, { search: '100765' })).toEqual(['b']);
      expect(await ids(desk, { search: 'OLD' })).toEqual(['old']);
      expect(await ids(desk, { search: "' OR 1=1 --" })).toEqual([]);
      expect(await desk.done('users.get', { userId: 'a' })).toEqual({
        user_id: 'a',
        permissions_status: 'granted',
        user_name: 'فاطمة\u001b[2J\u200f',
        user_phone: '+201001234567',
        last_updated: '2026-03-01T12:00:00.000Z',
        created_at: '2025-01-01T00:00:00Z',
      });
      // Given as 23:30 at -01:00.
      expect(await desk.done('users.get', { userId: 'old' })).toMatchObject({
        created_at: '2025-01-01T00:30:00Z',
      });
    }),
  );

  it(
    'are listed that were made or changed strictly later than a time',
    onDesk(async (desk) => {
      await three(desk);
      // 2024-12-31T23:30-01:00 is half past midnight UTC on the first.
      expect(await ids(desk, { createdAfter: '2025-01-01' })).toEqual(['old']);
      expect(await ids(desk, { createdAfter: '2025-01-01T02:29:59+02:00' })).toEqual(['old']);
      expect(await ids(desk, { createdAfter: '2025-01-01T00:30:00Z' })).toEqual([]);
      expect(await ids(desk, { updatedAfter: '2026-03-01T11:59:59.999Z' })).toHaveLength(3);
      expect(await ids(desk, { updatedAfter: '2026-03-01T12:00:00Z' })).toEqual([]);
    }),
  );

  it.each([
    [{ page: '0' }, 'page is "0"; it must be a whole number from 1'],
    [{ size: '501' }, 'size is "501"; it must be a whole number from 1 to 500'],
    [{ size: '1e9' }, 'size is "1e9"'],
    [{ createdAfter: '2026-02-30' }, 'createdAfter:'],
    [{ createdAfter: '2026-02-01T10:00:00' }, 'createdAfter:'],
    [{ updatedAfter: 'yesterday' }, 'updatedAfter:'],
  ])('refuse %j', async (input, message) => {
    await onDesk(async (desk) => {
      const problem = await desk.refused('users.list', input);
      expect(problem).toMatchObject({ code: 'invalid_query', detail: expect.stringContaining(message) });
    })();
  });

  it(
    'that are unknown are not there; the data of those that do not permit it is closed',
    onDesk(async (desk) => {
      await importUsers(
        desk,
        userLine('u1', { permissions_status: 'denied' }),
        userLine('u2', { permissions_status: 'revoked' }),
      );
      for (const name of [
        'users.transactions',
        'users.summary',
        'users.flags',
        'users.flags_summary',
        'users.features',
      ] as const) {
        expect((await desk.refused(name, { userId: 'nobody' })).code).toBe('user_not_found');
        expect((await desk.refused(name, { userId: 'u1' })).code).toBe('permission_not_granted');
        expect((await desk.refused(name, { userId: 'u2' })).detail).toContain('is revoked');
      }
      expect((await desk.refused('users.get', { userId: 'nobody' })).code).toBe('user_not_found');
      expect(await desk.done('users.get', { userId: 'u1' })).toMatchObject({ permissions_status: 'denied' });
    }),
  );

  it(
    'read in full leave an audit record, the masked ones none',
    onDesk(async (desk) => {
      await three(desk);
      const before = (await desk.audit()).length;
      await desk.done('users.list', {});
      await desk.done('users.list', { search: 'old' }, { recorded: true });
      await desk.done('users.list', {}, { recorded: true });
      await desk.done('users.get', { userId: 'a' }, { recorded: true });
      const added = (await desk.audit()).slice(before);
      const told = added.map((one) => [one.actor, one.action, objectsOf(one.object).toSorted(), one.outcome]);
      expect(told).toEqual([
        ['mona', 'users.list', ['old'], 'done'],
        ['mona', 'users.list', ['a', 'b', 'old'], 'done'],
        ['mona', 'users.get', ['a'], 'done'],
      ]);
      expect(await desk.done('ledger.verify', {})).toMatchObject({ ok: true });
    }),
  );
});

describe('transactions of a user', () => {
  it(
    'are newest first, those strictly later than a timestamp',
    onDesk(async (desk) => {
      const at = 1_767_225_599;
      await importUsers(
        desk,
        userLine('u1'),
        transactionLine('u1', 1, { timestamp: at, balance: '-57.36' }),
        transactionLine('u1', 2, { timestamp: at + 1, amount: 123_456_789_012.45 }),
        transactionLine('u1', 3, { timestamp: at + 1 }),
      );
      const rows = await desk.done('users.transactions', { userId: 'u1' });
      expect(rows.map((row) => row.id)).toEqual([3, 2, 1]);
      expect(rows[1]).toMatchObject({ amount: '123456789012.45', balance: null, balance_currency: null });
      expect(rows[2]).toEqual({
        id: 1,
        user_id: 'u1',
        account_type: 'debit',
        amount: '25.00',
        timestamp: at,
        event: 'cash_out',
        transaction_type: 'airtime_purchase',
        amount_currency: 'EGP',
        balance: '-57.36',
        balance_currency: 'EGP',
        institution_name: 'Delta Bank',
      });
      const after = await desk.done('users.transactions', { userId: 'u1', startTimestamp: String(at) });
      expect(after.map((row) => row.id)).toEqual([3, 2]);
      for (const [startTimestamp, message] of [
        ['1767225599000', 'looks like milliseconds'],
        ['-1', 'whole Unix seconds from 0'],
        ['1.5', 'whole Unix seconds'],
        ['2026-01-01', 'whole Unix seconds'],
      ] as const) {
        const problem = await desk.refused('users.transactions', { userId: 'u1', startTimestamp });
        expect(problem).toMatchObject({ code: 'invalid_query', detail: expect.stringContaining(message) });
      }
    }),
  );

  it(
    'are summed by month with averages over the months that appear, rounded half up',
    onDesk(async (desk) => {
      const january = { timestamp: seconds('2026-01-31T23:59:59Z') };
      const march = { timestamp: seconds('2026-03-01T00:00:00Z') };
      const income = { event: 'cash_in', transaction_type: 'salary' };
      await importUsers(
        desk,
        userLine('u1'),
        transactionLine('u1', 1, { ...january, ...income, amount: '0.10', balance: '0.10' }),
        transactionLine('u1', 2, { ...january, ...income, amount: '0.20', balance: '0.30' }),
        transactionLine('u1', 3, { ...march, amount: '0.01' }),
        transactionLine('u1', 4, { ...march, event: 'cash_in', amount: '0.01', transaction_type: 'deposit' }),
        transactionLine('u1', 5, { ...march, amount: '9.00', transaction_type: 'declined' }),
      );
      const account = { institution_name: 'Delta Bank', account_type: 'debit' };
      expect(await desk.done('users.summary', { userId: 'u1' })).toEqual({
        months: [
          { ...account, month: 202601, total_debit: 0, total_credit: 0.3, salary: 0.3, balance: 0.3 },
          { ...account, month: 202603, total_debit: 0.01, total_credit: 0.01, salary: 0, balance: null },
        ],
        averages: [{ ...account, average_salary: 0.15, average_cash_in: 0.16, average_cash_out: 0.01 }],
      });
    }),
  );

  it(
    'and flags of a month are counted by label',
    onDesk(async (desk) => {
      await importUsers(
        desk,
        userLine('u1'),
        flagLine('u1', 'a'),
        flagLine('u1', 'b'),
        flagLine('u1', 'c', { timestamp: 1_767_225_600, account_type: 'debit' }),
      );
      expect((await desk.done('users.flags', { userId: 'u1' })).map((flag) => flag.id)).toEqual([
        'c',
        'b',
        'a',
      ]);
      const label = { flag_label: 'repayment_warning', institution_name: 'Delta Bank' };
      expect(await desk.done('users.flags_summary', { userId: 'u1' })).toEqual({
        months: [
          { ...label, month: 202512, account_type: null, count: 2 },
          { ...label, month: 202601, account_type: 'debit', count: 1 },
        ],
      });
    }),
  );
});

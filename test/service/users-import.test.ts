import { describe, expect, it } from 'vitest';
import { onDesk } from './desk.ts';
import { flagLine, importUsers, transactionLine, userLine } from './user-records.ts';

describe('an import of users', () => {
  it(
    'counts by kind, changes nothing the second time, and is one audit record',
    onDesk(async (desk) => {
      const file = [userLine('u1'), transactionLine('u1', 1), transactionLine('u1', 2), flagLine('u1', 'f')];
      const before = (await desk.audit()).length;
      expect(await importUsers(desk, ...file)).toEqual({
        ...{ new: 4, updated: 0, unchanged: 0, refused: 0, refusals: [] },
        by_kind: {
          user: { new: 1, updated: 0, unchanged: 0, refused: 0 },
          transaction: { new: 2, updated: 0, unchanged: 0, refused: 0 },
          flag: { new: 1, updated: 0, unchanged: 0, refused: 0 },
        },
      });
      expect((await desk.audit()).slice(before)).toMatchObject([
        { action: 'users.import', object: 'u1', outcome: 'done' },
      ]);
      expect(await importUsers(desk, ...file)).toMatchObject({ new: 0, unchanged: 4 });
      const overlapping = [transactionLine('u1', 2, { amount: '26.00' }), transactionLine('u1', 3)];
      expect(await importUsers(desk, ...overlapping)).toMatchObject({ new: 1, updated: 1, unchanged: 0 });
    }),
  );

  it(
    'takes the good records and says of each bad one what is wrong with it',
    onDesk(async (desk) => {
      const answer = await importUsers(
        desk,
        transactionLine('u1', 9),
        userLine('u1'),
        transactionLine('u1', 1, { timestamp: 1_767_225_599_000 }),
        transactionLine('u1', 2, { transaction_type: 'airtime_purchse' }),
        transactionLine('u1', 3, { amount: '-1.00' }),
        flagLine('u9', 'f'),
        flagLine('u1', 'g', { flag_label: 'warning' }),
        userLine('u2', { permissions_status: 'Granted' }),
        { kind: 'loan' },
        transactionLine('u1', 4),
      );
      expect(answer).toMatchObject({ new: 2, refused: 8 });
      expect(answer.by_kind.unknown).toMatchObject({ refused: 1 });
      const faults = [...answer.refusals].sort((a, b) => a.line - b.line);
      expect(faults.map(({ line, field, value }) => [line, field, value])).toEqual([
        [1, 'user_id', 'u1'],
        [3, 'timestamp', '1767225599000'],
        [4, 'transaction_type', 'airtime_purchse'],
        [5, 'amount', '-1.00'],
        [6, 'user_id', 'u9'],
        [7, 'flag_label', 'warning'],
        [8, 'permissions_status', 'Granted'],
        [9, 'kind', 'loan'],
      ]);
      expect(faults[0]?.reason).toBe('user_id is neither in the ledger nor earlier in the files');
      expect(faults[2]?.reason).toContain('did you mean airtime_purchase?');
    }),
  );

  it(
    'leaves what a later record does not say, and ignores an older one',
    onDesk(async (desk) => {
      await importUsers(desk, userLine('u1', { updated_at: '2026-02-01T00:00:00Z' }));
      const bare = { kind: 'user', user_id: 'u1', created_at: '2025-01-01T00:00:00Z' };
      const older = { ...bare, permissions_status: 'denied', updated_at: '2026-01-01T00:00:00Z' };
      expect(await importUsers(desk, older)).toMatchObject({ unchanged: 1 });
      expect(await importUsers(desk, older, { ...bare, permissions_status: 'revoked' })).toMatchObject({
        unchanged: 1,
        updated: 1,
      });
      expect(await desk.done('users.get', { userId: 'u1' })).toMatchObject({
        permissions_status: 'revoked',
        user_name: 'Amal Fathy',
        user_phone: '+201001234567',
      });
    }),
  );

  it(
    'moves last_updated when the user, a transaction or a flag is new or other, and only then',
    onDesk(async (desk) => {
      const lastUpdated = async () =>
        (await desk.done('users.get', { userId: 'u1' })).last_updated.slice(0, 10);
      await importUsers(desk, userLine('u1'), userLine('u2'), flagLine('u1', 'f'));
      const steps = [
        ['2026-03-02', transactionLine('u1', 1), '2026-03-02'],
        ['2026-03-03', transactionLine('u1', 1), '2026-03-02'],
        ['2026-03-04', flagLine('u1', 'f', { account_type: 'debit' }), '2026-03-04'],
        ['2026-03-05', transactionLine('u2', 1), '2026-03-04'],
        ['2026-03-06', userLine('u1', { user_name: 'Amal F.' }), '2026-03-06'],
        ['2026-03-05', flagLine('u1', 'g'), '2026-03-06'],
      ] as const;
      for (const [day, line, expected] of steps) {
        desk.today = day;
        await importUsers(desk, line);
        expect([day, await lastUpdated()]).toEqual([day, expected]);
      }
    }),
  );

  it(
    'never takes one transaction for another whose derived id is the same',
    onDesk(async (desk) => {
      const derived = { id_is_of_content: true };
      await importUsers(desk, userLine('u1'), transactionLine('u1', 1, derived), transactionLine('u1', 2));
      // A type mapped better, or a balance that was not known, is the same transaction.
      const better = transactionLine('u1', 1, { ...derived, transaction_type: 'purchase', balance: '5.00' });
      expect(await importUsers(desk, better)).toMatchObject({ updated: 1 });
      const other = transactionLine('u1', 1, { ...derived, amount: '99.00' });
      expect((await importUsers(desk, other)).refusals).toMatchObject([{ field: 'id', value: '1' }]);
      // Under an id of the source's own, another amount is a correction.
      expect(await importUsers(desk, transactionLine('u1', 2, { amount: '99.00' }))).toMatchObject({
        updated: 1,
      });
    }),
  );

  it(
    'rehearsed, takes the users of earlier batches as there and keeps nothing',
    onDesk(async (desk) => {
      const line = (value: unknown, at: number) => ({ line: at, source: 'users.jsonl', value });
      const input = {
        assumed: [line(userLine('u1'), 1)],
        records: [line(transactionLine('u1', 1), 2)],
      };
      expect(await desk.done('users.import', input, { dryRun: true })).toMatchObject({ new: 1, refused: 0 });
      expect(await desk.done('users.list', {})).toEqual([]);
    }),
  );
});

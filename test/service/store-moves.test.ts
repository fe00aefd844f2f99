import { describe, expect, it } from 'vitest';
import { type Desk, onDesk } from './desk.ts';

async function importStore(desk: Desk, status?: string) {
  const values = [
    { kind: 'merchant', external_id: 'm1' },
    { kind: 'store', merchant: 'm1', id: 's1', type: 'PLATFORM_A', name: 'Web', ...(status && { status }) },
  ];
  const records = values.map((value, index) => ({ line: index + 1, source: 'shop.jsonl', value }));
  return desk.done('merchants.import', { records });
}

const merchant = (desk: Desk) => desk.done('merchants.get', { merchant_id: 'm1' });
const statusOf = async (desk: Desk) => (await merchant(desk)).stores[0]?.status;

describe('a store', () => {
  it(
    'goes through fetching and back, and is let go of at any time',
    onDesk(async (desk) => {
      for (const status of [
        'DISCONNECTED',
        'QUEUED',
        'FETCHING',
        'ERRORED',
        'QUEUED',
        'FETCHING',
        'READY',
        'QUEUED',
        'DISCONNECTED',
      ]) {
        expect(await importStore(desk, status)).toMatchObject({ refused: 0 });
        expect(await merchant(desk)).toMatchObject({
          is_fetching: status === 'FETCHING',
          stores: [{ status }],
        });
      }
    }),
  );

  it.each([
    ['READY', 'FETCHING', 'QUEUED or DISCONNECTED'],
    ['QUEUED', 'READY', 'FETCHING or DISCONNECTED'],
    ['FETCHING', 'QUEUED', 'READY or ERRORED or DISCONNECTED'],
    ['DISCONNECTED', 'READY', 'QUEUED'],
    ['ERRORED', 'READY', 'QUEUED or DISCONNECTED'],
  ])('that is %s does not become %s', async (from, to, allowed) => {
    await onDesk(async (desk) => {
      await importStore(desk, from);
      const answer = await importStore(desk, to);
      expect(answer.by_kind.store).toMatchObject({ refused: 1 });
      expect(answer.refusals).toEqual([
        {
          line: 2,
          source: 'shop.jsonl',
          field: 'status',
          value: to,
          reason: `a store that is ${from} may become ${allowed}, not ${to}`,
        },
      ]);
      expect(await statusOf(desk)).toBe(from);
    })();
  });

  it.each(['QUEUED', 'FETCHING', 'READY', 'DISCONNECTED', 'ERRORED'])(
    'that is %s stays so when a file says the same or nothing of it',
    async (status) => {
      await onDesk(async (desk) => {
        await importStore(desk, status);
        expect((await importStore(desk, status)).by_kind.store).toMatchObject({ unchanged: 1 });
        expect((await importStore(desk)).by_kind.store).toMatchObject({ unchanged: 1 });
        expect(await statusOf(desk)).toBe(status);
      })();
    },
  );

  it(
    'whose fetch is under way for over an hour has failed, and may be queued again',
    onDesk(async (desk) => {
      await importStore(desk, 'FETCHING');
      desk.time = '13:00:00';
      expect(await merchant(desk)).toMatchObject({ is_fetching: true, stores: [{ status: 'FETCHING' }] });
      desk.time = '13:01:00';
      expect(await merchant(desk)).toMatchObject({ is_fetching: false, stores: [{ status: 'ERRORED' }] });
      expect(await importStore(desk, 'READY')).toMatchObject({ refused: 1 });
      expect(await importStore(desk, 'QUEUED')).toMatchObject({ refused: 0 });
    }),
  );
});

describe('the latest update of a merchant', () => {
  it(
    'is absent until there is data, and never goes back',
    onDesk(async (desk) => {
      await importStore(desk, 'QUEUED');
      expect(await merchant(desk)).not.toHaveProperty('latest_update');
      await importStore(desk, 'FETCHING');
      expect(await merchant(desk)).not.toHaveProperty('latest_update');
      desk.time = '12:30:00';
      await importStore(desk, 'READY');
      expect(await merchant(desk)).toMatchObject({ latest_update: '2026-03-01T12:30:00.000Z' });
      desk.time = '12:15:00';
      for (const status of ['QUEUED', 'FETCHING', 'READY']) await importStore(desk, status);
      expect(await merchant(desk)).toMatchObject({ latest_update: '2026-03-01T12:30:00.000Z' });
    }),
  );
});

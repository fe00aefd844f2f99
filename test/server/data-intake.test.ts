import { describe, expect, it } from 'vitest';
import { onService, type TestService } from './test-service.ts';

const LINES = { 'content-type': 'application/x-ndjson' };
const NILE = '/company/merchants/nile-crafts';
const KEY = 'a-key-of-the-bank-0001';

function order(id: number, more: object = {}): object {
  return {
    store_id: 'web',
    id: String(id),
    created_at: '2026-02-11T10:15:00+02:00',
    currency: 'EGP',
    total_price: '420.00',
    ...more,
  };
}

function lines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

function putNile(service: TestService) {
  const stores = [{ id: 'web', type: 'PLATFORM_A', name: 'Web shop' }];
  return service.ask('PUT', NILE, { body: { name: 'Nile', founded_on: '2023-05-14', stores } });
}

describe('a merchant put by itself', () => {
  it(
    'is taken with its stores, changed by the next, and answered as it is read',
    onService(async (service) => {
      const put = await putNile(service);
      expect(put.status).toBe(200);
      expect(put.body).toMatchObject({
        success: true,
        data: { external_id: 'nile-crafts', is_fetching: false, stores: [{ id: 'web', status: 'READY' }] },
      });
      expect((await service.get(NILE)).body).toEqual(put.body);
      const more = { stores: [{ id: 'shop', type: 'PLATFORM_C', name: 'Shop', status: 'FETCHING' }] };
      const again = await service.ask('PUT', NILE, { body: more });
      expect(again.body.data.id).toBe(put.body.data.id);
      expect(again.body.data.stores.map(({ id }: { id: string }) => id).sort()).toEqual(['shop', 'web']);
      expect(again.body.data.is_fetching).toBe(true);
    }),
  );

  it(
    'is refused whole, every fault at its place',
    onService(async (service) => {
      const stores = [
        { id: 'web', type: 'PLATFORM_A', name: 'Web' },
        { id: 'x', type: 'PLATFORM_A', name: 'X', status: 'BUSY' },
      ];
      const refused = await service.ask('PUT', NILE, { body: { founded_on: '2023-02-30', stores } });
      expect(refused.status).toBe(422);
      expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toContain('/founded_on');
      const store = await service.ask('PUT', NILE, { body: { stores } });
      expect(store.body).toMatchObject({ success: false, errors: [{ pointer: '/stores/1/status' }] });
      expect((await service.ask('PUT', NILE, { body: { nmae: 'Nile' } })).body.errors).toMatchObject([
        { pointer: '/nmae', code: 'unknown_field' },
      ]);
      const ours = await service.ask('PUT', '/company/merchants/MRC-7K3QX9B23', { body: {} });
      expect(ours.status).toBe(422);
      expect((await service.get(NILE)).status).toBe(404);
    }),
  );
});

describe('orders as JSON Lines', () => {
  it(
    'are taken with the merchant of the address, bad ones told with their lines',
    onService(async (service) => {
      await putNile(service);
      const raw = `${lines([order(1), { ...order(2), merchant: 'other' }])}\nnonsense\n${lines([
        order(3, { total_price: '1.234' }),
        order(4, { kind: 'order', merchant: 'nile-crafts' }),
        order(5, { kind: 'store' }),
      ])}`;
      const taken = await service.ask('POST', `${NILE}/orders`, { raw, headers: LINES });
      expect(taken.status).toBe(200);
      expect(taken.body).toMatchObject({
        success: true,
        data: { new: 2, refused: 4, by_kind: { order: { new: 2, refused: 3 }, unknown: { refused: 1 } } },
      });
      const at = (taken.body.data.refusals as { line: number; field: string }[]).map((one) => [
        one.line,
        one.field,
      ]);
      expect(at).toEqual(
        expect.arrayContaining([
          [2, 'merchant'],
          [4, ''],
          [5, 'total_price'],
          [7, 'kind'],
        ]),
      );
      const again = await service.ask('POST', `${NILE}/orders`, { raw: lines([order(1)]), headers: LINES });
      expect(again.body.data).toMatchObject({ new: 0, unchanged: 1 });
      expect((await service.get(`${NILE}/orders`)).body.data.orders).toHaveLength(2);
    }),
  );

  it(
    'come in past the limit of other bodies, a batch at a time',
    onService(async (service) => {
      await putNile(service);
      const many = Array.from({ length: 6_000 }, (_, id) => order(id, { channel: 'c'.repeat(300) }));
      const raw = lines(many);
      expect(raw.length).toBeGreaterThan(2 * 1024 * 1024);
      const taken = await service.ask('POST', `${NILE}/orders`, { raw, headers: LINES });
      expect(taken.body.data).toMatchObject({ new: 6_000, refused: 0 });
      expect((await service.get(`${NILE}/orders?page=1&size=1`)).headers['x-total-count']).toBe('6000');
    }),
  );

  it(
    'may be one JSON document, when it is small',
    onService(async (service) => {
      await putNile(service);
      const array = JSON.stringify([order(1), order(2)], null, 2);
      const taken = await service.ask('POST', `${NILE}/orders`, { raw: array });
      expect(taken.body.data).toMatchObject({ new: 2 });
      const one = await service.ask('POST', `${NILE}/orders`, { raw: JSON.stringify(order(3), null, 1) });
      expect(one.body.data).toMatchObject({ new: 1 });
      const broken = await service.ask('POST', `${NILE}/orders`, { raw: `${array.slice(0, -3)}` });
      expect(broken.status).toBe(400);
    }),
  );

  it(
    'are answered alike with the same key, and refused with another body',
    onService(async (service) => {
      await putNile(service);
      const ask = (records: readonly object[], dryRun = '') =>
        service.ask('POST', `${NILE}/orders${dryRun}`, {
          raw: lines(records),
          headers: { ...LINES, 'idempotency-key': KEY },
        });
      const rehearsed = await ask([order(1)], '?dry_run=true');
      expect(rehearsed.body.data).toMatchObject({ new: 1, dry_run: true });
      const first = await ask([order(1)]);
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      const second = await ask([order(1)]);
      expect(second.text).toBe(first.text);
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect((await ask([order(2)])).body.code).toBe('key_reused');
    }),
  );

  it(
    'are refused where they cannot be meant',
    onService(async (service) => {
      const none = await service.ask('POST', `${NILE}/orders`, { raw: lines([order(1)]), headers: LINES });
      expect(none.status).toBe(404);
      await putNile(service);
      const csv = { raw: 'id,total', headers: { 'content-type': 'text/csv' } };
      expect((await service.ask('POST', `${NILE}/orders`, csv)).status).toBe(415);
      const huge = { raw: '', headers: { ...LINES, 'content-length': String(2 ** 31) } };
      expect((await service.ask('POST', `${NILE}/orders`, huge)).status).toBe(413);
      const line = { raw: `{"id":"${'x'.repeat(1_100_000)}"}`, headers: LINES };
      expect((await service.ask('POST', `${NILE}/orders`, line)).status).toBe(413);
      const reader = { raw: lines([order(1)]), headers: LINES, token: 'token-of-officer' };
      expect((await service.ask('POST', `${NILE}/orders`, reader)).status).toBe(403);
    }),
  );
});

describe('users', () => {
  it(
    'are put, and their transactions and flags taken',
    onService(async (service) => {
      const user = {
        user_id: 'u-1',
        permissions_status: 'granted',
        user_name: 'أمل',
        created_at: '2026-01-01T09:00:00Z',
      };
      const put = await service.ask('PUT', '/api/v1/users/u-1', { body: user });
      expect(put.status).toBe(200);
      expect(put.body).toMatchObject(user);
      expect((await service.get('/api/v1/users/u-1')).body).toEqual(put.body);
      const transaction = {
        id: 1,
        account_type: 'debit',
        amount: '50.00',
        timestamp: 1_769_990_400,
        event: 'cash_out',
        transaction_type: 'airtime_purchase',
        amount_currency: 'EGP',
        institution_name: 'Delta Bank',
      };
      const flag = {
        id: 'f-1',
        flag_label: 'repayment_reminder',
        timestamp: 1_770_076_800,
        institution_name: 'Delta Bank',
      };
      const transactions = await service.ask('POST', '/api/v1/users/u-1/transactions', {
        raw: lines([transaction, { ...transaction, id: 2, user_id: 'u-2' }]),
        headers: LINES,
      });
      expect(transactions.body).toMatchObject({
        new: 1,
        refused: 1,
        refusals: [{ line: 2, field: 'user_id' }],
      });
      const flags = await service.ask('POST', '/api/v1/users/u-1/flags', {
        raw: lines([flag]),
        headers: LINES,
      });
      expect(flags.body).toMatchObject({ new: 1, refused: 0 });
      expect((await service.get('/api/v1/users/u-1/transactions')).body).toMatchObject([{ id: 1 }]);
      expect((await service.get('/api/v1/users/u-1/flags')).body).toMatchObject([{ id: 'f-1' }]);
      expect((await service.get('/api/v1/users/u-1')).body.last_updated).not.toBe('');
    }),
  );

  it(
    'are refused with every fault, and what is theirs without them',
    onService(async (service) => {
      const body = { permissions_status: 'granted', created_at: '2026-01-01T09:00:00Z', user_id: 'u-2' };
      const refused = await service.ask('PUT', '/api/v1/users/u-1', { body });
      expect(refused.body.errors).toMatchObject([{ pointer: '/user_id', code: 'not_the_address' }]);
      const granted = { permissions_status: 'perhaps', created_at: '2026-01-01T09:00:00Z' };
      expect((await service.ask('PUT', '/api/v1/users/u-1', { body: granted })).body.errors).toMatchObject([
        { pointer: '/permissions_status' },
      ]);
      expect((await service.ask('PUT', '/api/v1/users/u-1', { body: {} })).body.errors).toHaveLength(2);
      const flags = { raw: '{}', headers: LINES };
      expect((await service.ask('POST', '/api/v1/users/u-1/flags', flags)).status).toBe(404);
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { onService, type TestService } from './test-service.ts';

async function withData({ desk }: TestService): Promise<void> {
  const records = (values: readonly unknown[]) =>
    values.map((value, index) => ({ line: index + 1, source: 'data.jsonl', value }));
  await desk.done('merchants.import', {
    records: records([
      { kind: 'merchant', external_id: 'nile-1', name: 'Nile Textiles' },
      { kind: 'merchant', external_id: 'delta-2', name: 'Delta Foods' },
      { kind: 'store', merchant: 'nile-1', id: 'S1', type: 'PLATFORM_A', name: 'Main' },
      ...[1, 2, 3].map((number) => ({
        kind: 'order',
        merchant: 'nile-1',
        store_id: 'S1',
        id: `O${number}`,
        created_at: `2026-02-0${number}T10:00:00+02:00`,
        currency: 'EGP',
        total_price: '100.5',
        financial_status: 'paid',
      })),
    ]),
  });
  await desk.done('users.import', {
    records: records([
      ...['u1', 'u2', 'u3'].map((user_id) => ({
        kind: 'user',
        user_id,
        permissions_status: 'granted',
        user_name: `User ${user_id}`,
        user_phone: '+201001234567',
        created_at: '2025-01-01T00:00:00Z',
      })),
      {
        kind: 'transaction',
        id: 1,
        user_id: 'u1',
        account_type: 'ewallet',
        amount: '12.50',
        timestamp: 1_771_000_000,
        event: 'cash_in',
        transaction_type: 'airtime_purchase',
        amount_currency: 'EGP',
        balance: '20.00',
        balance_currency: 'EGP',
        institution_name: 'Wallet',
      },
      {
        kind: 'flag',
        id: 'f1',
        user_id: 'u1',
        institution_name: 'Wallet',
        flag_label: 'repayment_reminder',
        timestamp: 1_771_000_000,
      },
    ]),
  });
}

describe('the merchant operations', () => {
  it(
    'list merchants in the envelope',
    onService(async (service) => {
      await withData(service);
      const answer = await service.get('/company/merchants?page=1&size=1');
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual(['success', 'data']);
      expect(answer.body).toMatchObject({
        success: true,
        data: { page: 1, size: 1, total_count: 2, data: [{ external_id: 'nile-1' }] },
      });
      expect(answer.body.data.data[0]).not.toHaveProperty('orders');
    }),
  );

  it(
    'show a merchant with its stores',
    onService(async (service) => {
      await withData(service);
      const answer = await service.get('/company/merchants/nile-1');
      expect(answer.body).toMatchObject({
        success: true,
        data: {
          id: expect.stringMatching(/^MRC-/),
          external_id: 'nile-1',
          latest_update: expect.stringMatching(/^\d{4}-.*Z$/),
          is_fetching: false,
          stores: [{ id: 'S1', type: 'PLATFORM_A', name: 'Main', status: 'READY' }],
        },
      });
      const without = await service.get('/company/merchants/delta-2');
      expect(without.body.data).not.toHaveProperty('latest_update');
    }),
  );

  it(
    'show its orders, paged when asked',
    onService(async (service) => {
      await withData(service);
      const all = await service.get('/company/merchants/nile-1/orders');
      expect(Object.keys(all.body.data)).toEqual(['id', 'external_id', 'orders']);
      expect(all.body.data.orders).toHaveLength(3);
      expect(all.headers).not.toHaveProperty('x-total-count');
      const paged = await service.get('/company/merchants/nile-1/orders?page=2&size=1');
      expect(paged.headers['x-total-count']).toBe('3');
      expect(paged.headers.link).toBe(
        [
          '</company/merchants/nile-1/orders?page=1&size=1>; rel="first"',
          '</company/merchants/nile-1/orders?page=1&size=1>; rel="prev"',
          '</company/merchants/nile-1/orders?page=3&size=1>; rel="next"',
          '</company/merchants/nile-1/orders?page=3&size=1>; rel="last"',
        ].join(', '),
      );
    }),
  );

  it(
    'refuse in their own form',
    onService(async (service) => {
      const answer = await service.get('/company/merchants/nobody');
      expect(answer).toMatchObject({
        status: 404,
        body: { success: false, error_code: 'MERCHANT_NOT_FOUND', code: 'merchant_not_found' },
      });
      const signedOut = await service.get('/company/merchants', { token: null });
      expect(signedOut.body).toMatchObject({ success: false, error_code: 'NOT_SIGNED_IN' });
    }),
  );
});

describe('the user operations', () => {
  it(
    'list users as a bare array with their number beside it',
    onService(async (service) => {
      await withData(service);
      const answer = await service.get('/api/v1/users?size=2');
      expect(answer.status).toBe(200);
      expect(answer.body).toHaveLength(2);
      expect(answer.body[0]).toMatchObject({
        user_id: 'u1',
        permissions_status: 'granted',
        user_name: 'User u1',
        user_phone: '+201001234567',
        last_updated: expect.stringMatching(/Z$/),
        created_at: expect.any(String),
      });
      expect(answer.headers['x-total-count']).toBe('3');
      expect(answer.headers.link).toContain('</api/v1/users?size=2&page=2>; rel="next"');
    }),
  );

  it(
    'record who read phones in full',
    onService(async (service) => {
      await withData(service);
      await service.get('/api/v1/users/u1', { token: 'token-of-reader' });
      const last = (await service.desk.audit()).at(-1);
      expect(last).toMatchObject({ action: 'users.get', actor: 'reader@bank.example', channel: 'http' });
    }),
  );

  it(
    'show a user and what is known of it',
    onService(async (service) => {
      await withData(service);
      expect((await service.get('/api/v1/users/u1')).body).toMatchObject({ user_id: 'u1' });
      const transactions = await service.get('/api/v1/users/u1/transactions');
      expect(transactions.body).toEqual([
        {
          id: 1,
          user_id: 'u1',
          account_type: 'ewallet',
          amount: '12.50',
          timestamp: 1_771_000_000,
          event: 'cash_in',
          transaction_type: 'airtime_purchase',
          amount_currency: 'EGP',
          balance: '20.00',
          balance_currency: 'EGP',
          institution_name: 'Wallet',
        },
      ]);
      const later = await service.get('/api/v1/users/u1/transactions?startTimestamp=1771000000');
      expect(later.body).toEqual([]);
      const summary = await service.get('/api/v1/users/u1/transactions/summary');
      expect(summary.body).toMatchObject({ months: [{ total_credit: 12.5 }], averages: [{}] });
      expect((await service.get('/api/v1/users/u1/flags')).body).toMatchObject([{ id: 'f1' }]);
      expect((await service.get('/api/v1/users/u1/flags/summary')).body).toMatchObject({
        months: [{ flag_label: 'repayment_reminder', count: 1 }],
      });
      const features = await service.get('/api/v1/users/u1/features?asOf=2026-03-01');
      expect(features.body).toMatchObject({
        user_id: 'u1',
        count_of_airtime_purchase_events_0_30: 1,
        count_of_repayment_reminder_0_30: 1,
        count_of_repayment_warning_30_60: 0,
      });
      const both = await service.get('/api/v1/users/u1/features?asOf=1&date=1');
      expect(both.status).toBe(400);
    }),
  );
});

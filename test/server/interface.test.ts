import { describe, expect, it } from 'vitest';
import { onService, type TestService } from './test-service.ts';

const APPLICATION = {
  merchant_id: 'nile-1',
  business_name: 'Nile Textiles',
  requested_amount: 50_000,
  loan_purpose: 'inventory',
  monthly_sales_volume: 125_000.5,
  platform_type: 'platform_a',
  requested_term_months: 12,
};
const DECISION = {
  decision: 'approved',
  approved_amount: 50_000,
  interest_rate: 24,
  term_months: 12,
  decision_maker_id: 'officer-7',
};
const DISBURSEMENT = {
  merchant_bank_account: 'EG380019000500000000263180002',
  disbursement_amount: 50_000,
  disbursement_date: '2026-03-01',
  disbursement_method: 'bank_transfer',
};
const PAYMENT = { payment_amount: 5_000, payment_date: '2026-03-01', payment_method: 'auto_debit' };

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

/** Takes an application through to a loan that is paid out; answers both ids. */
async function lend(service: TestService): Promise<{ application: string; loan: string }> {
  const applied = await service.post('/api/v1/loan-applications', APPLICATION);
  const application = applied.body.application_id as string;
  const decided = await service.post(`/api/v1/loan-applications/${application}/decisions`, {
    application_id: application,
    ...DECISION,
  });
  const loan = decided.body.loan_id as string;
  await service.post(`/api/v1/loans/${loan}/disbursements`, DISBURSEMENT);
  return { application, loan };
}

describe('the lending operations', () => {
  it(
    'create an application: 201, where it is, every field',
    onService(async (service) => {
      const answer = await service.post('/api/v1/loan-applications', APPLICATION);
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        ...APPLICATION,
        application_id: expect.stringMatching(/^APP-/),
        currency: 'EGP',
        status: 'submitted',
        created_at: '2026-03-01',
      });
      expect(answer.headers.location).toBe(`/api/v1/loan-applications/${answer.body.application_id}`);
      const read = await service.get(String(answer.headers.location));
      expect(read).toMatchObject({ status: 200, body: { application_id: answer.body.application_id } });
    }),
  );

  it(
    'assess it',
    onService(async (service) => {
      const { body } = await service.post('/api/v1/loan-applications', APPLICATION);
      const answer = await service.get(`/api/v1/loan-applications/${body.application_id}/assessment`);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        application_id: body.application_id,
        sales_performance_score: expect.any(Number),
        business_age_months: expect.any(Number),
        default_risk_rating: expect.stringMatching(/^(low|medium|high)$/),
        recommended_amount: expect.any(Number),
        recommended_interest_rate: expect.any(Number),
        assessment_notes: expect.any(String),
      });
      expect(answer.body).not.toHaveProperty('explanation');
      const explained = await service.get(
        `/api/v1/loan-applications/${body.application_id}/assessment?explain=true`,
      );
      expect(explained.body).toHaveProperty('explanation.parts');
    }),
  );

  it(
    'decide it: 200, every field, null where there is nothing to say',
    onService(async (service) => {
      const { body } = await service.post('/api/v1/loan-applications', APPLICATION);
      const answer = await service.post(`/api/v1/loan-applications/${body.application_id}/decisions`, {
        application_id: body.application_id,
        ...DECISION,
      });
      expect(answer.status).toBe(200);
      expect(answer.headers).not.toHaveProperty('location');
      expect(answer.body).toMatchObject({
        application_id: body.application_id,
        ...DECISION,
        rejection_reason: null,
        loan_id: expect.stringMatching(/^LN-/),
        status: 'approved',
      });
    }),
  );

  it(
    'refuse a decision whose body names another application than its path',
    onService(async (service) => {
      const { body } = await service.post('/api/v1/loan-applications', APPLICATION);
      const other = await service.post('/api/v1/loan-applications', APPLICATION);
      const path = `/api/v1/loan-applications/${body.application_id}/decisions`;
      const answer = await service.post(path, { application_id: other.body.application_id, ...DECISION });
      expect(answer).toMatchObject({ status: 422, body: { code: 'application_mismatch' } });
      for (const wrong of [5, {}, ['APP']]) {
        const refused = await service.post(path, { ...DECISION, application_id: wrong });
        expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
      }
      const hidden = await service.post(path, { ...DECISION, body_application_id: body.application_id });
      expect(hidden.body.errors).toMatchObject([{ pointer: '/body_application_id', code: 'unknown_field' }]);
    }),
  );

  it(
    'register a disbursement: 201, where it is, every field',
    onService(async (service) => {
      const applied = await service.post('/api/v1/loan-applications', APPLICATION);
      const decided = await service.post(
        `/api/v1/loan-applications/${applied.body.application_id}/decisions`,
        DECISION,
      );
      const { loan_id } = decided.body;
      const answer = await service.post(`/api/v1/loans/${loan_id}/disbursements`, {
        loan_id,
        ...DISBURSEMENT,
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        loan_id,
        ...DISBURSEMENT,
        disbursement_reference: expect.stringMatching(/^DSB-/),
        status: 'completed',
      });
      const read = await service.get(String(answer.headers.location));
      expect(read.body.disbursement_reference).toBe(answer.body.disbursement_reference);
      const all = await service.get(`/api/v1/loans/${loan_id}/disbursements`);
      expect(all.body).toEqual([read.body]);
    }),
  );

  it(
    'refuse a disbursement whose body names another loan',
    onService(async (service) => {
      const { loan } = await lend(service);
      const answer = await service.post(`/api/v1/loans/${loan}/disbursements`, {
        ...DISBURSEMENT,
        loan_id: 'LN-7K3QX9B23',
      });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ pointer: '/loan_id', code: 'not_the_address' }]);
    }),
  );

  it(
    'book a payment: 201 the first time, 200 when its reference is known',
    onService(async (service) => {
      const { loan } = await lend(service);
      const answer = await service.post(`/api/v1/loans/${loan}/payments`, {
        ...PAYMENT,
        payment_reference: 'FT1',
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        loan_id: loan,
        ...PAYMENT,
        principal_amount: 5_000,
        interest_amount: 0,
        remaining_balance: 45_000,
        replayed: false,
      });
      const read = await service.get(String(answer.headers.location));
      expect(read.body).toMatchObject({ payment_id: answer.body.payment_id, status: 'posted' });
      const again = await service.post(`/api/v1/loans/${loan}/payments`, {
        ...PAYMENT,
        payment_reference: 'FT1',
      });
      expect(again).toMatchObject({
        status: 200,
        body: { replayed: true, payment_id: answer.body.payment_id },
      });
      expect(again.headers).not.toHaveProperty('location');
    }),
  );

  it(
    'show the loan account',
    onService(async (service) => {
      const { loan } = await lend(service);
      const answer = await service.get(`/api/v1/loans/${loan}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        loan_id: loan,
        merchant_id: 'nile-1',
        original_amount: 50_000,
        outstanding_balance: 50_000,
        next_payment_due_date: '2026-04-01',
        payment_status: 'current',
        total_payments_made: 0,
        currency: 'EGP',
        business_name: 'Nile Textiles',
        interest_rate: 24,
        term_months: 12,
        disbursement_status: 'completed',
      });
    }),
  );

  it(
    'try a write without doing it',
    onService(async (service) => {
      const { loan } = await lend(service);
      const path = `/api/v1/loans/${loan}/payments`;
      const answer = await service.post(`${path}?dry_run=true`, PAYMENT);
      expect(answer).toMatchObject({ status: 200, body: { dry_run: true, payment_id: null } });
      expect((await service.get(path)).body).toEqual([]);
      const odd = await service.post(`${path}?dry_run=yes`, PAYMENT);
      expect(odd).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    }),
  );
});

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

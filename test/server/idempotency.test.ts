import { describe, expect, it } from 'vitest';
import { onService, type TestService } from './test-service.ts';

const KEY = { 'idempotency-key': 'the-key-of-this-test' };

/** The address of an approved loan of 50,000. */
async function approvedLoan(service: TestService): Promise<string> {
  const applied = await service.post('/api/v1/loan-applications', {
    merchant_id: 'nile-1',
    business_name: 'Nile Textiles',
    requested_amount: 50_000,
    loan_purpose: 'inventory',
    monthly_sales_volume: 125_000,
    platform_type: 'platform_a',
    requested_term_months: 12,
  });
  const decided = await service.post(`/api/v1/loan-applications/${applied.body.application_id}/decisions`, {
    decision: 'approved',
    approved_amount: 50_000,
    interest_rate: 24,
    term_months: 12,
    decision_maker_id: 'officer-7',
  });
  return `/api/v1/loans/${decided.body.loan_id}`;
}

/** The address of the payments of a loan paid out today. */
async function paymentsOfALoan(service: TestService): Promise<string> {
  const loan = await approvedLoan(service);
  await service.post(`${loan}/disbursements`, {
    merchant_bank_account: 'EG380019000500000000263180002',
    disbursement_amount: 50_000,
    disbursement_date: '2026-03-01',
    disbursement_method: 'bank_transfer',
  });
  return `${loan}/payments`;
}

const payment = (amount: number) => ({
  payment_amount: amount,
  payment_date: '2026-03-01',
  payment_method: 'auto_debit',
});

describe('an idempotency key', () => {
  it(
    'makes a hundred equal requests at once one payment with one answer, byte for byte',
    onService(async (service) => {
      const url = await paymentsOfALoan(service);
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => service.post(url, payment(1_000.5), { headers: KEY })),
      );
      const done = answers.filter(({ status }) => status === 201);
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      expect(done.filter(({ headers }) => headers['idempotency-replayed'] !== 'true')).toHaveLength(1);
      expect((await service.get(url)).body).toHaveLength(1);
    }),
  );

  it(
    'is the same whatever the order and the blanks of the body, and is of one caller',
    onService(async (service) => {
      const url = await paymentsOfALoan(service);
      const first = await service.post(url, payment(1_000), { headers: KEY });
      const raw =
        '{ "payment_method": "auto_debit", "payment_date": "2026-03-01",\n "payment_amount": 1000 }';
      const again = await service.ask('POST', url, { raw, headers: KEY });
      expect(again).toMatchObject({ status: 201, text: first.text });
      expect(again.headers).toMatchObject({
        'idempotency-replayed': 'true',
        location: first.headers.location,
      });
      const another = await service.post(url, payment(1_000), { headers: KEY, token: 'token-of-servicing' });
      expect(another.headers).not.toHaveProperty('idempotency-replayed');
      expect((await service.get(url)).body).toHaveLength(2);
    }),
  );

  it(
    'is refused for another request',
    onService(async (service) => {
      const url = await paymentsOfALoan(service);
      await service.post(url, payment(1_000), { headers: KEY });
      const other = await service.post(url, payment(1_001), { headers: KEY });
      expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } });
      expect((await service.get(url)).body).toHaveLength(1);
    }),
  );

  it.each(['short', 'x'.repeat(129), 'sixteen and an é '])('must have its form: %s', async (key) => {
    await onService(async (service) => {
      const url = await paymentsOfALoan(service);
      const got = await service.post(url, payment(1_000), { headers: { 'idempotency-key': key } });
      expect(got).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } });
    })();
  });
});

describe('without a key', () => {
  it(
    'a payment equal to one a moment ago says so',
    onService(async (service) => {
      const url = await paymentsOfALoan(service);
      expect((await service.post(url, payment(1_000))).body).not.toHaveProperty('duplicate_suspected', true);
      expect((await service.post(url, payment(1_000))).body).toMatchObject({ duplicate_suspected: true });
    }),
  );
});

describe('an action that waits for a second person', () => {
  it(
    'is answered with 202 and made by the second call',
    onService(async (service) => {
      await service.post('/api/v1/policy', { key: 'four_eyes', value: 'cancel' });
      const cancel = `${await approvedLoan(service)}/cancellation`;
      const first = await service.post(
        cancel,
        { reason: 'the merchant asked' },
        { token: 'token-of-officer' },
      );
      expect(first).toMatchObject({ status: 202, body: { approvals: { given: 1, needed: 2 } } });
      const second = await service.post(cancel, { reason: 'the merchant asked' });
      expect(second.status, second.text).toBe(200);
      expect(second.body.closed).toMatchObject({ kind: 'cancelled' });
    }),
  );
});

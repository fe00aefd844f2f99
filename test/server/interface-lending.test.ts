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

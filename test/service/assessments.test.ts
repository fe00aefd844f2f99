import { describe, expect, it } from 'vitest';
import { type Desk, onDesk } from './desk.ts';
import {
  applicationInput,
  applied,
  approvalOf,
  approved,
  disbursed,
  payOffOn,
  payOn,
  setPolicy,
} from './desk-loans.ts';

const DAY_MS = 86_400_000;

interface SalesOptions {
  readonly until?: string;
  readonly status?: string;
  readonly days?: number;
  readonly price?: string;
}

/** Imports a shop that sells for 4,000.00 to somebody new on each of 400 days up to a date. */
async function withSales(desk: Desk, externalId: string, options: SalesOptions = {}): Promise<string> {
  const { until = desk.today, status = 'READY', days = 400, price = '4000.00' } = options;
  const last = Date.parse(`${until}T10:00:00.000Z`);
  const orders = Array.from({ length: days }, (_, index) => {
    const at = new Date(last - index * DAY_MS).toISOString();
    return {
      kind: 'order',
      merchant: externalId,
      store_id: 'S1',
      id: `O-${at}`,
      created_at: at,
      currency: 'EGP',
      total_price: price,
      financial_status: 'paid',
      fulfillment_status: 'fulfilled',
      customer_id: `c-${at}`,
    };
  });
  const values = [
    { kind: 'merchant', external_id: externalId, founded_on: '2020-01-01' },
    { kind: 'store', merchant: externalId, id: 'S1', type: 'PLATFORM_A', name: 'Main', status },
    ...orders,
  ];
  const records = values.map((value, index) => ({ line: index + 1, source: 'shop.jsonl', value }));
  expect((await desk.done('merchants.import', { records })).refused).toBe(0);
  return (await desk.done('merchants.get', { merchant_id: externalId })).id;
}

async function assessed(desk: Desk, applicationId: string) {
  const answer = await desk.done('assessments.get', { application_id: applicationId, explain: true });
  const explanation = answer.explanation as {
    inputs: Record<string, unknown>;
    rating: { k: number };
    amount: { exposure: number; installments_due: number };
    reasons: string[];
    policy_version: number;
  };
  return { ...answer, explanation };
}

describe('an assessment', () => {
  it(
    'rests on the orders up to the application, the same each time',
    onDesk(async (desk) => {
      await withSales(desk, 'nile-1');
      const id = await applied(desk, { merchant_id: 'nile-1' });
      const first = await assessed(desk, id);
      // 1.5 × the declared 60,000.00, which the verified 120,000.00 bear out.
      expect(first).toMatchObject({
        business_age_months: 74,
        default_risk_rating: 'low',
        recommended_amount: 90_000,
        recommended_interest_rate: 23.5,
      });
      expect(await assessed(desk, id)).toEqual(first);
      const { explanation: _explanation, ...short } = first;
      expect(await desk.done('assessments.get', { application_id: id })).toEqual(short);
      // Orders after it change nothing; those before it, filled in later, do.
      desk.today = '2026-03-20';
      await withSales(desk, 'nile-1', { until: '2026-03-20', days: 19 });
      expect((await assessed(desk, id)).explanation.inputs).toMatchObject({ orders: 400 });
      await withSales(desk, 'nile-1', { until: '2025-01-25', days: 5 });
      expect((await assessed(desk, id)).explanation.inputs).toMatchObject({ orders: 405 });
    }),
  );

  it(
    'of a merchant nobody knows is that of a thin file',
    onDesk(async (desk) => {
      const id = await applied(desk, { merchant_id: 'M-404', requested_term_months: 12 });
      expect(await assessed(desk, id)).toMatchObject({
        sales_performance_score: 25,
        business_age_months: 0,
        default_risk_rating: 'high',
        recommended_amount: 15_000,
        recommended_interest_rate: 31,
        explanation: { reasons: expect.arrayContaining(['D01']) },
      });
    }),
  );

  it.each(['approved', 'rejected'] as const)(
    'is kept as it stood once the application is %s',
    async (decision) => {
      await onDesk(async (desk) => {
        await withSales(desk, 'nile-1');
        const id = await applied(desk, { merchant_id: 'nile-1' });
        const stood = await assessed(desk, id);
        const input =
          decision === 'approved'
            ? approvalOf(id, { approved_amount: 80_000 })
            : { application_id: id, decision, rejection_reason: 'x', decision_maker_id: 'o-7' };
        const answer = await desk.done('decisions.create', input);
        expect(answer.recommended).toEqual({ amount: 90_000, interest_rate: 23.5 });
        if (decision === 'approved') {
          expect(answer.overrides).toEqual({
            approved_amount: { recommended: 90_000, given: 80_000 },
            interest_rate: { recommended: 23.5, given: 24 },
          });
        }
        await setPolicy(desk, 'assessment.base_rate', '30');
        await withSales(desk, 'nile-1', { price: '1.00' });
        expect(await assessed(desk, id)).toEqual(stood);
      })();
    },
  );

  it(
    'is computed anew while the application is under review, by the policy of the day',
    onDesk(async (desk) => {
      await withSales(desk, 'nile-1');
      const id = await applied(desk, { merchant_id: 'nile-1' });
      const review = { application_id: id, decision: 'pending_review', decision_maker_id: 'o-7' };
      await desk.done('decisions.create', review);
      await setPolicy(desk, 'assessment.base_rate', '21.00', '2026-03-05');
      expect(await assessed(desk, id)).toMatchObject({ recommended_interest_rate: 23.5 });
      desk.today = '2026-03-05';
      expect(await assessed(desk, id)).toMatchObject({
        recommended_interest_rate: 24.5,
        explanation: { policy_version: 2 },
      });
      const { decisions } = await desk.done('applications.get', { application_id: id });
      expect(decisions).toMatchObject([{ decision: 'pending_review', policy_version: 1 }]);
    }),
  );

  it.each([
    ['READY', '2026-03-31', false],
    ['READY', '2026-04-01', true],
    ['DISCONNECTED', '2026-03-01', true],
  ])('of a shop %s, last fetched on 1 March and asked for on %s: stale %s', async (status, on, stale) => {
    await onDesk(async (desk) => {
      await withSales(desk, 'nile-1', { status });
      desk.today = on;
      const { default_risk_rating, explanation } = await assessed(
        desk,
        await applied(desk, { merchant_id: 'nile-1' }),
      );
      expect(explanation.reasons.includes('D03')).toBe(stale);
      expect(default_risk_rating).toBe(stale ? 'medium' : 'low');
    })();
  });
});

describe('loans here', () => {
  /** An application of the merchant by our id; its loans here were asked for by the external one. */
  async function second(desk: Desk, serviceId: string) {
    return assessed(desk, await applied(desk, { merchant_id: serviceId }));
  }

  it(
    'count as exposure: outstanding and promised, by whatever id of the merchant',
    onDesk(async (desk) => {
      const id = await withSales(desk, 'nile-1');
      const { loanId } = await approved(desk, {}, { merchant_id: 'nile-1' });
      expect((await second(desk, id)).explanation.amount).toMatchObject({
        exposure: 12_000,
        installments_due: 0,
      });
      await desk.done('disbursements.create', {
        loan_id: loanId,
        merchant_bank_account: '100200300',
        disbursement_amount: 5_000,
        disbursement_date: '2026-03-01',
        disbursement_method: 'bank_transfer',
      });
      const drawn = await second(desk, id);
      // 5,000.00 outstanding and 7,000.00 promised; the installment is that of what is drawn.
      expect(drawn.explanation.amount).toMatchObject({ exposure: 12_000, installments_due: 472.8 });
      expect(drawn).toMatchObject({ recommended_amount: 78_000 });
      // Another merchant's loans are not this one's.
      const other = await assessed(desk, await applied(desk, { merchant_id: 'M-2' }));
      expect(other.explanation.amount).toMatchObject({ exposure: 0 });
    }),
  );

  it(
    'overdue or defaulted bar an offer',
    onDesk(async (desk) => {
      const id = await withSales(desk, 'nile-1');
      await disbursed(desk, {}, {}, { merchant_id: 'nile-1' });
      const application = await applied(desk, { merchant_id: id });
      expect(await assessed(desk, application)).toMatchObject({ explanation: { rating: { k: 70 } } });
      desk.today = '2026-04-02';
      const overdue = await assessed(desk, application);
      expect(overdue).toMatchObject({ recommended_amount: 0, explanation: { rating: { k: 30 } } });
      expect(overdue.explanation.reasons).toContain('C20');
      desk.today = '2026-06-30';
      const defaulted = await assessed(desk, application);
      expect(defaulted).toMatchObject({ recommended_amount: 0, default_risk_rating: 'high' });
      expect(defaulted.explanation.reasons).toContain('C21');
    }),
  );

  it.each([
    ['on time', '2026-04-01', 100, 'C10'],
    ['31 days late', '2026-05-02', 70, null],
  ])('paid off %s', async (_how, date, conduct, reason) => {
    await onDesk(async (desk) => {
      const id = await withSales(desk, 'nile-1');
      const { loanId } = await disbursed(desk, {}, { disbursement_amount: 5_000 }, { merchant_id: 'nile-1' });
      await payOffOn(desk, date, loanId);
      const { explanation } = await second(desk, id);
      expect(explanation.rating.k).toBe(conduct);
      expect(explanation.reasons.includes('C10')).toBe(reason === 'C10');
      // What was never drawn of a loan that is paid off is no promise any more.
      expect(explanation.amount).toMatchObject({ exposure: 0, installments_due: 0 });
    })();
  });

  it(
    'given up, or of the application itself, do not count',
    onDesk(async (desk) => {
      const id = await withSales(desk, 'nile-1');
      const { loanId, applicationId } = await approved(desk, {}, { merchant_id: 'nile-1' });
      await desk.done('loans.cancel', { loan_id: loanId, reason: 'withdrawn' });
      expect((await second(desk, id)).explanation.amount).toMatchObject({ exposure: 0 });
      expect((await assessed(desk, applicationId)).explanation.amount).toMatchObject({ exposure: 0 });
    }),
  );

  it(
    'count from the day they are booked, payments too',
    onDesk(async (desk) => {
      const id = await withSales(desk, 'nile-1');
      const { loanId } = await disbursed(desk, {}, {}, { merchant_id: 'nile-1' });
      const application = await desk.done('applications.create', applicationInput({ merchant_id: id }));
      await payOn(desk, '2026-04-01', loanId, 1_134.72);
      const { explanation } = await assessed(desk, application.application_id as string);
      expect(explanation.amount).toMatchObject({ exposure: 11_105.28, installments_due: 1_134.72 });
    }),
  );
});

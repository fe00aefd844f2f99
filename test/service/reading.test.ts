import { describe, expect, it } from 'vitest';
import type { OperationInput, OperationName } from '../../src/contract/operation-types.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { BANK_ACCOUNT, importedDay } from './bank-statements.ts';
import { type Desk, onDesk } from './desk.ts';
import { applicationInput, applied, approved, disbursed, handedOn, payOffOn, payOn } from './desk-loans.ts';

/** Operations whose reading is tested with the user data, or with what signing in needs. */
const OF_USER_DATA = /^(users\.|merchants\.sales|officers\.|approvals\.|audit\.|events\.)/;

async function withMerchants(desk: Desk): Promise<void> {
  const orders = ['2026-02-01T10:00:00+02:00', '2026-02-02T10:00:00+02:00', '2026-02-03T10:00:00Z'];
  const values = [
    { kind: 'merchant', external_id: 'nile-1', name: 'Nile Textiles' },
    { kind: 'merchant', external_id: 'delta-2', name: 'Delta Foods' },
    { kind: 'store', merchant: 'nile-1', id: 'S1', type: 'PLATFORM_A', name: 'Main' },
    { kind: 'store', merchant: 'nile-1', id: 'S2', type: 'PLATFORM_C', name: 'Side', status: 'FETCHING' },
    ...orders.map((created_at, index) => ({
      kind: 'order',
      merchant: 'nile-1',
      store_id: index === 2 ? 'S2' : 'S1',
      id: `O${index + 1}`,
      created_at,
      currency: 'EGP',
      total_price: '100.5',
      financial_status: index === 0 ? 'refunded' : 'paid',
    })),
  ];
  const records = values.map((value, index) => ({ line: index + 1, source: 'm.jsonl', value }));
  await desk.done('merchants.import', { records });
}

describe('every read', () => {
  it(
    'answers in the form of its schema',
    onDesk(async (desk) => {
      await withMerchants(desk);
      const { loanId, applicationId } = await disbursed(desk, {}, {}, { merchant_id: 'nile-1' });
      const paid = await payOn(desk, '2026-04-01', loanId, 1_134.72);
      const [sent] = await desk.done('disbursements.list', { loan_id: loanId });
      const batchId = await handedOn(desk);
      const day = await importedDay(desk, '2026-04-02', '0.00', [
        { amount: '70.00', reference: 'FT1', text: 'who knows' },
      ]);
      const inputs: Partial<Record<OperationName, OperationInput<OperationName>>> = {
        'applications.list': {},
        'applications.get': { application_id: applicationId },
        'assessments.get': { application_id: applicationId, explain: true },
        'disbursements.list': { loan_id: loanId },
        'disbursements.get': {
          loan_id: loanId,
          disbursement_reference: sent?.disbursement_reference ?? '',
        },
        'disbursements.exported': { batch_id: batchId },
        'payments.get': { loan_id: loanId, payment_id: paid.payment_id ?? '' },
        'loans.disbursements': { loan_id: loanId, status: 'completed' },
        'loans.get': { loan_id: loanId },
        'loans.list': {},
        'loans.schedule': { loan_id: loanId },
        'loans.payments': { loan_id: loanId },
        'loans.payoff': { loan_id: loanId },
        'loans.explain': { loan_id: loanId, schedule: true },
        'loans.statement': { loan_id: loanId, from: '2026-03-15' },
        'payments.receipt': { payment_id: paid.payment_id ?? '' },
        'documents.letterhead': {},
        'loans.notes': { loan_id: loanId },
        'payments.list': {},
        'payments.totals': {},
        'today.get': {},
        'find.list': { q: 'nile' },
        'payment_batches.list': {},
        'payment_batches.get': { batch_id: day.batchId },
        'held_rows.list': { state: 'open' },
        'held_rows.get': { held_id: day.heldIds[0] as string },
        'reports.reconciliation': { account: BANK_ACCOUNT, from: '2026-04-01', to: '2026-04-30' },
        'reports.portfolio': {},
        'reports.ageing': { detail: true },
        'reports.due': { to: '2026-12-31' },
        'reports.trial_balance': { compare: '2026-03-15' },
        'reports.revenue_share': {},
        'reports.decisions': {},
        'quotes.get': { amount: 12_000, interest_rate: 24, term_months: 12 },
        'merchants.list': {},
        'merchants.get': { merchant_id: 'nile-1' },
        'merchants.orders': { merchant_id: 'nile-1' },
        'policy.show': {},
        'policy.history': {},
        'journal.list': { after: '1' },
        'ledger.info': {},
        'ledger.verify': {},
      };
      const reads = (Object.keys(OPERATIONS) as OperationName[]).filter(
        (name) => !OPERATIONS[name].writes && !OF_USER_DATA.test(name),
      );
      expect(Object.keys(inputs).sort()).toEqual(reads.sort());
      // Parsed by the desk; here only that none is refused and that looking changes nothing.
      const [facts, audit] = [await desk.fingerprint(), await desk.audit()];
      for (const [name, input] of Object.entries(inputs)) await desk.done(name as OperationName, input);
      expect(await desk.fingerprint()).toEqual(facts);
      expect(await desk.audit()).toEqual(audit);
    }),
  );

  it(
    'of a loan answers the fields of the interface first, then its own',
    onDesk(async (desk) => {
      const { loanId } = await approved(desk, { revenue_share_percent: 5 });
      const loan = await desk.done('loans.get', { loan_id: loanId });
      expect(Object.keys(loan).slice(0, 12)).toEqual([
        'loan_id',
        'merchant_id',
        'original_amount',
        'outstanding_balance',
        'next_payment_due_date',
        'payment_status',
        'total_payments_made',
        'currency',
        'business_name',
        'interest_rate',
        'term_months',
        'disbursement_status',
      ]);
      expect(loan).toMatchObject({
        original_amount: 12_000,
        outstanding_balance: 0,
        next_payment_due_date: null,
        payment_status: 'current',
        disbursement_status: null,
        undisbursed_amount: 12_000,
        maturity_date: null,
        installment_amount: null,
        days_past_due: 0,
        revenue_share_percent: 5,
        closed: null,
      });
      // A preview over the approved amount, from the business date.
      const { installments } = await desk.done('loans.schedule', { loan_id: loanId });
      expect(installments[0]).toMatchObject({ due_date: '2026-04-01', installment_amount: 1_134.72 });
      expect(installments).toHaveLength(12);
    }),
  );
});

describe('lists', () => {
  it(
    'of loans are filtered, sorted and paged by what the loans are on the date',
    onDesk(async (desk) => {
      const late = await disbursed(desk, {}, {}, { business_name: 'Late Textiles', merchant_id: 'M-1' });
      const paid = await disbursed(desk, {}, {}, { business_name: 'Paid Foods', merchant_id: 'M-2' });
      const young = await approved(desk, {}, { business_name: 'Young Shoes', merchant_id: 'M-2' });
      await payOffOn(desk, '2026-04-01', paid.loanId);
      desk.today = '2026-04-11';
      const listed = async (input: OperationInput<'loans.list'>) => {
        const { data, total_count } = await desk.done('loans.list', input);
        expect(total_count).toBeGreaterThanOrEqual(data.length);
        return data.map((loan) => loan.loan_id);
      };
      expect(await listed({})).toHaveLength(3);
      expect(await listed({ status: 'overdue' })).toEqual([late.loanId]);
      expect(await listed({ status: 'paid_off,overdue', sort: 'business_name' })).toEqual([
        late.loanId,
        paid.loanId,
      ]);
      expect(await listed({ past_due: true })).toEqual([late.loanId]);
      expect(await listed({ min_days: 10, max_days: 10 })).toEqual([late.loanId]);
      expect(await listed({ min_days: 11 })).toEqual([]);
      expect(await listed({ due_before: '2026-04-02' })).toEqual([late.loanId]);
      expect(await listed({ due_before: '2026-04-01' })).toEqual([]);
      expect(await listed({ merchant_id: 'M-2' })).toHaveLength(2);
      expect(await listed({ q: 'shoes' })).toEqual([young.loanId]);
      expect((await listed({ sort: '-outstanding_balance' }))[0]).toBe(late.loanId);
      expect(await listed({ status: 'overdue', as_of: '2026-04-01' })).toEqual([]);
      const second = await desk.done('loans.list', { page: 2, size: 2, sort: 'business_name' });
      expect(second).toMatchObject({ page: 2, size: 2, total_count: 3, data: [{ loan_id: young.loanId }] });
    }),
  );

  it(
    'of applications are oldest first and filtered by status, merchant and name',
    onDesk(async (desk) => {
      const first = await applied(desk, { external_reference: 'CRM-1' });
      const second = await applied(desk, { merchant_id: 'M-2', business_name: 'Delta Foods' });
      const { applicationId: third } = await approved(desk);
      const listed = async (input: OperationInput<'applications.list'>) =>
        (await desk.done('applications.list', input)).data.map((one) => one.application_id);
      expect((await listed({})).sort()).toEqual([first, second, third].sort());
      expect(await listed({ status: 'approved' })).toEqual([third]);
      expect(await listed({ merchant_id: 'M-2' })).toEqual([second]);
      expect(await listed({ q: 'DELTA' })).toEqual([second]);
    }),
  );

  it(
    'of merchants and orders give their pages, their filters and the data as it came',
    onDesk(async (desk) => {
      await withMerchants(desk);
      const page = await desk.done('merchants.list', { page: 1, size: 1 });
      expect(page).toMatchObject({ page: 1, size: 1, total_count: 2 });
      const found = await desk.done('merchants.list', { search: 'delta' });
      expect(found.data.map((one) => one.external_id)).toEqual(['delta-2']);
      const nile = await desk.done('merchants.get', { merchant_id: 'nile-1' });
      expect(nile).toMatchObject({ is_fetching: true, stores: [{ id: 'S1' }, { id: 'S2' }] });
      // By our own id in small letters; an external id to the letter.
      expect(await desk.done('merchants.get', { merchant_id: nile.id.toLowerCase() })).toEqual(nile);
      expect((await desk.refused('merchants.get', { merchant_id: 'NILE-1' })).code).toBe(
        'merchant_not_found',
      );
      const ordersOf = async (more: Partial<OperationInput<'merchants.orders'>>) =>
        (await desk.done('merchants.orders', { merchant_id: 'nile-1', ...more })).orders.map((one) => one.id);
      expect(await ordersOf({})).toEqual(['O3', 'O2', 'O1']);
      expect(await ordersOf({ page: 2, size: 2 })).toEqual(['O1']);
      expect(await ordersOf({ store_id: 'S1' })).toEqual(['O2', 'O1']);
      expect(await ordersOf({ financial_status: 'refunded' })).toEqual(['O1']);
      expect(await ordersOf({ created_after: '2026-02-02T08:00:00Z' })).toEqual(['O3']);
      expect(await ordersOf({ created_before: '2026-02-02T08:00:00Z' })).toEqual(['O1']);
      const [newest] = (await desk.done('merchants.orders', { merchant_id: 'nile-1' })).orders;
      expect(newest).toMatchObject({ integration: 'platform_c', total_price: '100.50', confirmed: true });
      // A fetch that has been under way for over an hour has failed.
      desk.today = '2026-03-02';
      expect(await desk.done('merchants.get', { merchant_id: 'nile-1' })).toMatchObject({
        is_fetching: false,
        stores: [{ status: 'READY' }, { status: 'ERRORED' }],
      });
    }),
  );
});

describe('applications', () => {
  it(
    'name the open ones of the same merchant, and share a reference with another caller only',
    onDesk(async (desk) => {
      const first = await applied(desk, { external_reference: 'CRM-1' });
      const second = await desk.done('applications.create', applicationInput());
      expect(second).toMatchObject({ open_applications: [first], external_reference: null });
      desk.caller = { ...desk.caller, actor: 'karim' };
      const theirs = await desk.done(
        'applications.create',
        applicationInput({ external_reference: 'CRM-1' }),
      );
      expect(theirs.status).toBe('submitted');
    }),
  );

  it(
    'taken together are answered in their order',
    onDesk(async (desk) => {
      const names = ['Nile Textiles', 'Delta Foods', 'Sinai Shoes'];
      const applications = names.map((business_name) => applicationInput({ business_name }));
      const answers = await desk.done('applications.create_many', { applications });
      expect(answers.map((one) => one.business_name)).toEqual(names);
      expect((await desk.done('applications.list', {})).total_count).toBe(3);
    }),
  );
});

describe('disbursements with a text in them', () => {
  it(
    'are found by reference, account, loan and business name',
    onDesk(async (desk) => {
      const nile = await disbursed(desk);
      const delta = await disbursed(
        desk,
        {},
        { merchant_bank_account: 'AB-77', disbursement_method: 'wallet' },
        { merchant_id: 'M-2', business_name: 'أسواق الدلتا' },
      );
      const found = async (q: string) =>
        (await desk.done('disbursements.list', { q })).map((row) => row.loan_id);
      const [sent] = await desk.done('disbursements.list', { loan_id: delta.loanId });
      for (const q of ['ab-77', 'اسواق', delta.loanId.toLowerCase(), sent?.disbursement_reference ?? '?']) {
        expect(await found(q), q).toEqual([delta.loanId]);
      }
      expect(await found('textiles')).toEqual([nile.loanId]);
      expect(await found('nothing like it')).toEqual([]);
    }),
  );
});

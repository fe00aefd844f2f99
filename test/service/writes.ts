import type { OperationInput, OperationName } from '../../src/contract/operation-types.ts';
import type { Desk } from './desk.ts';
import {
  applicationInput,
  applied,
  approvalOf,
  approved,
  disbursed,
  disbursementInput,
  paymentInput,
  payOn,
  setPolicy,
  waitingPayout,
} from './desk-loans.ts';
import { RECEIPT_WRITES } from './receipt-writes.ts';

/** A write that will succeed, and what the audit trail must say of it. */
export interface WriteCase {
  readonly operation: OperationName;
  readonly what: string;
  arrange(desk: Desk): Promise<{
    readonly input: OperationInput<OperationName>;
    /** Id the audit record names; null: one that is made by the write. */
    readonly object: string | null;
    /** Part of what stood before; undefined: nothing did. */
    readonly before?: unknown;
    /** Part of what stands after. */
    readonly after: unknown;
  }>;
}

const MERCHANT_RECORDS = [
  { line: 1, source: 'm.jsonl', value: { kind: 'merchant', external_id: 'nile-1' } },
  { line: 2, source: 'm.jsonl', value: { kind: 'camel' } },
];

/** One case at least for every operation that writes. */
export const WRITES: readonly WriteCase[] = [
  ...RECEIPT_WRITES,
  {
    operation: 'applications.create',
    what: 'an application',
    arrange: async () => ({
      input: applicationInput(),
      object: null,
      after: { status: 'submitted', requested_amount: 100_000 },
    }),
  },
  {
    operation: 'applications.create_many',
    what: 'two applications of one merchant',
    arrange: async (desk) => {
      await applied(desk);
      return {
        input: { applications: [applicationInput(), applicationInput()] },
        object: null,
        after: [{ status: 'submitted' }, { status: 'submitted' }],
      };
    },
  },
  {
    operation: 'decisions.create',
    what: 'an approval',
    arrange: async (desk) => {
      const id = await applied(desk);
      return {
        input: approvalOf(id, { override_reason: 'known for years', note: 'call first' }),
        object: id,
        before: { status: 'submitted' },
        after: { status: 'approved', approved_amount: 12_000, note: 'call first' },
      };
    },
  },
  {
    operation: 'decisions.create',
    what: 'a rejection',
    arrange: async (desk) => {
      const id = await applied(desk);
      const decision = { decision: 'rejected', rejection_reason: 'sales falling' };
      return {
        input: { application_id: id, decision_maker_id: 'officer-7', ...decision },
        object: id,
        before: { status: 'submitted' },
        after: { status: 'rejected', rejection_reason: 'sales falling' },
      };
    },
  },
  {
    operation: 'disbursements.create',
    what: 'a disbursement',
    arrange: async (desk) => {
      const { loanId } = await approved(desk);
      return {
        input: disbursementInput(desk, loanId),
        object: loanId,
        before: { account: null },
        after: { disbursement_amount: 12_000, status: 'completed' },
      };
    },
  },
  {
    operation: 'disbursements.complete',
    what: 'a completion',
    arrange: async (desk) => {
      await setPolicy(desk, 'settlement', 'manual');
      const { loanId, reference } = await disbursed(desk);
      return {
        input: { disbursement_reference: reference },
        object: loanId,
        before: { status: 'pending' },
        after: { status: 'completed', disbursement_reference: reference },
      };
    },
  },
  {
    operation: 'disbursements.fail',
    what: 'a failure',
    arrange: async (desk) => {
      const { loanId, reference } = await disbursed(desk);
      return {
        input: { disbursement_reference: reference, reason: 'account closed' },
        object: loanId,
        before: { status: 'completed' },
        after: { status: 'failed', reason: 'account closed' },
      };
    },
  },
  {
    operation: 'disbursements.export',
    what: 'disbursements handed on to the bank',
    arrange: async (desk) => {
      await waitingPayout(desk);
      return { input: {}, object: null, after: { format: 'pain.001', count: 1 } };
    },
  },
  {
    operation: 'payments.create',
    what: 'a payment',
    arrange: async (desk) => {
      const { loanId } = await disbursed(desk);
      desk.today = '2026-04-01';
      return {
        input: paymentInput(desk, loanId, 500, { payment_reference: 'FT-1' }),
        object: loanId,
        before: { outstanding_balance: 12_000 },
        after: { interest_amount: 240, principal_amount: 260, remaining_balance: 11_740 },
      };
    },
  },
  {
    operation: 'payments.reverse',
    what: 'a reversal',
    arrange: async (desk) => {
      const { loanId } = await disbursed(desk);
      const { payment_id } = await payOn(desk, '2026-04-01', loanId, 500);
      return {
        input: { payment_id: payment_id as string, reason: 'returned' },
        object: loanId,
        before: { payment_id, outstanding_balance: 11_740 },
        after: { payment_id, reason: 'returned', remaining_balance: 12_000 },
      };
    },
  },
  {
    operation: 'loans.add_note',
    what: 'a note',
    arrange: async (desk) => {
      const { loanId } = await approved(desk);
      return {
        input: { loan_id: loanId, text: 'promised Sunday' },
        object: loanId,
        after: { note: 1, text: 'promised Sunday' },
      };
    },
  },
  {
    operation: 'loans.add_alias',
    what: 'another name of a loan',
    arrange: async (desk) => {
      const { loanId } = await approved(desk);
      return {
        input: { loan_id: loanId, alias: '2019/0441' },
        object: loanId,
        after: { alias: '2019/0441' },
      };
    },
  },
  {
    operation: 'loans.cancel',
    what: 'a cancellation',
    arrange: async (desk) => {
      const { loanId } = await approved(desk);
      return {
        input: { loan_id: loanId, reason: 'merchant withdrew' },
        object: loanId,
        before: { closed: null, application_status: 'approved' },
        after: { closed: { kind: 'cancelled', by: 'mona' }, application_status: 'pending_review' },
      };
    },
  },
  {
    operation: 'loans.write_off',
    what: 'a write-off',
    arrange: async (desk) => {
      const { loanId } = await disbursed(desk);
      return {
        input: { loan_id: loanId, reason: 'gone' },
        object: loanId,
        before: { outstanding_balance: 12_000 },
        after: { outstanding_balance: 0 },
      };
    },
  },
  {
    operation: 'loans.reverse_write_off',
    what: 'a write-off taken back',
    arrange: async (desk) => {
      const { loanId } = await disbursed(desk);
      await desk.done('loans.write_off', { loan_id: loanId, reason: 'gone' });
      return {
        input: { loan_id: loanId, reason: 'found again' },
        object: loanId,
        before: { outstanding_balance: 0 },
        after: { outstanding_balance: 12_000 },
      };
    },
  },
  {
    operation: 'loans.refund',
    what: 'credit paid out',
    arrange: async (desk) => {
      await setPolicy(desk, 'accept_overpayment', 'true');
      const { loanId } = await disbursed(desk);
      await payOn(desk, '2026-03-20', loanId, 20_000);
      return {
        input: { loan_id: loanId, amount: 50 },
        object: loanId,
        before: {},
        after: { amount: 50 },
      };
    },
  },
  {
    operation: 'merchants.import',
    what: 'a file of merchant data',
    arrange: async () => ({
      input: { records: MERCHANT_RECORDS },
      object: 'nile-1',
      after: { new: 1, refused: 1 },
    }),
  },
  {
    operation: 'merchants.put',
    what: 'a merchant with a store',
    arrange: async () => ({
      input: {
        merchant_id: 'nile-1',
        name: 'Nile Textiles',
        stores: [{ id: 'S1', type: 'PLATFORM_A', name: 'Main' }],
      },
      object: 'nile-1',
      after: { name: 'Nile Textiles', stores: [{ id: 'S1' }] },
    }),
  },
  {
    operation: 'merchants.add_orders',
    what: 'orders of a merchant',
    arrange: async (desk) => {
      await desk.done('merchants.put', {
        merchant_id: 'nile-1',
        stores: [{ id: 'S1', type: 'PLATFORM_A', name: 'Main' }],
      });
      const order = { kind: 'order', store_id: 'S1', id: 'O1', currency: 'EGP', total_price: '5' };
      const value = { ...order, created_at: '2026-02-01T10:00:00+02:00' };
      return {
        input: { merchant_id: 'nile-1', records: [{ line: 1, source: 'body', value }] },
        object: 'nile-1',
        after: { new: 1, refused: 0 },
      };
    },
  },
  {
    operation: 'policy.set',
    what: 'a policy value',
    arrange: async () => ({
      input: { key: 'default_days', value: '60', from: '2026-06-01' },
      object: 'default_days',
      before: { version: 1, value: 90 },
      after: { version: 2, key: 'default_days', value: 60, from: '2026-06-01' },
    }),
  },
];

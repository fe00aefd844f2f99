import { approved } from '../desk-loans.ts';
import { mistyped, type RefusalCase, refusal } from './refusal-case.ts';

const LOAN_READS = [
  'loans.get',
  'loans.schedule',
  'loans.payments',
  'loans.payoff',
  'loans.explain',
] as const;

/** Lists, quotes, merchants, policy and ledger. */
export const READING_REFUSALS: readonly RefusalCase[] = [
  ...LOAN_READS.map((operation) =>
    refusal(operation, 'invalid_query', 'as_of is no date', async (desk) => ({
      input: { loan_id: (await approved(desk)).loanId, as_of: '2026-02-30' },
      says: ['as_of', '2026-02-30'],
      hints: 'YYYY-MM-DD',
    })),
  ),
  refusal('loans.payments', 'invalid_query', 'as_of is in the future', async (desk) => ({
    input: { loan_id: (await approved(desk)).loanId, as_of: '2026-03-02' },
    says: ['2026-03-02', '2026-03-01'],
  })),
  refusal('loans.list', 'invalid_query', 'as_of is in the future', () => ({
    input: { as_of: '2026-03-02' },
    says: ['2026-03-02', '2026-03-01'],
  })),
  refusal('loans.list', 'invalid_query', 'a status is none', () => ({
    input: { status: 'late' },
    says: ['late', 'overdue'],
  })),
  refusal('loans.list', 'invalid_query', 'sorted by what is not there', () => ({
    input: { sort: '-age' },
    says: ['-age', 'days_past_due'],
  })),
  refusal('loans.list', 'invalid_query', 'days that are no number', () => ({
    input: { min_days: 'many' },
    says: ['min_days', 'many'],
  })),
  refusal('loans.list', 'invalid_query', 'due_before is no date', () => ({
    input: { due_before: 'June' },
    says: ['due_before', 'June'],
  })),
  refusal('quotes.get', 'validation_failed', 'everything is wrong', () => ({
    input: {
      amount: 0,
      interest_rate: 0.2,
      term_months: 0,
      day_count: 'x',
      repayment_style: 'x',
      date: 'x',
    },
    says: ['6 fields'],
    faults: [
      '/amount invalid_amount',
      '/interest_rate invalid_rate',
      '/term_months out_of_bounds',
      '/day_count invalid_choice',
      '/repayment_style invalid_choice',
      '/date invalid_date',
    ],
  })),
  refusal('merchants.list', 'invalid_query', 'page 0', () => ({ input: { page: 0 }, says: ['page', '0'] })),
  refusal('merchants.get', 'merchant_not_found', 'there is none', () => ({
    input: { merchant_id: 'M-404' },
    says: ['M-404'],
    hints: 'merchants ls',
  })),
  ...(['merchants.get', 'merchants.orders'] as const).map((operation) =>
    refusal(operation, 'id_mistyped', 'one character is wrong', async (desk) => {
      await desk.done('merchants.import', {
        records: [{ line: 1, source: 'm.jsonl', value: { kind: 'merchant', external_id: 'nile-1' } }],
      });
      const { id } = await desk.done('merchants.get', { merchant_id: 'nile-1' });
      return { input: { merchant_id: mistyped(id) }, says: [mistyped(id)], hints: id };
    }),
  ),
  refusal('merchants.orders', 'invalid_query', 'a time without offset', async (desk) => {
    await desk.done('merchants.import', {
      records: [{ line: 1, source: 'm.jsonl', value: { kind: 'merchant', external_id: 'nile-1' } }],
    });
    return {
      input: { merchant_id: 'nile-1', created_after: '2026-03-01T12:00' },
      says: ['created_after', '2026-03-01T12:00', 'offset'],
    };
  }),
  refusal('merchants.orders', 'merchant_not_found', 'there is none', () => ({
    input: { merchant_id: 'M-404' },
    says: ['M-404'],
  })),
  refusal('policy.show', 'invalid_query', 'as_of is no date', () => ({
    input: { as_of: 'yesterday' },
    says: ['yesterday'],
  })),
  refusal('policy.show', 'invalid_query', 'as_of is in the future', () => ({
    input: { as_of: '2026-03-02' },
    says: ['2026-03-02', '2026-03-01'],
  })),
  refusal('policy.set', 'unknown_policy_key', 'a key is mistyped', () => ({
    input: { key: 'defualt_days', value: '60' },
    says: ['defualt_days'],
    hints: 'default_days',
  })),
  refusal('policy.set', 'invalid_policy_value', 'out of bounds', () => ({
    input: { key: 'default_days', value: '0' },
    says: ['default_days', '1 to 3650', '"0"'],
  })),
  refusal('policy.set', 'invalid_policy_value', 'the least above the highest', () => ({
    input: { key: 'min_requested_amount', value: '100000000.01' },
    says: ['min_requested_amount', 'max_requested_amount'],
  })),
  refusal('policy.set', 'validation_failed', 'from is no date', () => ({
    input: { key: 'default_days', value: '60', from: '2026-02-30' },
    says: ['2026-02-30'],
    faults: ['/from invalid_date'],
  })),
  refusal('ledger.verify', 'invalid_query', 'the anchor is none', () => ({
    input: { expect: '12' },
    says: ['12', 'SEQUENCE:HASH'],
    hints: '--print-anchor',
  })),
];

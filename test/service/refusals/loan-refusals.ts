import type { OperationInput } from '../../../src/contract/operation-types.ts';
import {
  applied,
  approved,
  disbursed,
  disbursementInput,
  paymentInput,
  payOffOn,
  payOn,
  setPolicy,
} from '../desk-loans.ts';
import {
  mistyped,
  NO_APPLICATION,
  NO_DISBURSEMENT,
  NO_LOAN,
  NO_PAYMENT,
  type RefusalCase,
  refusal,
} from './refusal-case.ts';

type Payment = Partial<OperationInput<'payments.create'>>;

const FAULTY: readonly [string, Payment, readonly string[], string][] = [
  ['nothing', { payment_amount: 0 }, ['0.00', 'above zero'], '/payment_amount invalid_amount'],
  ['less than nothing', { payment_amount: '-100' }, ['-100', 'negative'], '/payment_amount invalid_amount'],
  ['grouped thousands', { payment_amount: '1,000' }, ['1,000'], '/payment_amount invalid_amount'],
  [
    'a date the wrong way round',
    { payment_date: '15/03/2026' },
    ['15/03/2026'],
    '/payment_date invalid_date',
  ],
  [
    'a method that is none',
    { payment_method: 'cash' },
    ['manual_transfer'],
    '/payment_method invalid_choice',
  ],
  [
    'a long reference',
    { payment_reference: 'r'.repeat(141) },
    ['141', '140'],
    '/payment_reference invalid_text',
  ],
];

const paying: readonly RefusalCase[] = [
  ...FAULTY.map(([what, more, says, fault]) =>
    refusal('payments.create', 'validation_failed', what, async (desk) => ({
      input: paymentInput(desk, (await disbursed(desk)).loanId, 100, more),
      says,
      faults: [fault],
    })),
  ),
  refusal('payments.create', 'nothing_disbursed', 'nothing is paid out', async (desk) => {
    const { loanId } = await approved(desk);
    return { input: paymentInput(desk, loanId, 100), says: ['2026-03-01'], hints: 'disburse' };
  }),
  refusal('payments.create', 'nothing_disbursed', 'the payout is scheduled for tomorrow', async (desk) => {
    const { loanId } = await disbursed(desk, {}, { disbursement_date: '2026-03-02' });
    return { input: paymentInput(desk, loanId, 100), says: ['2026-03-01'] };
  }),
  refusal('payments.create', 'loan_paid_off', 'it is paid off', async (desk) => {
    const { loanId } = await disbursed(desk);
    await payOffOn(desk, '2026-03-20', loanId);
    return { input: paymentInput(desk, loanId, 1), says: ['2026-03-20'], hints: 'loan show' };
  }),
  refusal('payments.create', 'loan_closed', 'it is cancelled', async (desk) => {
    const { loanId } = await approved(desk);
    await desk.done('loans.cancel', { loan_id: loanId, reason: 'withdrawn' });
    return { input: paymentInput(desk, loanId, 1), says: ['2026-03-01'] };
  }),
  refusal('payments.create', 'date_in_future', 'tomorrow', async (desk) => ({
    input: paymentInput(desk, (await disbursed(desk)).loanId, 100, { payment_date: '2026-03-02' }),
    says: ['2026-03-02', '2026-03-01'],
  })),
  refusal('payments.create', 'date_before_disbursement', 'before anything was owed', async (desk) => ({
    input: paymentInput(desk, (await disbursed(desk)).loanId, 100, { payment_date: '2026-02-28' }),
    says: ['2026-02-28', '2026-03-01'],
  })),
  refusal('payments.create', 'overpayment', 'one piastre above the payoff', async (desk) => {
    // 12,000.00 at 24 % for a schedule month: 240.00.
    const { loanId } = await disbursed(desk);
    desk.today = '2026-04-01';
    return {
      input: paymentInput(desk, loanId, '12240.01'),
      says: ['12,240.01', '12,240.00'],
      hints: '12,240.00',
    };
  }),
  refusal('payments.create', 'would_break_later_payment', 'before the one that settled it', async (desk) => {
    const { loanId } = await disbursed(desk);
    const { payment_id } = await payOn(desk, '2026-04-01', loanId, 12_240);
    return {
      // 12,000.00 at 24 % for 14 of 31 days is 108.39, so 1,000.00 leave 11,108.39 for 17 days more.
      input: paymentInput(desk, loanId, 1_000, { payment_date: '2026-03-15' }),
      says: [payment_id as string, '12,240.00', '2026-04-01', '11,230.22'],
      hints: payment_id as string,
    };
  }),
  refusal('payments.create', 'reversed_before', 'a payment with its reference was reversed', async (desk) => {
    const { loanId } = await disbursed(desk);
    const { payment_id } = await payOn(desk, '2026-03-15', loanId, 500, { payment_reference: 'FT-1' });
    await desk.done('payments.reverse', { payment_id: payment_id as string, reason: 'returned' });
    return {
      input: paymentInput(desk, loanId, 500, { payment_reference: 'FT-1' }),
      says: ['FT-1', payment_id as string, '500.00', '2026-03-15'],
      hints: '--again',
    };
  }),
  refusal('payments.create', 'period_closed', 'the books of the day are closed', async (desk) => {
    const { loanId } = await disbursed(desk);
    desk.today = '2026-03-20';
    await setPolicy(desk, 'books_closed_through', '2026-03-15');
    return {
      input: paymentInput(desk, loanId, 100, { payment_date: '2026-03-15' }),
      says: ['2026-03-15'],
      hints: 'books_closed_through',
    };
  }),
  ...(
    [
      ['another amount', { payment_amount: 501 }],
      ['another date', { payment_date: '2026-03-16' }],
      ['another method', { payment_method: 'auto_debit' }],
    ] as const
  ).map(([what, more]) =>
    refusal('payments.create', 'reference_conflict', what, async (desk) => {
      const { loanId } = await disbursed(desk);
      const first = await payOn(desk, '2026-03-15', loanId, 500, { payment_reference: 'FT-9' });
      desk.today = '2026-03-16';
      return {
        input: paymentInput(desk, loanId, 500, {
          payment_date: '2026-03-15',
          payment_reference: 'FT-9',
          ...more,
        }),
        says: ['FT-9', first.payment_id as string, '500.00', '2026-03-15', 'manual_transfer'],
        hints: 'reference of its own',
      };
    }),
  ),
];

const cancelling: readonly RefusalCase[] = [
  refusal('loans.cancel', 'validation_failed', 'no reason is given', async (desk) => ({
    input: { loan_id: (await approved(desk)).loanId, reason: '' },
    says: ['reason'],
    faults: ['/reason invalid_text'],
  })),
  refusal('loans.cancel', 'loan_closed', 'it is cancelled already', async (desk) => {
    const { loanId } = await approved(desk);
    await desk.done('loans.cancel', { loan_id: loanId, reason: 'withdrawn' });
    return { input: { loan_id: loanId, reason: 'again' }, says: [loanId, '2026-03-01'] };
  }),
  refusal('loans.cancel', 'loan_disbursed', 'money is out', async (desk) => {
    const { loanId, reference } = await disbursed(desk);
    return {
      input: { loan_id: loanId, reason: 'withdrawn' },
      says: [loanId, reference, '2026-03-01'],
      hints: 'disbursements fail',
    };
  }),
  refusal('loans.cancel', 'loan_disbursed', 'a payout is scheduled', async (desk) => {
    const { loanId, reference } = await disbursed(desk, {}, { disbursement_date: '2026-03-20' });
    return { input: { loan_id: loanId, reason: 'withdrawn' }, says: [reference, '2026-03-20'] };
  }),
];

const BY_LOAN = [
  'disbursements.create',
  'disbursements.list',
  'disbursements.get',
  'loans.disbursements',
  'payments.create',
  'payments.get',
  'loans.get',
  'loans.schedule',
  'loans.payments',
  'loans.payoff',
  'loans.explain',
  'loans.statement',
  'loans.cancel',
  'loans.write_off',
  'loans.reverse_write_off',
  'loans.refund',
] as const;

const WITH_REASON: readonly string[] = ['loans.cancel', 'loans.write_off', 'loans.reverse_write_off'];

/** The ways a loan's id can be wrong, for each operation that takes one. */
const ids: readonly RefusalCase[] = BY_LOAN.flatMap((operation) => {
  const inputOf = (desk: Parameters<RefusalCase['arrange']>[0], id: string) => {
    if (operation === 'payments.create') return paymentInput(desk, id, 100);
    if (operation === 'disbursements.create') return disbursementInput(desk, id);
    if (operation === 'disbursements.get') return { loan_id: id, disbursement_reference: NO_DISBURSEMENT };
    if (operation === 'payments.get') return { loan_id: id, payment_id: NO_PAYMENT };
    return WITH_REASON.includes(operation) ? { loan_id: id, reason: 'withdrawn' } : { loan_id: id };
  };
  return [
    refusal(operation, 'invalid_id', 'the id is a word', (desk) => ({
      input: inputOf(desk, 'nile'),
      says: ['nile', 'LN-'],
      hints: 'LN-',
    })),
    refusal(operation, 'id_mistyped', 'one character is wrong', async (desk) => {
      const { loanId } = await approved(desk);
      return { input: inputOf(desk, mistyped(loanId)), says: [mistyped(loanId), 'mistyped'], hints: loanId };
    }),
    refusal(operation, 'id_mistyped', 'an application id with one character wrong', async (desk) => {
      const { applicationId } = await approved(desk);
      return { input: inputOf(desk, mistyped(applicationId)), says: ['mistyped'], hints: applicationId };
    }),
    refusal(operation, 'loan_not_found', 'there is none', (desk) => ({
      input: inputOf(desk, NO_LOAN),
      says: [NO_LOAN],
      hints: 'loan ls',
    })),
    refusal(operation, 'loan_not_found', 'the application has none', async (desk) => {
      const id = await applied(desk);
      return { input: inputOf(desk, id), says: [id, 'submitted'], hints: 'decide' };
    }),
    refusal(operation, 'application_not_found', 'there is no such application', (desk) => ({
      input: inputOf(desk, NO_APPLICATION),
      says: [NO_APPLICATION],
    })),
  ];
});

/** What one loan has, asked for by an id it does not have. */
const parts: readonly RefusalCase[] = [
  refusal('disbursements.get', 'disbursement_not_found', 'the loan has none of that id', async (desk) => {
    const { loanId } = await disbursed(desk);
    return {
      input: { loan_id: loanId, disbursement_reference: NO_DISBURSEMENT },
      says: [loanId, NO_DISBURSEMENT],
    };
  }),
  refusal('payments.get', 'payment_not_found', 'the loan has none of that id', async (desk) => {
    const { loanId } = await disbursed(desk);
    return { input: { loan_id: loanId, payment_id: NO_PAYMENT }, says: [NO_PAYMENT] };
  }),
  refusal('loans.disbursements', 'invalid_query', 'the status is none', async (desk) => {
    const { loanId } = await disbursed(desk);
    return { input: { loan_id: loanId, status: 'sent' }, says: ['sent', 'pending'] };
  }),
];

export const LOAN_REFUSALS: readonly RefusalCase[] = [...paying, ...cancelling, ...ids, ...parts];

import type { OperationInput } from '../../../src/contract/operation-types.ts';
import { formatAmount, type Piastres, parseAmount } from '../../../src/domain/money.ts';
import { heldForLoan, heldTransfer, returnedTransfer, runningLoan } from '../bank-statements.ts';
import { paymentInput, setPolicy } from '../desk-loans.ts';
import { imported } from '../payment-files.ts';
import { LATE_FEE_REFUSALS } from './late-fee-refusals.ts';
import { LOAN_REFUSALS } from './loan-refusals.ts';
import { REFUND_REFUSALS } from './refund-refusals.ts';
import { type RefusalCase, refusal } from './refusal-case.ts';
import { REVERSAL_REFUSALS } from './reversal-refusals.ts';
import { WRITE_OFF_REFUSALS } from './write-off-refusals.ts';

const ELSEWHERE = [
  ...LOAN_REFUSALS,
  ...REFUND_REFUSALS,
  ...LATE_FEE_REFUSALS,
  ...REVERSAL_REFUSALS,
  ...WRITE_OFF_REFUSALS,
];
/** Before any loan of a test. */
const EARLY = '2026-01-05';

const matching: readonly RefusalCase[] = [
  ...(
    [
      ['no loan is named', () => ({ allocations: [] }), '/allocations required'],
      ['a payment is named', () => ({ payment_id: 'PAY-00000000S' }), '/payment_id not_of_this_kind'],
      [
        'an amount has three decimals',
        (loan_id: string) => ({ allocations: [{ loan_id, amount: '1.234' }] }),
        '/allocations/0/amount invalid_amount',
      ],
      [
        'an amount is nothing',
        (loan_id: string) => ({ allocations: [{ loan_id, amount: 0 }] }),
        '/allocations/0/amount invalid_amount',
      ],
      [
        'two are to get the rest',
        (loan_id: string) => ({ allocations: [{ loan_id }, { loan_id: 'LN-00000000S' }] }),
        '/allocations/1/amount required',
      ],
      [
        'a loan is named twice',
        (loan_id: string) => ({
          allocations: [
            { loan_id, amount: 1 },
            { loan_id, amount: 2 },
          ],
        }),
        '/allocations/1/loan_id named_twice',
      ],
      [
        'the date is before the money came',
        (loan_id: string) => ({ allocations: [{ loan_id }], date: '2026-04-09' }),
        '/date invalid_date',
      ],
    ] as const
  ).map(([when, more, fault]) =>
    refusal('held_rows.match', 'validation_failed', when, async (desk) => {
      const { held_id, loanId } = await heldForLoan(desk);
      return { input: { held_id, ...more(loanId) }, says: [], faults: [fault] };
    }),
  ),
  ...(
    [
      [
        'loans are named for a return',
        { allocations: [{ loan_id: 'LN-00000000S' }] },
        '/allocations not_of_this_kind',
      ],
      ['no payment is named for a return', {}, '/payment_id required'],
      [
        'a date is given for a return',
        { payment_id: 'PAY-00000000S', date: '2026-04-20' },
        '/date not_of_this_kind',
      ],
    ] as const
  ).map(([when, more, fault]) =>
    refusal('held_rows.match', 'validation_failed', when, async (desk) => {
      desk.today = '2026-04-30';
      const input = { held_id: await returnedTransfer(desk), ...more } as OperationInput<'held_rows.match'>;
      return { input, says: [], faults: [fault] };
    }),
  ),
  refusal('held_rows.match', 'over_held_amount', 'more is given than waits', async (desk) => {
    const { held_id, loanId } = await heldForLoan(desk);
    return {
      input: { held_id, allocations: [{ loan_id: loanId, amount: '900.01' }] },
      says: ['900.01', '900.00'],
    };
  }),
  refusal('held_rows.match', 'over_held_amount', 'nothing is left for the last', async (desk) => {
    const { held_id, loanId } = await heldForLoan(desk);
    const allocations = [{ loan_id: loanId, amount: 900 }, { loan_id: 'LN-00000000S' }];
    return { input: { held_id, allocations }, says: ['900.00'] };
  }),
  refusal('held_rows.match', 'held_row_settled', 'all of it is matched', async (desk) => {
    const { held_id, loanId } = await heldForLoan(desk);
    const input = { held_id, allocations: [{ loan_id: loanId }] };
    const { payments } = await desk.done('held_rows.match', input);
    return { input, says: [held_id, 'matched', payments[0]?.payment_id as string] };
  }),
  refusal('held_rows.match', 'held_in_other_currency', 'it is dollars', async (desk) => {
    const { loanId } = await runningLoan(desk);
    const statement = [
      ':20:S1',
      ':25:EG210002000156789012345180003',
      ':28C:1/1',
      ':60F:C260410USD0,',
      ':61:2604100410C10,NTRFNONREF//U1',
      `:86:${loanId}`,
      ':62F:C260410USD10,',
      '',
    ].join('\r\n');
    const { rows } = await imported(desk, statement);
    return {
      input: { held_id: rows[0]?.held_id as string, allocations: [{ loan_id: loanId }] },
      says: ['10.00 USD', 'EGP'],
      hints: 'pay review dismiss',
    };
  }),
  refusal('held_rows.match', 'reference_conflict', 'it was booked by hand', async (desk) => {
    const { held_id, loanId } = await heldForLoan(desk);
    const booked = await desk.done(
      'payments.create',
      paymentInput(desk, loanId, 900, { payment_reference: 'FT1' }),
    );
    return {
      input: { held_id, allocations: [{ loan_id: loanId }] },
      says: [loanId, 'FT1', booked.payment_id as string],
      hints: `pay review dismiss ${held_id}`,
    };
  }),
  refusal('held_rows.match', 'second_person_needed', 'the same person again', async (desk) => {
    const { held_id, loanId } = await heldForLoan(desk);
    const input = { held_id, allocations: [{ loan_id: loanId }] };
    await setPolicy(desk, 'four_eyes', 'match');
    await desk.done('held_rows.match', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
  refusal('held_rows.match', 'period_closed', 'the books of the date are closed', async (desk) => {
    const { held_id, loanId } = await heldForLoan(desk);
    await setPolicy(desk, 'books_closed_through', '2026-04-15');
    return {
      input: { held_id, allocations: [{ loan_id: loanId }] },
      says: [loanId, '2026-04-10', '2026-04-15'],
    };
  }),
];

/** What refuses a payment refuses held money, naming the loan. */
const likePayments: readonly RefusalCase[] = ELSEWHERE.filter(
  ({ operation, code, when }) =>
    operation === 'payments.create' &&
    !/validation_failed|reference|reversed_before|second_person|period_closed/.test(code) &&
    !/words|business date is set back/.test(when),
).map(({ code, when, arrange }) =>
  refusal('held_rows.match', code, `money that came early: ${when}`, async (desk) => {
    const { input, says } = await arrange(desk);
    const payment = input as OperationInput<'payments.create'>;
    const amount = formatAmount(parseAmount(String(payment.payment_amount)) as Piastres);
    const held_id = await heldTransfer(desk, amount, EARLY);
    const allocations = [{ loan_id: payment.loan_id }];
    return { input: { held_id, allocations, date: payment.payment_date }, says };
  }),
);

/** What refuses a reversal refuses the match of a return. */
const likeReversals: readonly RefusalCase[] = ELSEWHERE.filter(
  ({ operation, code }) =>
    operation === 'payments.reverse' && !/validation_failed|second_person|period_closed/.test(code),
).map(({ code, when, arrange }) =>
  refusal('held_rows.match', code, `a return: ${when}`, async (desk) => {
    const { input, says } = await arrange(desk);
    const { payment_id } = input as OperationInput<'payments.reverse'>;
    return { input: { held_id: await returnedTransfer(desk, '99000.00', EARLY), payment_id }, says };
  }),
);

/** Booking what is held, and taking back what a return names. */
export const MATCH_REFUSALS: readonly RefusalCase[] = [...matching, ...likePayments, ...likeReversals];

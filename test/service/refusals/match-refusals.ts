import type { OperationInput } from '../../../src/contract/operation-types.ts';
import { formatAmount, type Piastres, parseAmount } from '../../../src/domain/money.ts';
import { heldForLoan, heldTransfer, returnedTransfer, runningLoan } from '../bank-statements.ts';
import { paymentInput, setPolicy } from '../desk-loans.ts';
import { imported } from '../payment-files.ts';
import { unsureForLoan, unsureRow } from '../unsure-rows.ts';
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
const isOfPayments = ({ operation, code, when }: RefusalCase) =>
  operation === 'payments.create' &&
  !/validation_failed|reference|reversed_before|second_person|period_closed/.test(code) &&
  !/words|business date is set back/.test(when);
const likePayments: readonly RefusalCase[] = ELSEWHERE.filter(isOfPayments).map(({ code, when, arrange }) =>
  refusal('held_rows.match', code, `money that came early: ${when}`, async (desk) => {
    const { input, says } = await arrange(desk);
    const payment = input as OperationInput<'payments.create'>;
    const amount = formatAmount(parseAmount(String(payment.payment_amount)) as Piastres);
    const held_id = await heldTransfer(desk, amount, EARLY);
    const allocations = [{ loan_id: payment.loan_id }];
    return { input: { held_id, allocations, date: payment.payment_date }, says };
  }),
);

/** What refuses a payment on a loan there is refuses a row that is accepted, naming the loan. */
const likePaymentsAccepted: readonly RefusalCase[] = ELSEWHERE.filter(
  (one) => isOfPayments(one) && !/_not_found$|^invalid_id$|^id_/.test(one.code),
).map(({ code, when, arrange }) =>
  refusal('held_rows.accept', code, `a row that came early: ${when}`, async (desk) => {
    const { input, says } = await arrange(desk);
    const { loan_id, payment_amount, payment_date: date } = input as OperationInput<'payments.create'>;
    const amount = formatAmount(parseAmount(String(payment_amount)) as Piastres);
    const { held_id } = await unsureRow(desk, { suggestions: [loan_id], amount, day: EARLY });
    return { input: { held_id, date }, says };
  }),
);

const accepting: readonly RefusalCase[] = [
  refusal('held_rows.accept', 'held_row_not_unsure', 'it names no loan we know', async (desk) => {
    const { held_id } = await heldForLoan(desk);
    return { input: { held_id }, says: [held_id, 'name a loan'], hints: `pay review match ${held_id} LOAN` };
  }),
  refusal('held_rows.accept', 'held_row_not_unsure', 'it takes a payment back', async (desk) => {
    const held_id = await returnedTransfer(desk);
    return { input: { held_id }, says: [held_id, 'taken back'], hints: `pay review match ${held_id} PAY` };
  }),
  refusal('held_rows.accept', 'no_loan_named', 'it names none', async (desk) => {
    const { paymentId } = await unsureForLoan(desk);
    const { held_id } = await unsureRow(desk, { suggestions: [paymentId] });
    return { input: { held_id }, says: [held_id, 'no loan'], hints: `pay review match ${held_id} LOAN` };
  }),
  refusal('held_rows.accept', 'no_loan_named', 'it names several', async (desk) => {
    const suggestions = ['LN-7K3QX9B23', 'LN-00000000S'];
    const { held_id } = await unsureRow(desk, { suggestions });
    return { input: { held_id }, says: [held_id, ...suggestions], hints: `pay review match ${held_id} LOAN` };
  }),
  refusal('held_rows.accept', 'held_in_other_currency', 'it is dollars', async (desk) => {
    const { loanId } = await runningLoan(desk);
    const more = { currency: 'USD', amountPiastres: null };
    const { held_id } = await unsureRow(desk, { suggestions: [loanId], amount: '10.00', more });
    return { input: { held_id }, says: ['10.00 USD', 'EGP'], hints: 'pay review dismiss' };
  }),
  refusal('held_rows.accept', 'held_row_settled', 'it is accepted', async (desk) => {
    const input = { held_id: (await unsureForLoan(desk)).held_id };
    const { payments } = await desk.done('held_rows.accept', input);
    return { input, says: [input.held_id, 'matched', payments[0]?.payment_id as string] };
  }),
  refusal('held_rows.accept', 'validation_failed', 'the date is before its own', async (desk) => ({
    input: { held_id: (await unsureForLoan(desk)).held_id, date: '2026-04-09' },
    says: ['2026-04-09', '2026-04-10'],
    faults: ['/date invalid_date'],
  })),
  refusal('held_rows.accept', 'reference_conflict', 'it was booked by hand since', async (desk) => {
    const { loanId } = await unsureForLoan(desk);
    const more = { bankReference: 'FT1' };
    const { held_id } = await unsureRow(desk, { suggestions: [loanId], more });
    const booked = await desk.done(
      'payments.create',
      paymentInput(desk, loanId, 900, { payment_reference: 'FT1' }),
    );
    return {
      input: { held_id },
      says: [loanId, 'FT1', booked.payment_id as string],
      hints: `pay review dismiss ${held_id}`,
    };
  }),
  refusal('held_rows.accept', 'second_person_needed', 'the same person again', async (desk) => {
    const input = { held_id: (await unsureForLoan(desk)).held_id };
    await setPolicy(desk, 'four_eyes', 'match');
    await desk.done('held_rows.accept', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
  refusal('held_rows.accept', 'period_closed', 'the books of the date are closed', async (desk) => {
    const { held_id, loanId } = await unsureForLoan(desk);
    await setPolicy(desk, 'books_closed_through', '2026-04-15');
    return { input: { held_id }, says: [loanId, '2026-04-10', '2026-04-15'] };
  }),
];

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
export const MATCH_REFUSALS: readonly RefusalCase[] = [
  ...matching,
  ...likePayments,
  ...accepting,
  ...likePaymentsAccepted,
  ...likeReversals,
];

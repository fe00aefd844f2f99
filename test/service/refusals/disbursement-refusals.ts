import type { OperationInput } from '../../../src/contract/operation-types.ts';
import { approved, disbursed, disbursementInput, halfDrawn, payOffOn, setPolicy } from '../desk-loans.ts';
import { type RefusalCase, refusal } from './refusal-case.ts';

type Disbursement = Partial<OperationInput<'disbursements.create'>>;

/** Disbursements with a faulty field: what is given, what the message names, the faults. */
const FAULTY: readonly [string, Disbursement, readonly string[], string][] = [
  ['no amount', { disbursement_amount: 0 }, ['0.00', 'above zero'], '/disbursement_amount invalid_amount'],
  [
    'a date that does not exist',
    { disbursement_date: '2026-02-30' },
    ['2026-02-30'],
    '/disbursement_date invalid_date',
  ],
  [
    'a method that is none',
    { disbursement_method: 'wire' },
    ['bank_transfer, wallet, check'],
    '/disbursement_method invalid_choice',
  ],
  [
    'four digits',
    { merchant_bank_account: '1234' },
    ['1234', '5 to 34'],
    '/merchant_bank_account invalid_bank_account',
  ],
  [
    '35 letters',
    { merchant_bank_account: 'A'.repeat(35) },
    ['5 to 34'],
    '/merchant_bank_account invalid_bank_account',
  ],
  [
    'a dash in it',
    { merchant_bank_account: '100-200-300' },
    ['100-200-300'],
    '/merchant_bank_account invalid_bank_account',
  ],
  [
    'an IBAN with wrong check digits',
    { merchant_bank_account: 'EG38 0019 0005 0000 0000 2631 8000 3' },
    ['EG380019000500000000263180003', 'check digits'],
    '/merchant_bank_account invalid_bank_account',
  ],
  [
    'a wallet of 65 characters',
    { merchant_bank_account: '0'.repeat(65), disbursement_method: 'wallet' },
    ['64'],
    '/merchant_bank_account invalid_bank_account',
  ],
  [
    'a check without a payee',
    { merchant_bank_account: ' ', disbursement_method: 'check' },
    ['empty'],
    '/merchant_bank_account invalid_bank_account',
  ],
];

export const DISBURSEMENT_REFUSALS: readonly RefusalCase[] = [
  ...FAULTY.map(([what, more, says, fault]) =>
    refusal('disbursements.create', 'validation_failed', what, async (desk) => ({
      input: disbursementInput(desk, (await approved(desk)).loanId, more),
      says,
      faults: [fault],
    })),
  ),
  refusal('disbursements.create', 'loan_closed', 'the loan is cancelled', async (desk) => {
    const { loanId } = await approved(desk);
    await desk.done('loans.cancel', { loan_id: loanId, reason: 'withdrawn' });
    return { input: disbursementInput(desk, loanId), says: ['2026-03-01'] };
  }),
  refusal('disbursements.create', 'loan_paid_off', 'the loan is paid off', async (desk) => {
    const { loanId } = await halfDrawn(desk);
    await payOffOn(desk, '2026-03-20', loanId);
    return { input: disbursementInput(desk, loanId, { disbursement_amount: 1_000 }), says: ['2026-03-20'] };
  }),
  refusal('disbursements.create', 'over_disbursement', 'more than is left', async (desk) => {
    const { loanId } = await halfDrawn(desk);
    return {
      input: disbursementInput(desk, loanId, { disbursement_amount: '6000.01' }),
      says: ['6,000.01', '6,000.00'],
      hints: '6,000.00',
    };
  }),
  refusal('disbursements.create', 'over_disbursement', 'a scheduled one takes the rest', async (desk) => {
    const { loanId } = await halfDrawn(desk);
    await desk.done(
      'disbursements.create',
      disbursementInput(desk, loanId, { disbursement_amount: 5_000, disbursement_date: '2026-03-20' }),
    );
    return {
      input: disbursementInput(desk, loanId, { disbursement_amount: 2_000 }),
      says: ['2,000.00', '1,000.00'],
    };
  }),
  refusal('disbursements.create', 'date_before_disbursement', 'dated before the first', async (desk) => {
    const { loanId } = await halfDrawn(desk);
    return {
      input: disbursementInput(desk, loanId, { disbursement_amount: 100, disbursement_date: '2026-02-28' }),
      says: ['2026-02-28', '2026-03-01'],
    };
  }),
  refusal('disbursements.create', 'date_after_maturity', 'dated on the maturity date', async (desk) => {
    const { loanId } = await halfDrawn(desk);
    return {
      input: disbursementInput(desk, loanId, { disbursement_amount: 100, disbursement_date: '2027-03-01' }),
      says: ['2027-03-01'],
    };
  }),
  refusal('disbursements.create', 'disbursement_before_decision', 'the policy refuses it', async (desk) => {
    await setPolicy(desk, 'disbursement_before_decision', 'refuse');
    const { loanId } = await approved(desk);
    return {
      input: disbursementInput(desk, loanId, { disbursement_date: '2026-02-28' }),
      says: ['2026-02-28', '2026-03-01'],
      hints: 'disbursement_before_decision',
    };
  }),
  refusal('disbursements.create', 'flat_single_disbursement', 'a flat loan is drawn twice', async (desk) => {
    const { loanId, reference } = await disbursed(
      desk,
      { repayment_style: 'flat' },
      { disbursement_amount: 6_000 },
    );
    return { input: disbursementInput(desk, loanId, { disbursement_amount: 100 }), says: [reference] };
  }),
  refusal('disbursements.create', 'period_closed', 'the books of the day are closed', async (desk) => {
    await setPolicy(desk, 'books_closed_through', '2026-02-28');
    const { loanId } = await approved(desk);
    return {
      input: disbursementInput(desk, loanId, { disbursement_date: '2026-02-28' }),
      says: ['2026-02-28'],
      hints: 'books_closed_through',
    };
  }),
  refusal('disbursements.list', 'invalid_query', 'a status is none', () => ({
    input: { status: 'sent' },
    says: ['sent', 'completed'],
  })),
];

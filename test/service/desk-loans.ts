import type { OperationInput, OperationOutput } from '../../src/contract/operation-types.ts';
import { addDays, type CalendarDate } from '../../src/domain/dates.ts';
import type { Desk } from './desk.ts';

type ApplicationInput = OperationInput<'applications.create'>;
type DecisionInput = OperationInput<'decisions.create'>;
type DisbursementInput = OperationInput<'disbursements.create'>;

/** An account with right check digits. */
export const IBAN = 'EG380019000500000000263180002';
export const OTHER_ACCOUNT = '100200300400';

/** A faultless application; asks for 100,000.00 over 24 months. */
export function applicationInput(more: Partial<ApplicationInput> = {}): ApplicationInput {
  return {
    merchant_id: 'M-1',
    business_name: 'Nile Textiles',
    requested_amount: 100_000,
    loan_purpose: 'inventory',
    monthly_sales_volume: 60_000,
    platform_type: 'platform_a',
    requested_term_months: 24,
    ...more,
  };
}

/** Takes an application; answers its id. */
export async function applied(desk: Desk, more: Partial<ApplicationInput> = {}): Promise<string> {
  return (await desk.done('applications.create', applicationInput(more))).application_id as string;
}

/** An approval of 12,000.00 at 24 % over 12 months, unless told otherwise. */
export function approvalOf(applicationId: string, more: Partial<DecisionInput> = {}): DecisionInput {
  return {
    application_id: applicationId,
    decision: 'approved',
    approved_amount: 12_000,
    interest_rate: 24,
    term_months: 12,
    decision_maker_id: 'officer-7',
    ...more,
  };
}

export interface ApprovedLoan {
  readonly applicationId: string;
  readonly loanId: string;
}

/** An application taken and approved today. */
export async function approved(
  desk: Desk,
  terms: Partial<DecisionInput> = {},
  application: Partial<ApplicationInput> = {},
): Promise<ApprovedLoan> {
  const applicationId = await applied(desk, application);
  const decision = await desk.done('decisions.create', approvalOf(applicationId, terms));
  return { applicationId, loanId: decision.loan_id as string };
}

/** A disbursement of 12,000.00 today, unless told otherwise. */
export function disbursementInput(
  desk: Desk,
  loanId: string,
  more: Partial<DisbursementInput> = {},
): DisbursementInput {
  return {
    loan_id: loanId,
    merchant_bank_account: IBAN,
    disbursement_amount: 12_000,
    disbursement_date: desk.today,
    disbursement_method: 'bank_transfer',
    ...more,
  };
}

export interface DisbursedLoan extends ApprovedLoan {
  readonly reference: string;
}

/** An approved loan with a disbursement registered on it today. */
export async function disbursed(
  desk: Desk,
  terms: Partial<DecisionInput> = {},
  disbursement: Partial<DisbursementInput> = {},
  application: Partial<ApplicationInput> = {},
): Promise<DisbursedLoan> {
  const loan = await approved(desk, terms, application);
  const registered = await desk.done(
    'disbursements.create',
    disbursementInput(desk, loan.loanId, disbursement),
  );
  return { ...loan, reference: registered.disbursement_reference as string };
}

/** A loan of 12,000.00 with half of it paid out today. */
export function halfDrawn(desk: Desk): Promise<DisbursedLoan> {
  return disbursed(desk, {}, { disbursement_amount: 6_000 });
}

/** A payment today, unless told otherwise. */
export function paymentInput(
  desk: Desk,
  loanId: string,
  amount: number | string,
  more: Partial<OperationInput<'payments.create'>> = {},
): OperationInput<'payments.create'> {
  return {
    loan_id: loanId,
    payment_amount: amount,
    payment_date: desk.today,
    payment_method: 'manual_transfer',
    ...more,
  };
}

/** Books a payment on a date, moving the clock there. */
export async function payOn(
  desk: Desk,
  date: string,
  loanId: string,
  amount: number | string,
  more: Partial<OperationInput<'payments.create'>> = {},
): Promise<OperationOutput<'payments.create'>> {
  desk.today = date;
  return desk.done('payments.create', paymentInput(desk, loanId, amount, more));
}

/** Settles a loan on a date with what it owes then. */
export async function payOffOn(desk: Desk, date: string, loanId: string): Promise<void> {
  desk.today = date;
  const { payoff_amount } = await desk.done('loans.payoff', { loan_id: loanId });
  await payOn(desk, date, loanId, payoff_amount);
}

/** Sets a policy value, from today unless told otherwise. */
export async function setPolicy(desk: Desk, key: string, value: string, from?: string): Promise<void> {
  await desk.done('policy.set', { key, value, ...(from === undefined ? {} : { from }) });
}

/** A loan whose payout waits for the bank, handed on to it; answers the batch. */
export async function handedOn(desk: Desk): Promise<string> {
  await waitingPayout(desk);
  const { batch_id } = await desk.done('disbursements.export', {});
  return batch_id as string;
}

/** Registers a payout a week ahead, with the account it is paid from known. */
export async function waitingPayout(desk: Desk): Promise<void> {
  await setPolicy(desk, 'payout_account', OTHER_ACCOUNT);
  const { loanId } = await approved(desk);
  const later = addDays(desk.today as CalendarDate, 7);
  await desk.done('disbursements.create', disbursementInput(desk, loanId, { disbursement_date: later }));
}

import type { Desk } from './desk.ts';
import { approved, disbursed, disbursementInput, payOffOn, payOn, setPolicy } from './desk-loans.ts';

export interface LoanInState {
  readonly loanId: string;
  /** The disbursement completion and failure are tried on; null: the loan has none. */
  readonly reference: string | null;
}

const DRAWN_ONCE = { approved_amount: 12_000, interest_rate: 24, term_months: 12 };

/** Every state a loan can be in, with the way there from an application on 1 March 2026. */
export const LOAN_STATES = {
  approved: async (desk) => ({ loanId: (await approved(desk)).loanId, reference: null }),
  'scheduled payout': (desk) => disbursed(desk, DRAWN_ONCE, { disbursement_date: '2026-03-10' }),
  'awaiting settlement': async (desk) => {
    await setPolicy(desk, 'settlement', 'manual');
    return disbursed(desk);
  },
  'payout failed': async (desk) => {
    const loan = await disbursed(desk);
    await fail(desk, loan.reference);
    return loan;
  },
  current: (desk) => disbursed(desk),
  'current, partly drawn': (desk) => disbursed(desk, {}, { disbursement_amount: 5_000 }),
  'current, a tranche scheduled': async (desk) => {
    const loan = await disbursed(desk, {}, { disbursement_amount: 5_000 });
    const tranche = disbursementInput(desk, loan.loanId, {
      disbursement_amount: 3_000,
      disbursement_date: '2026-03-20',
    });
    const { disbursement_reference } = await desk.done('disbursements.create', tranche);
    return { loanId: loan.loanId, reference: disbursement_reference };
  },
  'current, a payment booked': async (desk) => {
    const loan = await disbursed(desk);
    await payOn(desk, '2026-03-15', loan.loanId, 500);
    return loan;
  },
  'current, a payment reversed': async (desk) => {
    const loan = await disbursed(desk);
    const { payment_id } = await payOn(desk, '2026-03-15', loan.loanId, 500);
    await desk.done('payments.reverse', { payment_id: payment_id as string, reason: 'returned' });
    return loan;
  },
  overdue: async (desk) => {
    const loan = await disbursed(desk);
    desk.today = '2026-04-02';
    return loan;
  },
  defaulted: async (desk) => {
    const loan = await disbursed(desk);
    desk.today = '2026-06-30';
    return loan;
  },
  paid_off: async (desk) => {
    const loan = await disbursed(desk);
    await payOffOn(desk, '2026-03-20', loan.loanId);
    return loan;
  },
  'paid_off, partly drawn': async (desk) => {
    const loan = await disbursed(desk, {}, { disbursement_amount: 5_000 });
    await payOffOn(desk, '2026-03-20', loan.loanId);
    return loan;
  },
  'written off': async (desk) => {
    const loan = await disbursed(desk);
    await desk.done('loans.write_off', { loan_id: loan.loanId, reason: 'gone' });
    return loan;
  },
  'write-off taken back': async (desk) => {
    const loan = await disbursed(desk);
    await desk.done('loans.write_off', { loan_id: loan.loanId, reason: 'gone' });
    await desk.done('loans.reverse_write_off', { loan_id: loan.loanId, reason: 'found again' });
    return loan;
  },
  'paid_off, with credit': async (desk) => {
    await setPolicy(desk, 'accept_overpayment', 'true');
    const loan = await disbursed(desk);
    await payOn(desk, '2026-03-20', loan.loanId, 20_000);
    return loan;
  },
  cancelled: async (desk) => {
    const { loanId } = await approved(desk);
    await desk.done('loans.cancel', { loan_id: loanId, reason: 'merchant withdrew' });
    return { loanId, reference: null };
  },
  'cancelled after a failed payout': async (desk) => {
    const loan = await disbursed(desk);
    await fail(desk, loan.reference);
    await desk.done('loans.cancel', { loan_id: loan.loanId, reason: 'merchant withdrew' });
    return loan;
  },
} satisfies Record<string, (desk: Desk) => Promise<LoanInState>>;

export type LoanStateName = keyof typeof LOAN_STATES;

async function fail(desk: Desk, reference: string): Promise<void> {
  await desk.done('disbursements.fail', { disbursement_reference: reference, reason: 'account closed' });
}

import type { Desk } from '../desk.ts';
import {
  approved,
  disbursed,
  disbursementInput,
  paymentInput,
  payOffOn,
  payOn,
  setPolicy,
} from '../desk-loans.ts';
import { type RefusalCase, refusal } from './refusal-case.ts';

const reason = 'insolvent';

/** A loan of 12,000.00 disbursed on 1 March, given up on 1 September with no payment made. */
async function writtenOff(desk: Desk) {
  const loan = await disbursed(desk);
  desk.today = '2026-09-01';
  await desk.done('loans.write_off', { loan_id: loan.loanId, reason });
  return loan;
}

const writingOff: readonly RefusalCase[] = [
  refusal('loans.write_off', 'validation_failed', 'no reason is given', async (desk) => ({
    input: { loan_id: (await disbursed(desk)).loanId, reason: ' ' },
    says: ['reason'],
    faults: ['/reason invalid_text'],
  })),
  refusal('loans.write_off', 'period_closed', 'the business date is set back', async (desk) => {
    const { loanId } = await disbursed(desk);
    desk.today = '2026-04-10';
    await setPolicy(desk, 'books_closed_through', '2026-03-31');
    desk.today = '2026-03-20';
    return { input: { loan_id: loanId, reason }, says: ['2026-03-20', '2026-03-31'] };
  }),
  refusal('loans.write_off', 'second_person_needed', 'the same person again', async (desk) => {
    const input = { loan_id: (await disbursed(desk)).loanId, reason };
    await setPolicy(desk, 'four_eyes', 'write-off');
    await desk.done('loans.write_off', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
  refusal('loans.write_off', 'loan_closed', 'it is cancelled', async (desk) => {
    const { loanId } = await approved(desk);
    await desk.done('loans.cancel', { loan_id: loanId, reason: 'withdrawn' });
    return { input: { loan_id: loanId, reason }, says: ['2026-03-01'] };
  }),
  refusal('loans.write_off', 'loan_written_off', 'it is written off already', async (desk) => {
    const { loanId } = await writtenOff(desk);
    desk.today = '2026-10-01';
    return { input: { loan_id: loanId, reason }, says: ['2026-09-01'], hints: '--reverse' };
  }),
  refusal('loans.write_off', 'nothing_disbursed', 'no money is out', async (desk) => ({
    input: { loan_id: (await approved(desk)).loanId, reason },
    says: ['2026-03-01'],
    hints: 'disburse',
  })),
  refusal('loans.write_off', 'disbursement_pending', 'a tranche is scheduled', async (desk) => {
    const { loanId } = await disbursed(desk, {}, { disbursement_amount: 6_000 });
    const tranche = { disbursement_amount: 1_000, disbursement_date: '2026-03-20' };
    const { disbursement_reference } = await desk.done(
      'disbursements.create',
      disbursementInput(desk, loanId, tranche),
    );
    return { input: { loan_id: loanId, reason }, says: [disbursement_reference as string, '2026-03-20'] };
  }),
  refusal('loans.write_off', 'nothing_to_write_off', 'it is paid off', async (desk) => {
    const { loanId } = await disbursed(desk);
    await payOffOn(desk, '2026-04-01', loanId);
    return { input: { loan_id: loanId, reason }, says: ['2026-04-01'] };
  }),
  refusal('loans.write_off', 'date_before_last_event', 'a payment came after it', async (desk) => {
    const { loanId } = await disbursed(desk);
    const { payment_id } = await payOn(desk, '2026-04-01', loanId, 240);
    desk.today = '2026-04-20';
    return {
      input: { loan_id: loanId, reason, date: '2026-03-20' },
      says: [payment_id as string, '2026-04-01', '2026-03-20'],
    };
  }),
  refusal('loans.write_off', 'date_in_future', 'it is dated tomorrow', async (desk) => ({
    input: { loan_id: (await disbursed(desk)).loanId, reason, date: '2026-03-02' },
    says: ['2026-03-02', '2026-03-01'],
  })),
];

const takingBack: readonly RefusalCase[] = [
  refusal('loans.reverse_write_off', 'validation_failed', 'no reason is given', async (desk) => ({
    input: { loan_id: (await writtenOff(desk)).loanId, reason: ' ' },
    says: ['reason'],
    faults: ['/reason invalid_text'],
  })),
  refusal('loans.reverse_write_off', 'period_closed', 'the books of its day are closed', async (desk) => {
    const { loanId } = await writtenOff(desk);
    desk.today = '2026-10-10';
    await setPolicy(desk, 'books_closed_through', '2026-09-30');
    return { input: { loan_id: loanId, reason }, says: ['2026-09-01', '2026-09-30'] };
  }),
  refusal('loans.reverse_write_off', 'second_person_needed', 'the same person again', async (desk) => {
    const input = { loan_id: (await writtenOff(desk)).loanId, reason };
    await setPolicy(desk, 'four_eyes', 'reversal');
    await desk.done('loans.reverse_write_off', input);
    return { input, says: ['mona', '1 of 2'] };
  }),
  refusal('loans.reverse_write_off', 'not_written_off', 'it never was', async (desk) => ({
    input: { loan_id: (await disbursed(desk)).loanId, reason },
    says: ['not written off'],
  })),
  refusal('loans.reverse_write_off', 'already_reversed', 'it was taken back before', async (desk) => {
    const input = { loan_id: (await writtenOff(desk)).loanId, reason };
    desk.today = '2026-09-05';
    await desk.done('loans.reverse_write_off', input);
    desk.today = '2026-09-20';
    return { input, says: ['2026-09-05'] };
  }),
  refusal('loans.reverse_write_off', 'credit_short', 'interest would eat what was refunded', async (desk) => {
    await setPolicy(desk, 'accept_overpayment', 'true');
    const { loanId } = await writtenOff(desk);
    const { payoff_amount } = await desk.done('loans.payoff', { loan_id: loanId });
    await payOn(desk, '2026-09-10', loanId, payoff_amount + 100);
    const { refund_id } = await desk.done('loans.refund', { loan_id: loanId });
    return { input: { loan_id: loanId, reason }, says: [refund_id as string, '100.00', '2026-09-10'] };
  }),
];

const onWrittenOff: readonly RefusalCase[] = [
  refusal('disbursements.create', 'loan_written_off', 'its principal is given up', async (desk) => ({
    input: disbursementInput(desk, (await writtenOff(desk)).loanId, { disbursement_amount: 1 }),
    says: ['2026-09-01'],
    hints: '--reverse',
  })),
  refusal('disbursements.fail', 'would_break_write_off', 'it paid out what is given up', async (desk) => ({
    input: { disbursement_reference: (await writtenOff(desk)).reference, reason: 'account closed' },
    says: ['2026-09-01'],
    hints: '--reverse',
  })),
  refusal('payments.create', 'would_break_write_off', 'it settles the loan before that', async (desk) => {
    const { loanId } = await writtenOff(desk);
    return {
      input: paymentInput(desk, loanId, 12_240, { payment_date: '2026-04-01' }),
      says: ['2026-09-01'],
      hints: '--reverse',
    };
  }),
];

/** Giving principal up, taking that back, and what a write-off stands in the way of. */
export const WRITE_OFF_REFUSALS: readonly RefusalCase[] = [...writingOff, ...takingBack, ...onWrittenOff];

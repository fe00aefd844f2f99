import { runningLoan } from '../bank-statements.ts';
import type { Desk } from '../desk.ts';
import { paymentInput } from '../desk-loans.ts';
import { batchInput, imported, ownCsv } from '../payment-files.ts';
import { mistyped, type RefusalCase, refusal } from './refusal-case.ts';

const UNKNOWN = 'BAT-00000000S';
const plan_digest = '0'.repeat(64);

/** A file of one payment, planned and not posted. */
async function plannedFile(desk: Desk) {
  const { loanId } = await runningLoan(desk);
  const file = ownCsv([loanId, '900', '2026-04-10', 'FT1']);
  const plan = await desk.done('payment_batches.plan', await batchInput(file));
  return { loanId, file, batch_id: plan.batch_id as string, plan_digest: plan.plan_digest };
}

/** Every way posting a planned file is refused; what is wrong with a file itself is in the answer of its plan. */
export const BATCH_REFUSALS: readonly RefusalCase[] = [
  refusal('payment_batches.post', 'invalid_id', 'the batch is no id', () => ({
    input: { batch_id: 'today', plan_digest },
    says: ['today', 'BAT-'],
  })),
  refusal('payment_batches.post', 'id_mistyped', 'the batch is mistyped', () => ({
    input: { batch_id: mistyped(UNKNOWN), plan_digest },
    says: [mistyped(UNKNOWN)],
  })),
  refusal('payment_batches.post', 'plan_not_found', 'no such file was planned', () => ({
    input: { batch_id: UNKNOWN, plan_digest },
    says: [UNKNOWN],
  })),
  refusal('payment_batches.post', 'plan_not_found', 'it is posted already', async (desk) => {
    const { loanId } = await runningLoan(desk);
    const { batch_id, plan_digest } = await imported(desk, ownCsv([loanId, '900', '2026-04-10', 'FT1']));
    const batchId = batch_id as string;
    return {
      input: { batch_id: batchId, plan_digest },
      says: [batchId, 'posted'],
      hints: `pay batches show ${batchId}`,
    };
  }),
  refusal(
    'payment_batches.post',
    'plan_changed',
    'a payment before it was booked meanwhile',
    async (desk) => {
      const { loanId, batch_id, plan_digest } = await plannedFile(desk);
      await desk.done('payments.create', paymentInput(desk, loanId, 100, { payment_date: '2026-03-20' }));
      return { input: { batch_id, plan_digest }, says: ['something else'], hints: 'Plan the file again' };
    },
  ),
  refusal('payment_batches.post', 'plan_changed', 'all of it was imported meanwhile', async (desk) => {
    const { file, batch_id, plan_digest } = await plannedFile(desk);
    await imported(desk, file);
    return { input: { batch_id, plan_digest }, says: ['something else'] };
  }),
];

import { heldForLoan, importedDay, runningLoan } from './bank-statements.ts';
import { batchInput, ownCsv } from './payment-files.ts';
import { unsureForLoan } from './unsure-rows.ts';
import type { WriteCase } from './writes.ts';

/** Taking an import back, and settling what it left. */
export const RECEIPT_WRITES: readonly WriteCase[] = [
  {
    operation: 'payment_batches.post',
    what: 'a file of repayments',
    arrange: async (desk) => {
      const { loanId } = await runningLoan(desk);
      const file = ownCsv([loanId, '900', '2026-04-10', 'FT1'], [loanId, '100', '2026-04-11', 'FT2']);
      const plan = await desk.done('payment_batches.plan', await batchInput(file));
      const { batch_id, plan_digest, digest } = plan;
      return {
        input: { batch_id: batch_id as string, plan_digest },
        object: batch_id,
        after: { digest, rows: 2, outcomes: { post: [{ count: 2, sum: '1000.00' }] } },
      };
    },
  },
  {
    operation: 'payment_batches.undo',
    what: 'an import taken back',
    arrange: async (desk) => {
      const { loanId } = await runningLoan(desk);
      const payment = { amount: '900.00', reference: 'FT1', text: loanId };
      const { batchId } = await importedDay(desk, '10', '0.00', [payment]);
      return {
        input: { batch_id: batchId, reason: 'wrong file' },
        object: batchId,
        before: { status: 'posted' },
        after: { reversed: { payments: 1 } },
      };
    },
  },
  {
    operation: 'held_rows.match',
    what: 'held money booked',
    arrange: async (desk) => {
      const { held_id, loanId } = await heldForLoan(desk);
      return {
        input: { held_id, allocations: [{ loan_id: loanId, amount: 100 }] },
        object: held_id,
        before: { state: 'open', waiting_amount: 900 },
        after: { waiting_amount: 800, payments: [{ loan_id: loanId }] },
      };
    },
  },
  {
    operation: 'held_rows.accept',
    what: 'held money that is new after all',
    arrange: async (desk) => {
      const { held_id, loanId } = await unsureForLoan(desk);
      return {
        input: { held_id },
        object: held_id,
        before: { state: 'open', waiting_amount: 900 },
        after: { waiting_amount: 0, payments: [{ loan_id: loanId }] },
      };
    },
  },
  {
    operation: 'held_rows.dismiss',
    what: 'held money dismissed',
    arrange: async (desk) => {
      const { held_id } = await heldForLoan(desk);
      return {
        input: { held_id, reason: 'rent' },
        object: held_id,
        before: { state: 'open' },
        after: { state: 'settled', dismissed_amount: 900 },
      };
    },
  },
];

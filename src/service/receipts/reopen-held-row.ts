import { paymentsMadeOf } from '../../domain/held-money.ts';
import type { ReversiblePayment, WriteTx } from '../../store/port.ts';
import type { Call } from '../call.ts';
import { HeldSteps } from './held-steps.ts';

/**
 * Books the money of a payment that is taken back into the held row it was made of, where it waits again; answers
 * that row's id, null when the payment was made of none.
 */
export async function reopenHeldRow(
  tx: WriteTx,
  { paymentId, loanId, paymentDate, batchId }: ReversiblePayment,
  reason: string,
  call: Call,
): Promise<string | null> {
  if (batchId === null) return null;
  const [made] = await tx.receipts.heldOfPayments([paymentId]);
  if (made === undefined) return null;
  const [row] = await tx.receipts.heldByIds([made.heldId]);
  const amountPiastres = row === undefined ? undefined : paymentsMadeOf(row).get(paymentId);
  if (row === undefined || amountPiastres === undefined) {
    throw new Error(`${made.heldId} does not know of ${paymentId}`);
  }
  const steps = new HeldSteps(call);
  // With the date of the payment, as the mirror of its entry: nothing waited or did not wait at any other date.
  const step = { amountPiastres: 0 - amountPiastres, loanId, paymentId, reason, steppedOn: paymentDate };
  steps.add(row, { kind: 'reopened', ...step });
  await steps.write(tx);
  return row.heldId;
}

import type { OperationOutput } from '../../contract/operation-types.ts';
import { BatchOutcomes } from '../../domain/batch-outcomes.ts';
import { periodClosed } from '../../domain/closed-period.ts';
import { isOpen, paymentsMadeOf, waitingOf } from '../../domain/held-money.ts';
import { formatAmount, piastres } from '../../domain/money.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { ReversiblePayment, WriteTx } from '../../store/port.ts';
import type { HeldRow } from '../../store/receipt-port.ts';
import type { Call } from '../call.ts';
import type { PaymentRules } from '../payments/payment-rules.ts';
import { HeldSteps } from './held-steps.ts';

/** What goes with the rows of a batch that is taken back. */
interface Withdrawal {
  /** Payments reversed with it, by their ids. */
  readonly reversed: ReadonlyMap<string, ReversiblePayment>;
  readonly reason: string;
  readonly rules: PaymentRules;
}

/**
 * Withdraws what a batch holds, with the date of each row, as if its money had never been booked in; money of payments
 * that are reversed with it goes back in first. Answers what waited, by currency. Refuses with `period_closed`.
 */
export async function withdrawHeldRows(
  tx: WriteTx,
  rows: readonly HeldRow[],
  { reversed, reason, rules }: Withdrawal,
  call: Call,
): Promise<OperationOutput<'payment_batches.undo'>['withdrawn'] | Refusal> {
  const steps = new HeldSteps(call);
  const waited = new BatchOutcomes();
  for (const row of rows) {
    let amountPiastres: number | null = waitingOf(row);
    for (const [paymentId, takenPiastres] of paymentsMadeOf(row)) {
      const payment = reversed.get(paymentId);
      if (payment === undefined || amountPiastres === null) continue;
      const { loanId, paymentDate: steppedOn } = payment;
      const back = { amountPiastres: 0 - takenPiastres, loanId, paymentId, reason, steppedOn };
      steps.add(row, { kind: 'reopened', ...back });
      amountPiastres += takenPiastres;
    }
    if (amountPiastres === 0 || (amountPiastres === null && !isOpen(row))) continue;
    const closed = amountPiastres === null ? null : periodClosed(row.date, rules.closedThrough);
    if (closed !== null) return { ...closed, message: `${row.heldId}: ${closed.message}` };
    steps.add(row, { kind: 'undone', amountPiastres, reason, steppedOn: row.date });
    if (isOpen(row)) waited.add('held', row.currency, waitingText(row));
  }
  await steps.write(tx);
  return waited.byOutcome().held.map((sum) => ({ ...sum }));
}

function waitingText(row: HeldRow): string {
  const waiting = waitingOf(row);
  return waiting === null ? row.amount : formatAmount(piastres(Math.abs(waiting)));
}

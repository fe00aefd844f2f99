import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { periodClosed } from '../../domain/closed-period.ts';
import { laterOf } from '../../domain/dates.ts';
import { waitingOf } from '../../domain/held-money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { paymentRules } from '../payments/payment-rules.ts';
import { readReason } from '../reason.ts';
import { heldState, unsigned } from './held-row-response.ts';
import { HeldSteps } from './held-steps.ts';
import { openHeldRow } from './open-held-row.ts';

type Output = OperationOutput<'held_rows.dismiss'>;

/** Says that a held row is no repayment, or is settled elsewhere: what waits of it leaves the unallocated receipts. */
export const handle: WriteHandler<OperationInput<'held_rows.dismiss'>, Output> = async (tx, input, call) => {
  const reason = readReason(input);
  if (isRefusal(reason)) return reason;
  const row = await openHeldRow(tx, input.held_id);
  if (isRefusal(row)) return row;
  const waiting = waitingOf(row);
  // Before its own date there was nothing to dismiss, should the business date be set back.
  const steppedOn = laterOf(call.today, row.date);
  const closed =
    waiting === null ? null : periodClosed(steppedOn, (await paymentRules(tx, call)).closedThrough);
  if (closed !== null) return closed;
  const steps = new HeldSteps(call);
  steps.add(row, { kind: 'dismissed', amountPiastres: waiting, reason, steppedOn });
  await steps.write(tx);
  const before = heldState(row);
  const value: Output = {
    held_id: row.heldId,
    batch_id: row.batchId,
    state: 'settled',
    waiting_amount: waiting === null ? null : 0,
    amount: Number(row.amount),
    currency: row.currency,
    dismissed_amount: unsigned(waiting),
    dismissed_at: call.now,
    reason,
    approvals: null,
  };
  return {
    value,
    control: {
      action: 'dismiss',
      object: row.heldId,
      content: { held_id: row.heldId, reason },
      settles: true,
      whileWaiting: (answer) => ({ ...answer, ...before, dismissed_at: null }),
    },
    audit: { object: row.heldId, before, after: value },
  };
};

import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { loanAccountAt } from '../../domain/loan-account.ts';
import { amountToNumber } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { accountChange, correctionsResponse } from '../loans/corrections.ts';
import { readReason } from '../reason.ts';
import { reopenHeldRow } from '../receipts/reopen-held-row.ts';
import { findPayment } from './find-payment.ts';
import { paymentRules } from './payment-rules.ts';
import { takeBack } from './take-back.ts';

type Output = OperationOutput<'payments.reverse'>;

/**
 * Takes a payment back: its entry is mirrored, and those dated after it are divided anew. Money of a held row waits
 * again.
 */
export const handle: WriteHandler<OperationInput<'payments.reverse'>, Output> = async (tx, input, call) => {
  const reason = readReason(input);
  if (isRefusal(reason)) return reason;
  const found = await findPayment(tx, input.payment_id);
  if (isRefusal(found)) return found;
  const { payment, dossier } = found;
  const rules = await paymentRules(tx, call);
  const decided = await takeBack(tx, { dossier, payments: [payment], reason }, rules, call);
  if (isRefusal(decided)) return decided;
  const { paymentId, loanId } = payment;
  const heldId = await reopenHeldRow(tx, payment, reason, call);
  const account = loanAccountAt(decided.facts, call.today, rules.policy, call.today);
  const value: Output = {
    payment_id: paymentId,
    reversed_at: call.now,
    reason,
    remaining_balance: amountToNumber(account.outstandingPiastres),
    corrections: correctionsResponse(decided.changes),
    loan_id: loanId,
    account: accountChange(dossier, decided.facts, rules.policy, call),
    held_id: heldId,
    approvals: null,
  };
  return {
    value,
    control: {
      action: 'reversal',
      object: paymentId,
      content: { payment_id: paymentId, reason },
      settles: true,
      whileWaiting: (waiting) => ({ ...waiting, reversed_at: null }),
    },
    audit: {
      object: loanId,
      touches: [paymentId, ...(heldId === null ? [] : [heldId])],
      before: { payment_id: paymentId, ...value.account.before },
      after: value,
    },
  };
};

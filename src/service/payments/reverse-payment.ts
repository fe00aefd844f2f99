import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { loanAccountAt } from '../../domain/loan-account.ts';
import { amountToNumber } from '../../domain/money.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { decideReversal } from '../../domain/reversal.ts';
import type { LoanDossier, ReadTx, ReversiblePayment } from '../../store/port.ts';
import type { WriteHandler } from '../call.ts';
import { accountChange, correctionsResponse } from '../loans/corrections.ts';
import { nextEventOrder } from '../loans/next-event-order.ts';
import { correctionEntries, entryInForce, mirrorOf } from '../loans/replayed-entries.ts';
import { booksClosedThrough } from '../policy/books-closed.ts';
import { policyInForce } from '../policy/policy-in-force.ts';
import { readReason } from '../reason.ts';
import { checkedId } from '../resolve-loan.ts';

type Output = OperationOutput<'payments.reverse'>;

/** Takes a payment back: its entry is mirrored, and those dated after it are divided anew. */
export const handle: WriteHandler<OperationInput<'payments.reverse'>, Output> = async (tx, input, call) => {
  const reason = readReason(input);
  if (isRefusal(reason)) return reason;
  const found = await resolvePayment(tx, input.payment_id);
  if (isRefusal(found)) return found;
  const { payment, dossier } = found;
  const policy = await policyInForce(tx, call.today);
  const decided = decideReversal({
    facts: dossier,
    payment,
    businessDate: call.today,
    closedThrough: await booksClosedThrough(tx, policy, call.today),
    acceptOverpayment: policy.values.acceptOverpayment,
  });
  if (isRefusal(decided)) return decided;
  const { paymentId, loanId } = payment;
  const live = entryInForce(await tx.journal.ofLoans([loanId]), paymentId);
  const corrections = await correctionEntries(
    tx,
    dossier,
    { after: decided.facts, changes: decided.changes },
    call,
  );
  await tx.insert.paymentReversals([
    {
      paymentId,
      loanId,
      order: nextEventOrder(dossier),
      reversedOn: call.today,
      reason,
      reversedAt: call.now,
      reversedBy: call.caller.actor,
    },
  ]);
  await tx.insert.journalEntries([mirrorOf(live, 'payment_reversal', call), ...corrections]);
  const account = loanAccountAt(decided.facts, call.today, policy.values, call.today);
  const value: Output = {
    payment_id: paymentId,
    reversed_at: call.now,
    reason,
    remaining_balance: amountToNumber(account.outstandingPiastres),
    corrections: correctionsResponse(decided.changes),
    loan_id: loanId,
    account: accountChange(dossier, decided.facts, policy.values, call),
    approvals: null,
  };
  return {
    value,
    control: {
      action: 'reversal',
      object: paymentId,
      content: { payment_id: paymentId, reason },
      whileWaiting: (waiting) => ({ ...waiting, reversed_at: null }),
    },
    audit: { object: loanId, before: { payment_id: paymentId, ...value.account.before }, after: value },
  };
};

/** Finds a payment by its id, with its loan. */
async function resolvePayment(
  tx: ReadTx,
  text: string,
): Promise<{ readonly payment: ReversiblePayment; readonly dossier: LoanDossier } | Refusal> {
  const id = await checkedId(tx, 'payment', text);
  if (isRefusal(id)) return id;
  const [found] = await tx.payments.byIds([id]);
  if (found === undefined) return refuse('payment_not_found', `there is no payment ${id}`);
  const [dossier] = await tx.loans.byIds([found.loanId]);
  const payment = dossier?.payments.find((one) => one.paymentId === id);
  if (dossier === undefined || payment === undefined) {
    throw new Error(`payment ${id} is not among those of its loan`);
  }
  return { payment, dossier };
}

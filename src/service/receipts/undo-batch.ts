import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { formatSum } from '../../domain/amount-sum.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { ReversiblePayment, WriteTx } from '../../store/port.ts';
import type { HeldRow } from '../../store/receipt-port.ts';
import type { Call, WriteHandler } from '../call.ts';
import { correctionsResponse } from '../loans/corrections.ts';
import { type PaymentRules, paymentRules } from '../payments/payment-rules.ts';
import { takeBack } from '../payments/take-back.ts';
import { readReason } from '../reason.ts';
import { resolveBatch } from './resolve-receipt.ts';
import { withdrawHeldRows } from './withdraw-held-rows.ts';

type Output = OperationOutput<'payment_batches.undo'>;

/** So many loans are read at once. */
const LOANS_AT_ONCE = 200;

/** It frees rows for other imports. */
export const alone = 'imports';

/**
 * Takes a whole import back: its payments, with those made of what it held, are reversed, what it holds is withdrawn,
 * and its rows may be imported anew. All of it or nothing.
 */
export const handle: WriteHandler<OperationInput<'payment_batches.undo'>, Output> = async (
  tx,
  input,
  call,
) => {
  const reason = readReason(input);
  if (isRefusal(reason)) return reason;
  const batch = await resolveBatch(tx, input.batch_id);
  if (isRefusal(batch)) return batch;
  const { batchId } = batch;
  if (batch.undo !== null) {
    return refuse(
      'batch_undone',
      `${batchId} was undone on ${batch.undo.undoneOn} by ${batch.undo.undoneBy}`,
    );
  }
  const rules = await paymentRules(tx, call);
  const undone = await takeBackAll(tx, { batchId, reason: `${batchId} undone: ${reason}` }, rules, call);
  if (isRefusal(undone)) return undone;
  const held = await tx.receipts.heldOfBatch(batchId);
  const withdrawn = await withdrawHeldRows(tx, held, { reversed: undone.payments, reason, rules }, call);
  if (isRefusal(withdrawn)) return withdrawn;
  await tx.insert.batchUndos([
    { batchId, undoneOn: call.today, reason, undoneAt: call.now, undoneBy: call.caller.actor },
  ]);
  const value: Output = {
    batch_id: batchId,
    undone_at: call.now,
    reason,
    file_name: batch.fileName,
    posted_on: batch.postedOn,
    reversed: {
      payments: undone.payments.size,
      loans: undone.loanIds.length,
      amount: formatSum(undone.sumPiastres),
    },
    withdrawn,
    freed_rows: batch.rowCount,
    stay_reversed: held.flatMap(takenBackBy),
    corrections: undone.corrections,
    approvals: null,
  };
  return {
    value,
    control: {
      action: 'undo',
      object: batchId,
      content: { batch_id: batchId, reason },
      settles: true,
      whileWaiting: (waiting) => ({ ...waiting, undone_at: null }),
    },
    audit: { object: batchId, touches: undone.loanIds, before: { status: 'posted' }, after: value },
  };
};

interface Undone {
  readonly payments: ReadonlyMap<string, ReversiblePayment>;
  readonly loanIds: readonly string[];
  readonly sumPiastres: bigint;
  readonly corrections: Output['corrections'];
}

/** Reverses what stands of a batch's payments, loan by loan. */
async function takeBackAll(
  tx: WriteTx,
  { batchId, reason }: { readonly batchId: string; readonly reason: string },
  rules: PaymentRules,
  call: Call,
): Promise<Undone | Refusal> {
  const loanIds = [...new Set((await tx.receipts.paymentsOfBatch(batchId)).map(({ loanId }) => loanId))];
  await tx.holdLoans(loanIds);
  const taken = new Map<string, ReversiblePayment>();
  const corrections: Output['corrections'] = [];
  const takenFrom: string[] = [];
  let sumPiastres = 0n;
  for (let at = 0; at < loanIds.length; at += LOANS_AT_ONCE) {
    for (const dossier of await tx.loans.byIds(loanIds.slice(at, at + LOANS_AT_ONCE))) {
      const payments = dossier.payments.filter((one) => one.batchId === batchId && one.reversal === null);
      if (payments.length === 0) continue;
      const { loanId } = dossier.loan;
      const decided = await takeBack(tx, { dossier, payments, reason }, rules, call);
      if (isRefusal(decided)) return { ...decided, message: `${loanId}: ${decided.message}` };
      takenFrom.push(loanId);
      for (const payment of payments) {
        taken.set(payment.paymentId, payment);
        sumPiastres += BigInt(payment.amountPiastres);
      }
      for (const correction of correctionsResponse(decided.changes)) {
        corrections.push({ loan_id: loanId, ...correction });
      }
    }
  }
  return { payments: taken, loanIds: takenFrom, sumPiastres, corrections };
}

/** The payments a returned row has taken back: a reversal is for good. */
function takenBackBy({ kind, steps }: HeldRow): string[] {
  return kind === 'returned' ? steps.flatMap(({ paymentId }) => paymentId ?? []) : [];
}

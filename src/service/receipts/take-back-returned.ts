import { waitingOf } from '../../domain/held-money.ts';
import { loanAccountAt } from '../../domain/loan-account.ts';
import { amountToNumber, formatAmountGrouped, piastres } from '../../domain/money.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { WriteTx } from '../../store/port.ts';
import type { HeldRow } from '../../store/receipt-port.ts';
import type { Call } from '../call.ts';
import { accountChange, correctionsResponse } from '../loans/corrections.ts';
import { findPayment } from '../payments/find-payment.ts';
import { paymentRules } from '../payments/payment-rules.ts';
import { takeBack } from '../payments/take-back.ts';
import { HeldSteps } from './held-steps.ts';
import type { Matched } from './match-held-row.ts';

/**
 * Reverses the payment a returned row takes back. A row may take back several, one at a time; none above what is left
 * of it (`over_held_amount`), or the books would not agree with the bank's. Other refusals are those of a reversal.
 */
export async function takeBackReturned(
  tx: WriteTx,
  row: HeldRow,
  paymentText: string,
  call: Call,
): Promise<Matched | Refusal> {
  const found = await findPayment(tx, paymentText);
  if (isRefusal(found)) return found;
  const { payment, dossier } = found;
  const { paymentId, loanId, paymentDate } = payment;
  const left = piastres(Math.abs(waitingOf(row) ?? 0));
  if (payment.reversal === null && payment.amountPiastres > left) {
    const amount = formatAmountGrouped(payment.amountPiastres);
    return refuse(
      'over_held_amount',
      `payment ${paymentId} is ${amount}, more than ${row.heldId} takes back, ${formatAmountGrouped(left)}`,
    );
  }
  const rules = await paymentRules(tx, call);
  const reason = `returned by the bank (${row.heldId})`;
  const decided = await takeBack(tx, { dossier, payments: [payment], reason }, rules, call);
  if (isRefusal(decided)) return withRemedy(decided, row, paymentId);
  // Its own date: until the bank took it back the money was there, in no loan any more.
  const amountPiastres = 0 - payment.amountPiastres;
  const step = { kind: 'matched', amountPiastres, loanId, paymentId, steppedOn: paymentDate } as const;
  const written = new HeldSteps(call);
  written.add(row, step);
  await written.write(tx);
  const account = loanAccountAt(decided.facts, call.today, rules.policy, call.today);
  return {
    content: { payment_id: paymentId },
    steps: [step],
    payments: [],
    reversed: {
      payment_id: paymentId,
      loan_id: loanId,
      payment_date: paymentDate,
      payment_amount: amountToNumber(payment.amountPiastres),
      remaining_balance: amountToNumber(account.outstandingPiastres),
      corrections: correctionsResponse(decided.changes),
      account: accountChange(dossier, decided.facts, rules.policy, call),
    },
  };
}

/** What is left to do of a return whose payment is taken back already, by hand or with a file that was undone since. */
function withRemedy(refusal: Refusal, { heldId }: HeldRow, paymentId: string): Refusal {
  if (refusal.code !== 'already_reversed') return refusal;
  const reason = `${paymentId} is taken back already`;
  return {
    ...refusal,
    hint: `When this is the return of that payment: loandesk pay review dismiss ${heldId} --reason "${reason}"`,
  };
}

import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { type DecidedReversal, decideReversal } from '../../domain/reversal.ts';
import type { LoanDossier, ReversiblePayment, WriteTx } from '../../store/port.ts';
import type { Call } from '../call.ts';
import { nextEventOrder } from '../loans/next-event-order.ts';
import { correctionEntries, entriesInForce, entryOf, mirrorOf } from '../loans/replayed-entries.ts';
import type { PaymentRules } from './payment-rules.ts';

/** Payments of one loan that are taken back together. */
interface TakenBack {
  readonly dossier: LoanDossier;
  readonly payments: readonly ReversiblePayment[];
  readonly reason: string;
}

/**
 * Takes payments of a loan back: their entries are mirrored, and those dated after them are divided anew. Refusals
 * are those of `decideReversal`.
 */
export async function takeBack(
  tx: WriteTx,
  { dossier, payments, reason }: TakenBack,
  rules: PaymentRules,
  call: Call,
): Promise<DecidedReversal | Refusal> {
  const { closedThrough, acceptOverpayment } = rules;
  const decided = decideReversal({
    facts: dossier,
    payments,
    businessDate: call.today,
    closedThrough,
    acceptOverpayment,
  });
  if (isRefusal(decided)) return decided;
  const { loanId } = dossier.loan;
  const live = entriesInForce(await tx.journal.ofLoans([loanId]));
  const mirrors = payments.map(({ paymentId }) =>
    mirrorOf(entryOf(live, paymentId), 'payment_reversal', call),
  );
  const replayed = { after: decided.facts, changes: decided.changes };
  const corrections = await correctionEntries(tx, dossier, replayed, call);
  const firstOrder = nextEventOrder(dossier);
  await tx.insert.paymentReversals(
    payments.map(({ paymentId }, at) => ({
      paymentId,
      loanId,
      order: firstOrder + at,
      reversedOn: call.today,
      reason,
      reversedAt: call.now,
      reversedBy: call.caller.actor,
    })),
  );
  await tx.insert.journalEntries([...mirrors, ...corrections]);
  return decided;
}

import type { DecidedPayment } from '../../domain/payment.ts';
import type { LoanDossier, WriteTx } from '../../store/port.ts';
import type { PaymentRecord } from '../../store/records.ts';
import type { Call } from '../call.ts';
import { correctionEntries, paymentPostings } from '../loans/replayed-entries.ts';

/** A payment that may be booked, and how it came. */
export interface PaymentToBook extends Pick<PaymentRecord, 'method' | 'paymentReference' | 'batchId'> {
  readonly decided: DecidedPayment;
  readonly order: number;
}

/** Writes a payment with its entry and those that correct the payments dated after it. */
export async function bookPayment(
  tx: WriteTx,
  dossier: LoanDossier,
  { decided, order, method, paymentReference, batchId }: PaymentToBook,
  call: Call,
): Promise<PaymentRecord> {
  const { loanId } = dossier.loan;
  const { split, changes } = decided;
  const corrections = await correctionEntries(tx, dossier, { after: decided.facts, changes }, call);
  const [entryNumber = 0] = await tx.insert.journalEntries([
    {
      loanId,
      kind: 'payment',
      eventId: split.paymentId,
      valueDate: split.valueDate,
      bookedAt: call.now,
      bookedBy: call.caller.actor,
      reversesEntryNumber: null,
      postings: paymentPostings(split),
    },
    ...corrections,
  ]);
  const payment: PaymentRecord = {
    paymentId: split.paymentId,
    loanId,
    amountPiastres: split.amountPiastres,
    paymentDate: split.valueDate,
    method,
    paymentReference,
    principalPiastres: split.principalPiastres,
    interestPiastres: split.interestPiastres,
    feePiastres: split.feePiastres,
    creditPiastres: split.creditPiastres,
    remainingPiastres: split.remainingPiastres,
    order,
    entryNumber,
    bookedAt: call.now,
    bookedBy: call.caller.actor,
    batchId,
  };
  await tx.insert.payments([payment]);
  return payment;
}

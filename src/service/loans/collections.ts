import type { OperationOutput } from '../../contract/operation-types.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import { amountToNumber } from '../../domain/money.ts';
import type { LoanDossier, ReadTx } from '../../store/port.ts';
import { merchantPhones } from '../merchants/merchant-phones.ts';

type Loan = OperationOutput<'loans.list'>['data'][number];

/**
 * The rows with what a collections desk needs beside them: whom to call, when money came last and how much, what was
 * noted last. Reversed payments did not come.
 */
export async function withCollections(
  tx: ReadTx,
  rows: readonly Loan[],
  asOf: CalendarDate,
): Promise<Loan[]> {
  const ids = rows.map((row) => row.loan_id);
  const dossiers = new Map((await tx.loans.byIds(ids)).map((dossier) => [dossier.loan.loanId, dossier]));
  const notes = new Map((await tx.notes.ofLoans(ids)).map((note) => [note.loanId, note]));
  const phoneOf = await merchantPhones(
    tx,
    rows.map((row) => row.merchant_id),
  );
  return rows.map((row) => {
    const payment = lastPayment(dossiers.get(row.loan_id), asOf);
    // The map keeps a loan's last one: they come in order of their numbers.
    const note = notes.get(row.loan_id);
    return {
      ...row,
      phone: phoneOf(row.merchant_id),
      last_payment_date: payment?.paymentDate ?? null,
      last_payment_amount: payment === null ? null : amountToNumber(payment.amountPiastres),
      last_note: note?.text ?? null,
      last_note_at: note?.notedAt ?? null,
      last_note_by: note?.notedBy ?? null,
    };
  });
}

/** The one with the latest date, and of one date the one booked last. */
function lastPayment(dossier: LoanDossier | undefined, asOf: CalendarDate) {
  let last: LoanDossier['payments'][number] | null = null;
  for (const payment of dossier?.payments ?? []) {
    if (payment.reversal !== null || payment.paymentDate > asOf) continue;
    if (last === null || payment.paymentDate >= last.paymentDate) last = payment;
  }
  return last;
}

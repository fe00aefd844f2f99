import type { LoanDossier } from '../../store/port.ts';
import { type PlannedRow, paymentDateOf } from './planned-row.ts';
import type { FileWarning } from './statement-checks.ts';

/**
 * Says which rows of a loan are posted though a payment of their date and amount was booked by hand, without a
 * reference to know it again by: both are booked, and only a person can say whether they are the same money. Each such
 * payment is told of one row.
 */
export function equalPayments(
  { payments }: LoanDossier,
  ofLoan: readonly PlannedRow[],
  useValueDate: boolean,
): readonly FileWarning[] {
  const byHand = payments.filter(
    (one) => one.batchId === null && one.reversal === null && one.paymentReference === null,
  );
  if (byHand.length === 0) return [];
  const byContent = Map.groupBy(byHand, (one) => `${one.amountPiastres} ${one.paymentDate}`);
  return ofLoan.flatMap((row) => {
    if (!row.isPosted) return [];
    const date = paymentDateOf(row.part, useValueDate);
    const equal = byContent.get(`${row.amountPiastres} ${date}`)?.shift();
    if (equal === undefined) return [];
    const message = `line ${row.part.line} is a payment beside ${equal.paymentId}, an equal one booked by hand without a reference: if it is the same money, reverse that one`;
    return [{ code: 'equals_payment_by_hand', message }];
  });
}

import { exactPiastres } from '../../domain/exact-piastres.ts';
import { looksLikeId } from '../../domain/identifiers.ts';
import type { Piastres } from '../../domain/money.ts';
import type { ReadTx, ReversiblePayment } from '../../store/port.ts';
import type { PlannedRow } from './planned-row.ts';

/** So many are worth a look; more would not be looked at. */
const MOST_SUGGESTED = 5;

/**
 * For each row that takes a payment back, the standing payments it may mean, the likeliest first: of its amount, on the
 * loan it names or under the reference it names. Payments of the same file are among them when they are booked by then.
 * Of one that brings money back that had gone out, the disbursements it was found to be.
 */
export async function paymentsTakenBack(
  tx: ReadTx,
  held: readonly PlannedRow[],
): Promise<ReadonlyMap<PlannedRow, readonly string[]>> {
  const found = new Map<PlannedRow, readonly string[]>();
  for (const row of held) {
    const { returned } = row.part;
    if (!returned) continue;
    if (returned.of === 'debit') {
      found.set(
        row,
        row.suggestions.filter((id) => looksLikeId(id) === 'disbursement'),
      );
      continue;
    }
    const amount = exactPiastres(row.part.amount);
    const payments = amount === null ? [] : await candidates(tx, row, amount);
    const ids = payments
      .sort((a, b) =>
        a.paymentDate < b.paymentDate ? 1 : a.paymentDate > b.paymentDate ? -1 : b.order - a.order,
      )
      .map(({ paymentId }) => paymentId);
    found.set(row, [...new Set(ids)].slice(0, MOST_SUGGESTED));
  }
  return found;
}

async function candidates(tx: ReadTx, row: PlannedRow, amount: Piastres): Promise<ReversiblePayment[]> {
  const { part } = row;
  const names = [part.returned?.reference, part.bank_reference, part.customer_reference, part.end_to_end_id];
  const loanIds = new Set(row.suggestions);
  for (const reference of new Set(names)) {
    if (!reference) continue;
    const page = { offset: 0, limit: MOST_SUGGESTED };
    const { rows } = await tx.reports.payments({ reference }, page);
    for (const { loanId } of rows) loanIds.add(loanId);
  }
  const dossiers = await tx.loans.byIds([...loanIds]);
  const ofLoans = dossiers
    .flatMap(({ payments }) => payments)
    .filter((one) => one.reversal === null && one.amountPiastres === amount);
  // A loan's id is what many payments are quoted by, so a reference decides among those of the amount only.
  const byReference = ofLoans.filter((one) => names.includes(one.paymentReference ?? ''));
  return byReference.length > 0 ? byReference : ofLoans;
}

import { addDays } from '../../domain/dates.ts';
import { exactPiastres } from '../../domain/exact-piastres.ts';
import { looksLikeId } from '../../domain/identifiers.ts';
import type { Piastres } from '../../domain/money.ts';
import type { ReadTx, ReversiblePayment } from '../../store/port.ts';
import { accountForm } from './bank-account.ts';
import { type PlannedRow, paymentDateOf } from './planned-row.ts';

/** So many are worth a look; more would not be looked at. */
const MOST_SUGGESTED = 5;
/** Direct debits may be returned that long after they were paid; what a bank returns otherwise comes back within days. */
const RETURNED_WITHIN_DAYS = 90;

/** What a row that takes a movement back may mean, the likeliest first. */
export interface TakenBack {
  readonly ids: readonly string[];
  /** Nothing but their amount and account speaks for them. */
  readonly byAmount: boolean;
}

/**
 * For each row that takes a payment back, the standing payments it may mean: of its amount, on the loan it names or under
 * the reference it names. Where that finds none, those that imports of its account brought: a payment keeps the bank's
 * reference only, and the return may name another. Payments of the same file are among them when they are booked by then.
 * Of one that brings money back that had gone out, the disbursements it was found to be.
 */
export async function movementsTakenBack(
  tx: ReadTx,
  held: readonly PlannedRow[],
  useValueDate: boolean,
): Promise<ReadonlyMap<PlannedRow, TakenBack>> {
  const found = new Map<PlannedRow, TakenBack>();
  for (const row of held) {
    const { returned } = row.part;
    if (!returned) continue;
    if (returned.of === 'debit') {
      const ids = row.suggestions.filter((id) => looksLikeId(id) === 'disbursement');
      found.set(row, { ids, byAmount: false });
      continue;
    }
    const amount = row.part.currency === 'EGP' ? exactPiastres(row.part.amount) : null;
    const named = amount === null ? [] : await candidates(tx, row, amount);
    const others = amount === null || named.length > 0 ? [] : await ofAccount(tx, row, amount, useValueDate);
    const ids = named.length > 0 ? newestFirst(named) : others;
    found.set(row, { ids: [...new Set(ids)].slice(0, MOST_SUGGESTED), byAmount: others.length > 0 });
  }
  return found;
}

function newestFirst(payments: readonly ReversiblePayment[]): readonly string[] {
  return payments
    .toSorted((a, b) =>
      a.paymentDate < b.paymentDate ? 1 : a.paymentDate > b.paymentDate ? -1 : b.order - a.order,
    )
    .map(({ paymentId }) => paymentId);
}

async function ofAccount(
  tx: ReadTx,
  row: PlannedRow,
  amountPiastres: Piastres,
  useValueDate: boolean,
): Promise<readonly string[]> {
  if (row.account === null) return [];
  const to = paymentDateOf(row.part, useValueDate);
  const from = addDays(to, -RETURNED_WITHIN_DAYS);
  const which = { account: accountForm(row.account), amountPiastres, from, to };
  const payments = await tx.receipts.paymentsOfAccount(which, MOST_SUGGESTED);
  return payments.map(({ paymentId }) => paymentId);
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

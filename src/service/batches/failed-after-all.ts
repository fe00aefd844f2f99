import { unitsOf } from '../../domain/decimal-units.ts';
import { formatAmount } from '../../domain/money.ts';
import { foldReference, isRealReference } from '../../domain/real-reference.ts';
import type { ReadTx } from '../../store/port.ts';
import { accountForm } from './bank-account.ts';
import { type BatchFile, type PlannedRow, paymentDateOf } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';

/** So many are looked up together. */
const ROWS_AT_ONCE = 5_000;

/** Money that came in before, by what names it. */
interface Told {
  readonly name: string;
  readonly date: string;
}

/**
 * Marks rows that say a payment failed which was booked or held as money that came in: they take it back. It is known by
 * the id of the payment or a real reference, with its amount, on the same day or before. Where the file tells of money
 * under that reference too, the failed row is another attempt.
 */
export async function markFailedAfterAll(tx: ReadTx, rows: PlannedRows, file: BatchFile): Promise<void> {
  const failed = [...rows.where(({ part }) => part.status === 'failed')].filter(
    (row) => nameOf(row) !== null,
  );
  if (failed.length === 0) return;
  const attempts = new Set(failed.map(nameOf));
  for (const row of rows) if (row.part.status === 'booked') attempts.delete(nameOf(row));
  const alone = failed.filter((row) => attempts.has(nameOf(row)));
  for (let from = 0; from < alone.length; from += ROWS_AT_ONCE) {
    const some = alone.slice(from, from + ROWS_AT_ONCE);
    const told = file.has_account ? await toldByBanks(tx, some) : await toldByStaff(tx, some);
    const byName = Map.groupBy(told, ({ name }) => name);
    for (const row of some) {
      const date = paymentDateOf(row.part, file.use_value_date);
      if (byName.get(nameOf(row) as string)?.some((one) => one.date <= date)) row.takeBack();
    }
  }
}

/** What names the money of a row, with its account and amount; null: nothing does. */
function nameOf({ part, account }: PlannedRow): string | null {
  const { payment_id, bank_reference, amount, currency } = part;
  if (payment_id) return payment_id;
  if (!bank_reference || !isRealReference(bank_reference)) return null;
  return nameBy(foldReference(bank_reference), account, amount, currency);
}

function nameBy(reference: string, account: string | null, amount: string, currency: string): string {
  return JSON.stringify([reference, accountForm(account ?? ''), String(unitsOf(amount)), currency]);
}

async function toldByBanks(tx: ReadTx, rows: readonly PlannedRow[]): Promise<Told[]> {
  const references = rows.map(({ part }) => foldReference(part.bank_reference ?? ''));
  const before = await tx.receipts.rowsByReferences(references);
  return before
    .filter((one) => one.direction === 'credit' && one.reversedOn === null)
    .filter(({ paymentId, heldId }) => paymentId !== null || heldId !== null)
    .map(({ reference, account, amount, currency, date }) => ({
      name: nameBy(reference ?? '', account, amount, currency),
      date,
    }));
}

async function toldByStaff(tx: ReadTx, rows: readonly PlannedRow[]): Promise<Told[]> {
  const byId = await tx.receipts.paymentsByIds(rows.flatMap(({ part }) => part.payment_id ?? []));
  const byReference = await tx.receipts.paymentsByReferences(
    rows.flatMap(({ part }) => (part.payment_id ? [] : (part.bank_reference ?? []))),
  );
  const stand = ({ isReversed }: { readonly isReversed: 0 | 1 }) => isReversed === 0;
  return [
    ...byId.filter(stand).map(({ paymentId, paymentDate }) => ({ name: paymentId, date: paymentDate })),
    ...byReference.filter(stand).map(({ paymentReference, amountPiastres, paymentDate }) => ({
      name: nameBy(foldReference(paymentReference ?? ''), null, formatAmount(amountPiastres), 'EGP'),
      date: paymentDate,
    })),
  ];
}

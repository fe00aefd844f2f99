import type { CalendarDate } from './dates.ts';
import type { Piastres } from './money.ts';

/** A payment, or a row that would become one, as far as two of one loan are compared. */
export interface Comparable {
  readonly amountPiastres: Piastres;
  readonly paymentDate: CalendarDate;
  readonly paymentReference: string | null;
}

/** A payment that a row may tell of once more. */
export interface ToldTwice<Payment> {
  readonly payment: Payment;
  /** They have one reference: not only amount and date agree. */
  readonly isSameReference: boolean;
}

/**
 * Finds for each row of a loan the payment of the same amount and date that it may tell of once more, null where there
 * is none. Each payment stands for one row, those with its reference first.
 */
export function toldTwice<Payment extends Comparable>(
  rows: readonly Comparable[],
  payments: readonly Payment[],
): readonly (ToldTwice<Payment> | null)[] {
  const free = new Set(payments);
  const byReference = Map.groupBy(payments, (one) => `${contentOf(one)} ${one.paymentReference}`);
  const byContent = Map.groupBy(payments, contentOf);
  const next = (equal: Payment[] | undefined): Payment | null => {
    for (let one = equal?.shift(); one !== undefined; one = equal?.shift()) if (free.delete(one)) return one;
    return null;
  };
  const named = rows.map((row) =>
    row.paymentReference === null ? null : next(byReference.get(`${contentOf(row)} ${row.paymentReference}`)),
  );
  return rows.map((row, at) => {
    const isSameReference = named[at] !== null;
    const payment = named[at] ?? next(byContent.get(contentOf(row)));
    return payment === null ? null : { payment, isSameReference };
  });
}

function contentOf({ amountPiastres, paymentDate }: Comparable): string {
  return `${amountPiastres} ${paymentDate}`;
}

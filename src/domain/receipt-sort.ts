import type { Piastres } from './money.ts';

/** A line of a file, as far as it says whether it is a repayment at all. */
export interface SortedRow {
  readonly direction: 'credit' | 'debit';
  readonly status: 'booked' | 'pending' | 'info' | 'failed';
  readonly returned: { readonly of: 'credit' | 'debit'; readonly reference: string | null } | null;
  readonly amountPiastres: Piastres | null;
  readonly currency: string;
}

/** Where a line goes before its loan is looked for. */
export type ReceiptSort =
  | { readonly sort: 'receipt'; readonly amountPiastres: Piastres }
  | { readonly sort: 'not_a_repayment'; readonly reason: string }
  | {
      readonly sort: 'held';
      readonly code: 'other_currency' | 'returned_payment' | 'returned_debit';
      readonly reason: string;
    };

/**
 * Tells money that came in, and may be a repayment, from what a person must look at and from what is none. A
 * returned payment is held whichever way the bank writes it: the payment it names has to be reversed.
 */
export function sortReceipt(row: SortedRow): ReceiptSort {
  const { status, returned, direction, currency, amountPiastres } = row;
  if (status === 'info' && amountPiastres === 0) return { sort: 'not_a_repayment', reason: NO_AMOUNT };
  if (status !== 'booked') return { sort: 'not_a_repayment', reason: NOT_BOOKED[status] };
  if (returned !== null) return heldReturn(returned);
  if (direction === 'debit') return { sort: 'not_a_repayment', reason: 'money that went out' };
  if (currency !== 'EGP') {
    return { sort: 'held', code: 'other_currency', reason: `loans are kept in EGP, not in ${currency}` };
  }
  if (amountPiastres === null) throw new Error('an amount in EGP is in piastres');
  if (amountPiastres === 0) return { sort: 'not_a_repayment', reason: NO_AMOUNT };
  return { sort: 'receipt', amountPiastres };
}

const NO_AMOUNT = 'no money moved: no amount stands in it, or 0.00';

const NOT_BOOKED = {
  pending: 'the bank has not booked it yet',
  info: 'no money moved',
  failed: 'it failed',
} as const;

function heldReturn({ of, reference }: NonNullable<SortedRow['returned']>): ReceiptSort {
  const which = reference === null ? 'no reference is given' : `its reference is "${reference}"`;
  return of === 'credit'
    ? { sort: 'held', code: 'returned_payment', reason: `a payment was taken back; ${which}` }
    : { sort: 'held', code: 'returned_debit', reason: `money that had gone out came back; ${which}` };
}

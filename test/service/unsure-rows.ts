import type { CalendarDate } from '../../src/domain/dates.ts';
import { makeId } from '../../src/domain/identifiers.ts';
import type { HeldRowRecord } from '../../src/store/receipt-records.ts';
import { auditRecord } from '../store/ledger-fixtures.ts';
import { batchRow, heldRow, importBatch, rowKey } from '../store/receipt-fixtures.ts';
import { runningLoan } from './bank-statements.ts';
import type { Desk } from './desk.ts';

interface UnsureRow {
  /** The loans it names, then what it may be. */
  readonly suggestions: readonly string[];
  readonly amount?: string;
  readonly day?: string;
  readonly more?: Partial<HeldRowRecord>;
}

let lastKey = 1_000;

/**
 * Holds a row that may be known already, as an import would, and answers its id and its batch. What makes a row unsure
 * is tested with the recognition of rows; here a row is unsure, whatever the reason.
 */
export async function unsureRow(
  desk: Desk,
  { suggestions, amount = '900.00', day = '2026-04-10', more = {} }: UnsureRow,
): Promise<{ readonly held_id: string; readonly batch_id: string }> {
  const held_id = makeId('held_row', desk.randomBytes(5));
  const batch_id = makeId('batch', desk.randomBytes(5));
  const date = day as CalendarDate;
  const held = heldRow(held_id, batch_id, 1, {
    code: 'may_be_known',
    reason: 'it looks like a row imported before',
    amount,
    amountPiastres: Math.round(Number(amount) * 100),
    date,
    method: 'manual_transfer',
    bankReference: null,
    suggestionsJson: JSON.stringify(suggestions),
    ...more,
  });
  lastKey += 1;
  const { currency } = held;
  const row = batchRow(batch_id, 1, {
    ...{ outcome: 'held', heldId: held_id, amount, currency, date, rowKey: rowKey(lastKey) },
  });
  await desk.store.write(async (tx) => {
    await importBatch(tx, [row], [held]);
    await tx.insert.audit(auditRecord('payment_batches.post', batch_id));
  });
  return { held_id, batch_id };
}

/** A running loan with a payment by hand, and an unsure row of its amount the day after, which may be that payment. */
export async function unsureForLoan(desk: Desk) {
  const { loanId } = await runningLoan(desk);
  const paid = await desk.done('payments.create', {
    loan_id: loanId,
    payment_amount: 900,
    payment_date: '2026-04-09',
    payment_method: 'manual_transfer',
  });
  const paymentId = paid.payment_id as string;
  return { loanId, paymentId, ...(await unsureRow(desk, { suggestions: [loanId, paymentId] })) };
}

import { formatAmountGrouped } from '../../domain/money.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow, UndoneRow } from '../../store/receipt-port.ts';
import type { PlannedRow } from './planned-row.ts';
import { rowDigest } from './row-digest.ts';

/** Marks a row as known; one whose payment was taken back is held under another key instead, and true is answered. */
export function takesSecondLife(row: PlannedRow, before: KnownRow): boolean {
  if (before.reversedOn === null || row.outcome === 'not_a_repayment') {
    row.takeKnown(before);
    return false;
  }
  const amount = row.amountPiastres === null ? row.part.amount : formatAmountGrouped(row.amountPiastres);
  const reason = `it was payment ${before.paymentId} of ${amount}, reversed on ${before.reversedOn}`;
  row.hold('reversed_before', reason, suggestionsOf(row));
  // What it came to then keeps its key.
  row.takeSecondLife(secondLifeKey(before));
  return true;
}

/** Under which a row is known again that was held because its payment was taken back. */
function secondLifeKey({
  rowKey,
  occurrence,
  paymentId,
}: Pick<KnownRow, 'rowKey' | 'occurrence' | 'paymentId'>): string {
  return rowDigest(JSON.stringify(['again', rowKey, occurrence, paymentId]));
}

/** Marks those of rows under keys of their own that an earlier import has. */
export async function findKnownAgain(tx: ReadTx, again: readonly PlannedRow[]): Promise<void> {
  if (again.length === 0) return;
  const known = new Map((await knownRows(tx, again)).map((one) => [nameOfKnown(one), one]));
  for (const row of again) {
    const before = known.get(nameOf(row));
    if (before !== undefined) row.takeKnown(before);
  }
}

/** The loans that are worth a look for a row that is held. */
export function suggestionsOf({ loanId, suggestions }: PlannedRow): readonly string[] {
  return loanId === null ? suggestions : [loanId];
}

/** What was imported before under the keys of rows. */
export function knownRows(tx: ReadTx, rows: readonly PlannedRow[]): Promise<readonly KnownRow[]> {
  return rowsByKeys(
    tx,
    rows.map(({ key }) => key),
  );
}

/** What was imported before under keys, of which there may be none. */
export async function rowsByKeys(tx: ReadTx, keys: readonly string[]): Promise<readonly KnownRow[]> {
  const some = new Set(keys);
  some.delete('');
  return some.size === 0 ? [] : tx.receipts.rowsByKeys([...some]);
}

/** Key and number, which are of one row. */
function nameOfKnown({ rowKey, occurrence }: Pick<KnownRow, 'rowKey' | 'occurrence'>): string {
  return `${rowKey} ${occurrence}`;
}

/** The same of a row of the file. */
function nameOf({ key, occurrence }: Pick<PlannedRow, 'key' | 'occurrence'>): string {
  return `${key} ${occurrence}`;
}

/** What there was under keys, of which there may be none, in batches that were undone. */
export async function undoneRowsByKeys(tx: ReadTx, keys: readonly string[]): Promise<readonly UndoneRow[]> {
  return keys.length === 0 ? [] : tx.receipts.undoneRowsByKeys(keys);
}

/** A row that was imported before with a batch that was undone. */
export interface Freed {
  readonly row: PlannedRow;
  readonly was: UndoneRow;
}

/**
 * Rows whose batch was undone are free, unless their payment had been taken back before and they became another: then
 * they are that one.
 */
export async function takeSecondLives(tx: ReadTx, freed: readonly Freed[]): Promise<void> {
  const paid = freed.filter(({ was }) => was.paymentId !== null);
  const keys = paid.map(({ was }) => secondLifeKey(was));
  const lives = new Map((await rowsByKeys(tx, keys)).map((one) => [one.rowKey, one]));
  for (const { row, was } of paid) {
    const now = lives.get(secondLifeKey(was));
    if (now === undefined || row.isKnown) continue;
    row.takeSecondLife(now.rowKey);
    row.takeKnown(now);
  }
}

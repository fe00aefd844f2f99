import { type CorrectedRow, correctedRow, type EqualRow } from '../../domain/corrected-row.ts';
import { formatAmountGrouped } from '../../domain/money.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow } from '../../store/receipt-port.ts';
import { summaryOf } from '../receipts/batch-response.ts';
import type { PlannedRow } from './planned-row.ts';
import { rowDigest } from './row-digest.ts';

/**
 * Marks the rows that an earlier import has; one whose payment was taken back since is for a person to look at, and so
 * is one of a statement that cannot have such a row.
 */
export async function findKnown(
  tx: ReadTx,
  rows: readonly PlannedRow[],
  newStatements: ReadonlyMap<number, string>,
): Promise<void> {
  const known = byName(await knownRows(tx, rows));
  const again = rows.filter((row) => {
    const before = known.get(nameOf(row));
    if (before === undefined) return false;
    if (isOfNewStatement(row, before, newStatements)) return true;
    return namesAnotherLoan(row, before) || takesSecondLife(row, before);
  });
  await findKnownAgain(tx, again);
}

/**
 * Holds a row that equals an earlier one though its statement begins where the earlier ones end: a bank gave neither a
 * reference. Under a key of its own; true when it is so.
 */
function isOfNewStatement(
  row: PlannedRow,
  before: KnownRow,
  newStatements: ReadonlyMap<number, string>,
): boolean {
  const statement = newStatements.get(row.part.statement);
  if (statement === undefined) return false;
  row.takeKey(rowDigest(JSON.stringify(['another statement', row.key, row.occurrence, statement])));
  if (row.outcome === 'not_a_repayment') return true;
  const became = before.paymentId ?? before.heldId ?? 'a row';
  const reason = `it equals ${became} of batch ${before.batchId}, and its statement goes on where that one ends: match it if it is another payment, else dismiss it`;
  row.hold('equals_imported_row', reason, suggestionsOf(row));
  return true;
}

/**
 * Holds a row whose reference, amount and date an earlier payment has, on another loan than this one names: a bank may
 * give a reference twice. Under a key of its own, so that the same row is known again; true when it is so.
 */
function namesAnotherLoan(row: PlannedRow, before: KnownRow): boolean {
  const { loanId } = row;
  if (row.outcome !== 'post' || before.loanId === null || before.reversedOn !== null) return false;
  if (loanId === null || loanId === before.loanId) return false;
  const reason = `${before.paymentId} of batch ${before.batchId} has its reference, amount and date and went to ${before.loanId}, this names ${loanId}: match it if it is another payment, else dismiss it`;
  row.hold('equals_imported_row', reason, [loanId]);
  row.takeKey(rowDigest(JSON.stringify(['another loan', row.key, before.occurrence, loanId])));
  return true;
}

/**
 * The same for rows that were refused and are corrected. One that equals a row that came another way may be a second
 * payment as well as the same one, told twice: a person has to look.
 */
export async function findKnownCorrected(tx: ReadTx, rows: readonly PlannedRow[]): Promise<void> {
  const known = await knownRows(tx, rows);
  if (known.length === 0) return;
  const batches = await tx.receipts.batchesByIds([...new Set(known.map(({ batchId }) => batchId))]);
  const ofRejected = new Set(
    batches.filter((batch) => summaryOf(batch).of_rejected).map(({ batchId }) => batchId),
  );
  const byKey = Map.groupBy(
    known.map((one) => ({ ...one, ofRejected: ofRejected.has(one.batchId) })),
    ({ rowKey }) => rowKey,
  );
  const again: PlannedRow[] = [];
  for (const row of rows) {
    const equal = byKey.get(row.key) ?? [];
    // What is no repayment is nobody's money: it is known as in any other file.
    const place =
      row.outcome === 'not_a_repayment'
        ? sameNumber(row.occurrence, equal)
        : correctedRow(row.occurrence, equal);
    if ('before' in place) {
      if (takesSecondLife(row, place.before)) again.push(row);
      continue;
    }
    row.takeOccurrence(place.occurrence);
    if (place.equals === null) continue;
    row.hold('equals_imported_row', equalInWords(place.equals), suggestionsOf(row));
  }
  await findKnownAgain(tx, again);
}

function sameNumber<Row extends EqualRow>(occurrence: number, equal: readonly Row[]): CorrectedRow<Row> {
  const before = equal.find((one) => one.occurrence === occurrence);
  return before === undefined ? { occurrence, equals: null } : { before };
}

function equalInWords({ paymentId, heldId, batchId }: KnownRow): string {
  const became = paymentId ?? heldId;
  const known = became === null ? `a row of batch ${batchId}` : `${became} of batch ${batchId}`;
  return `it was refused and, corrected, equals ${known}: match it if it is a second payment, else dismiss it`;
}

/** Marks a row as known; one whose payment was taken back is held under another key instead, and true is answered. */
function takesSecondLife(row: PlannedRow, before: KnownRow): boolean {
  if (before.reversedOn === null || row.outcome === 'not_a_repayment') {
    row.takeKnown(before);
    return false;
  }
  const amount = row.amountPiastres === null ? row.part.amount : formatAmountGrouped(row.amountPiastres);
  const reason = `it was payment ${before.paymentId} of ${amount}, reversed on ${before.reversedOn}`;
  row.hold('reversed_before', reason, suggestionsOf(row));
  // What it came to then keeps its key.
  row.takeSecondLife(rowDigest(JSON.stringify(['again', row.key, before.occurrence, before.paymentId])));
  return true;
}

async function findKnownAgain(tx: ReadTx, again: readonly PlannedRow[]): Promise<void> {
  if (again.length === 0) return;
  const known = byName(await knownRows(tx, again));
  for (const row of again) {
    const before = known.get(nameOf(row));
    if (before !== undefined) row.takeKnown(before);
  }
}

function suggestionsOf({ loanId, suggestions }: PlannedRow): readonly string[] {
  return loanId === null ? suggestions : [loanId];
}

async function knownRows(tx: ReadTx, rows: readonly PlannedRow[]): Promise<readonly KnownRow[]> {
  const keys = new Set<string>();
  for (const { key } of rows) if (key !== '') keys.add(key);
  return keys.size === 0 ? [] : tx.receipts.rowsByKeys([...keys]);
}

function byName(known: readonly KnownRow[]): ReadonlyMap<string, KnownRow> {
  return new Map(known.map((one) => [`${one.rowKey} ${one.occurrence}`, one]));
}

function nameOf({ key, occurrence }: PlannedRow): string {
  return `${key} ${occurrence}`;
}

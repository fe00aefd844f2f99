import type { ReadTx } from '../store/port.ts';
import type { HeldRow } from '../store/receipt-port.ts';
import type { HeldStepRecord } from '../store/receipt-records.ts';
import type { JournalEntryRecord } from '../store/records.ts';
import type { PaymentOfHeld } from '../store/verification-port.ts';
import { verifyEntries } from './verify-entries.ts';
import { sumOf } from './verify-payment.ts';

type Report = (check: string, where: string, message: string) => void;
type Payments = ReadonlyMap<string, PaymentOfHeld>;

/**
 * Checks what imports left: the rows of each file against the hash that vouches for them, payments and held rows
 * against the rows they are of, and each held row's entries against its steps. Answers how many entries there are and
 * what their postings sum to.
 */
export async function verifyReceipts(
  tx: ReadTx,
  report: Report,
): Promise<{ entries: number; sumPiastres: bigint }> {
  let entries = 0;
  let sumPiastres = 0n;
  await tx.verification.visitHeld((held, journal, payments) => {
    entries += journal.length;
    for (const entry of journal) {
      for (const posting of entry.postings) sumPiastres += BigInt(posting.amountPiastres);
    }
    verifyHeld(held, journal, payments, report);
  });
  await tx.verification.visitBatches(({ batchId, rowCount, rowsHash, countedRows, currentRowsHash }) => {
    const where = `batch ${batchId}`;
    if (countedRows !== rowCount) report('batch', where, `it has ${countedRows} rows, not ${rowCount}`);
    if (currentRowsHash !== rowsHash)
      report('batch', where, 'its rows were changed after they were imported');
  });
  for (const { where, message } of await tx.verification.strayReceipts()) report('batch', where, message);
  return { entries, sumPiastres };
}

function verifyHeld(
  held: HeldRow,
  journal: readonly JournalEntryRecord[],
  payments: Payments,
  report: Report,
): void {
  const where = `held row ${held.heldId}`;
  verifyEntries(journal, report);
  const entriesOf = Map.groupBy(journal, ({ eventId }) => eventId);
  if (held.amountPiastres !== null) {
    const booked = [where, held.amountPiastres, held.date] as const;
    verifyBooked(entriesOf, held.heldId, 'held_receipt', booked, report);
  }
  let left = held.amountPiastres ?? 0;
  for (const [index, step] of held.steps.entries()) {
    const ofStep = `step ${step.stepId}`;
    if (step.number !== index + 1) report('held', ofStep, `step ${index + 1} of the held row is missing`);
    if ((step.amountPiastres === null) !== (held.amountPiastres === null)) {
      report('held', ofStep, 'it has an amount where the held row has none, or none where it has one');
    }
    if (step.amountPiastres !== null) {
      left -= step.amountPiastres;
      const booked = [ofStep, -step.amountPiastres, step.steppedOn] as const;
      verifyBooked(entriesOf, step.stepId, 'held_release', booked, report);
    }
    if (!isPartOf(left, held.amountPiastres ?? 0)) {
      report('held', ofStep, `${left} piastres would be left of ${held.amountPiastres}`);
    }
    verifyPaymentOf(step, held, payments, report);
  }
  for (const [eventId, entries] of entriesOf) {
    for (const entry of entries) {
      const name = `entry ${entry.loanId}/${entry.entryNumber}`;
      report('held', name, `it books ${eventId}, which the held row does not have`);
    }
  }
  const net = sumOf(journal, 'unallocated receipts');
  if (net + left !== 0) report('held', where, `${-net} piastres of it are booked, ${left} wait`);
}

/** Exactly one entry books it, dated and for the amount it says; takes it out of those to be accounted for. */
function verifyBooked(
  entriesOf: Map<string, JournalEntryRecord[]>,
  eventId: string,
  kind: 'held_receipt' | 'held_release',
  [where, amountPiastres, date]: readonly [string, number, string],
  report: Report,
): void {
  const entries = entriesOf.get(eventId) ?? [];
  entriesOf.delete(eventId);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) {
    report('held', where, `${entries.length} entries book it, not 1`);
    return;
  }
  if (entry.kind !== kind) report('held', where, `its entry is a ${entry.kind}, not a ${kind}`);
  if (entry.valueDate !== date) report('held', where, `its entry is not dated ${date}`);
  const received = sumOf(entries, 'collection clearing');
  if (received !== amountPiastres || sumOf(entries, 'unallocated receipts') !== -amountPiastres) {
    report('held', where, `its entry has ${received} piastres, it says ${amountPiastres}`);
  }
}

/** Whether what is left is neither more than the whole nor beyond nothing, whichever way the money went. */
function isPartOf(left: number, whole: number): boolean {
  return whole >= 0 ? left >= 0 && left <= whole : left <= 0 && left >= whole;
}

function verifyPaymentOf(step: HeldStepRecord, held: HeldRow, payments: Payments, report: Report): void {
  const where = `step ${step.stepId}`;
  if (step.kind === 'dismissed' || step.kind === 'undone') {
    if (step.paymentId !== null) report('held', where, `it is ${step.kind} and names a payment`);
    return;
  }
  const payment = step.paymentId === null ? undefined : payments.get(step.paymentId);
  if (payment === undefined) {
    report('held', where, `its payment ${step.paymentId ?? ''} does not exist`);
    return;
  }
  if (payment.loanId !== step.loanId) report('held', where, `its payment is one of ${payment.loanId}`);
  if (held.kind === 'returned' || step.kind === 'reopened') {
    if (!payment.isReversed) report('held', where, `its payment ${step.paymentId} was not reversed`);
    return;
  }
  if (payment.batchId !== held.batchId) report('held', where, `its payment is not one of ${held.batchId}`);
  if (step.amountPiastres !== null && payment.amountPiastres !== step.amountPiastres) {
    report('held', where, `its payment is ${payment.amountPiastres} piastres, not ${step.amountPiastres}`);
  }
}

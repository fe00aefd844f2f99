import type { CalendarDate } from '../../src/domain/dates.ts';
import { batchRowsHash } from '../../src/store/batch-rows-hash.ts';
import type { WriteTx } from '../../src/store/port.ts';
import type {
  BankStatementRecord,
  BatchRowRecord,
  BatchUndoRecord,
  HeldRowRecord,
  HeldStepRecord,
  PaymentBatchRecord,
} from '../../src/store/receipt-records.ts';
import type { JournalEntryDraft } from '../../src/store/records.ts';
import { auditRecord } from './ledger-fixtures.ts';

const AT = '2026-04-01T12:00:00.000Z';
export const DAY = '2026-04-01' as CalendarDate;
export const ACCOUNT = 'EG380019000500000000263180002';

/** The key of a row: 16 bytes, hex. */
export function rowKey(number: number): string {
  return number.toString(16).padStart(32, '0');
}

export function batchRow(
  batchId: string,
  number: number,
  given: Partial<BatchRowRecord> = {},
): BatchRowRecord {
  return {
    batchId,
    rowNumber: number,
    line: number + 1,
    account: ACCOUNT,
    rowKey: rowKey(number),
    occurrence: 1,
    direction: 'credit',
    amount: '1500.00',
    currency: 'EGP',
    date: DAY,
    outcome: 'not_a_repayment',
    reason: null,
    paymentId: null,
    heldId: null,
    reference: null,
    endToEndId: null,
    balance: null,
    derivedBalance: null,
    candidatesJson: null,
    ...given,
  };
}

function paymentBatch(
  batchId: string,
  rows: readonly BatchRowRecord[],
  given: Partial<PaymentBatchRecord> = {},
): PaymentBatchRecord {
  return {
    batchId,
    digest: 'ab'.repeat(32),
    sourceFormat: 'camt.053',
    fileName: 'كشف.xml',
    sourceName: null,
    rowCount: rows.length,
    rowsHash: batchRowsHash(rows),
    summaryJson: '{}',
    postedOn: DAY,
    postedAt: AT,
    postedBy: 'mona',
    ...given,
  };
}

export function bankStatement(
  batchId: string,
  given: Partial<BankStatementRecord> = {},
): BankStatementRecord {
  return {
    batchId,
    number: 1,
    account: ACCOUNT,
    currency: 'EGP',
    opening: '10.00',
    closing: '3010.00',
    firstDate: DAY,
    lastDate: DAY,
    creditCount: 2,
    creditSum: '3000.00',
    debitCount: 0,
    debitSum: '0.00',
    intraday: 0,
    ...given,
  };
}

export function heldRow(
  heldId: string,
  batchId: string,
  rowNumber: number,
  given: Partial<HeldRowRecord> = {},
): HeldRowRecord {
  return {
    heldId,
    batchId,
    rowNumber,
    kind: 'receipt',
    code: 'no_match',
    reason: 'nothing in it names a loan',
    amount: '1500.00',
    currency: 'EGP',
    amountPiastres: 150_000,
    date: DAY,
    account: ACCOUNT,
    method: 'bank_transfer',
    bankReference: 'FT-1',
    customerReference: null,
    text: 'قسط شهر مارس',
    payerName: 'Nile Shop',
    payerAccount: null,
    payerPhone: '+20 100 123 4567',
    suggestionsJson: '[]',
    heldAt: AT,
    heldBy: 'mona',
    ...given,
  };
}

export function heldStep(
  heldId: string,
  number: number,
  given: Partial<HeldStepRecord> = {},
): HeldStepRecord {
  return {
    stepId: `${heldId}/${number}`,
    heldId,
    number,
    kind: 'dismissed',
    amountPiastres: 150_000,
    loanId: null,
    paymentId: null,
    reason: 'sent back',
    steppedOn: DAY,
    steppedAt: AT,
    steppedBy: 'omar',
    ...given,
  };
}

export function batchUndo(batchId: string): BatchUndoRecord {
  return { batchId, undoneOn: DAY, reason: 'wrong file', undoneAt: AT, undoneBy: 'mona' };
}

/** The entry that books a held row, or the other way round a step of one. Throws in another currency. */
export function heldEntry(fact: HeldRowRecord | HeldStepRecord): JournalEntryDraft {
  const { amountPiastres } = fact;
  if (amountPiastres === null) throw new Error('nothing is booked of it');
  const isStep = 'stepId' in fact;
  const sign = isStep ? -1 : 1;
  return {
    loanId: fact.heldId,
    kind: isStep ? 'held_release' : 'held_receipt',
    eventId: isStep ? fact.stepId : fact.heldId,
    valueDate: isStep ? fact.steppedOn : fact.date,
    bookedAt: AT,
    bookedBy: 'mona',
    reversesEntryNumber: null,
    postings: [
      { account: 'collection clearing', amountPiastres: sign * amountPiastres },
      { account: 'unallocated receipts', amountPiastres: -sign * amountPiastres },
    ],
  };
}

/** Writes a batch with its rows and statements, and what is held of it, with the entries. The caller writes the audit. */
export async function importBatch(
  tx: WriteTx,
  rows: readonly BatchRowRecord[],
  held: readonly HeldRowRecord[] = [],
  statements: readonly BankStatementRecord[] = [],
): Promise<PaymentBatchRecord> {
  const [first] = rows;
  if (first === undefined) throw new Error('a batch has rows');
  const batch = paymentBatch(first.batchId, rows);
  await tx.insert.paymentBatches([batch]);
  await tx.insert.bankStatements(statements);
  await tx.insert.heldRows(held);
  await tx.insert.batchRows(rows);
  await tx.insert.journalEntries(held.filter((row) => row.amountPiastres !== null).map(heldEntry));
  return batch;
}

/**
 * Imports BAT-R of three rows: a payment that is there already, under a reference, 1500.00 held as HLD-R with the
 * balance after it and what it may be, and a debit of which nothing more is known; dismisses what is held, and undoes a second batch, BAT-U, of one debit. Writes the audit record.
 */
export async function importEverything(tx: WriteTx, paymentId: string): Promise<void> {
  const held = heldRow('HLD-R', 'BAT-R', 2);
  await importBatch(
    tx,
    [
      batchRow('BAT-R', 1, {
        outcome: 'posted',
        paymentId,
        amount: '39000.00',
        reason: 'its reference',
        reference: 'ft1',
        endToEndId: 'e1',
      }),
      batchRow('BAT-R', 2, {
        outcome: 'held',
        heldId: 'HLD-R',
        balance: '3010.00',
        candidatesJson: `[{"id":"${paymentId}"}]`,
      }),
      batchRow('BAT-R', 3, { direction: 'debit', amount: '7.25' }),
    ],
    [held],
    [bankStatement('BAT-R')],
  );
  const step = heldStep('HLD-R', 1);
  await tx.insert.heldSteps([step]);
  await tx.insert.journalEntries([heldEntry(step)]);
  await importBatch(tx, [batchRow('BAT-U', 1, { direction: 'debit', amount: '7.25', rowKey: rowKey(9) })]);
  await tx.insert.batchUndos([batchUndo('BAT-U')]);
  await tx.insert.audit(auditRecord('import', 'BAT-R'));
}

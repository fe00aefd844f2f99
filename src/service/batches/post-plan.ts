import { addDays, type CalendarDate } from '../../domain/dates.ts';
import { exactPiastres } from '../../domain/exact-piastres.ts';
import type { PaymentSplit } from '../../domain/loan-state.ts';
import { batchRowsHash } from '../../store/batch-rows-hash.ts';
import type { WriteTx } from '../../store/port.ts';
import type { BatchRowRecord, HeldRowRecord } from '../../store/receipt-records.ts';
import type { JournalEntryDraft, PaymentRecord } from '../../store/records.ts';
import type { Call } from '../call.ts';
import { correctionEntries, paymentPostings } from '../loans/replayed-entries.ts';
import { accountForm } from './bank-account.ts';
import { outcomesOf, statementSummary, totalsOf } from './batch-answer.ts';
import { inBookingOrder } from './booking-order.ts';
import { isOfRejected } from './corrected-file.ts';
import type { FilePlan } from './file-plan.ts';
import { inParts } from './in-parts.ts';
import { nameHeld, namePayments } from './name-rows.ts';
import { type PlannedRow, paymentDateOf } from './planned-row.ts';
import { endToEndOf } from './recognise-rows.ts';
import { movementsTakenBack, type TakenBack } from './returned-payments.ts';
import { statementRecords } from './statement-records.ts';

/**
 * Posts a plan as a batch: its payments with their entries and the corrections of those booked before, what is held
 * with its books, its rows and its statements. Answers what the audit trail says of it.
 */
export async function postPlan(
  tx: WriteTx,
  plan: FilePlan,
  batchId: string,
  call: Call,
): Promise<Readonly<Record<string, unknown>>> {
  await nameHeld(tx, plan, call);
  const posting = { plan, batchId };
  await bookCorrections(tx, plan, call);
  // The most there is to write goes first, since the rest may be made while it is written.
  await bookPayments(tx, posting, call);
  const summary = await insertBatch(tx, posting, call);
  // They say which account the batch is of, which is asked when a payment came and went back in one file.
  await tx.insert.bankStatements(statementRecords(plan, batchId));
  await bookHeld(tx, posting, call);
  for await (const rows of inParts(recordsOf(posting))) await tx.insert.batchRows(rows);
  return { batch_id: batchId, digest: plan.file.digest, rows: plan.newRows, ...summary };
}

/** Payments whose ids go in the order they are booked in. */
const NAMED_TOGETHER = 10_000;

interface Posting {
  readonly plan: FilePlan;
  readonly batchId: string;
}

async function insertBatch(tx: WriteTx, posting: Posting, call: Call) {
  const { plan, batchId } = posting;
  const { file } = plan;
  const summary = {
    statements: plan.statements.map(statementSummary),
    outcomes: outcomesOf(plan),
    totals: totalsOf(plan.rows),
    warnings: plan.warnings,
    of_rejected: isOfRejected(file),
    has_account: file.has_account,
  };
  await tx.insert.paymentBatches([
    {
      batchId,
      digest: file.digest,
      sourceFormat: file.source_format,
      fileName: file.file_name,
      sourceName: file.source_name,
      rowCount: plan.newRows,
      rowsHash: batchRowsHash(recordsOf(posting)),
      summaryJson: JSON.stringify(summary),
      postedOn: call.today,
      postedAt: call.now,
      postedBy: call.caller.actor,
    },
  ]);
  return { outcomes: summary.outcomes, totals: summary.totals };
}

/** The rows that are kept as they are kept, made as they are asked for. */
function* recordsOf({ plan, batchId }: Posting): Generator<BatchRowRecord> {
  const { file } = plan;
  for (const { row, rowNumber } of numbered(plan)) {
    const { part, outcome, paymentId, heldId } = row;
    yield {
      batchId,
      rowNumber,
      line: part.line,
      account: row.standsAgain || !file.has_account ? null : accountForm(row.account ?? ''),
      rowKey: row.key,
      occurrence: row.occurrence,
      direction: part.direction,
      amount: part.amount,
      currency: part.currency,
      date: paymentDateOf(part, file.use_value_date),
      outcome: outcome === 'held' || outcome === 'not_a_repayment' ? outcome : 'posted',
      // In our own columns the loan stands beside the amount: there is nothing to explain of what is posted.
      reason: file.has_account || outcome === 'held' ? row.reason : null,
      paymentId,
      heldId,
      // One that stands again is known by its key alone.
      reference: row.standsAgain ? null : row.realReference,
      endToEndId: endToEndOf(part),
      balance: part.balance ?? null,
      derivedBalance: row.derivedBalance,
      candidatesJson: row.candidatesJson,
    };
  }
}

/** The rows that are kept, with their numbers in the batch, from 1. */
function* numbered({ rows }: FilePlan): Generator<{ row: PlannedRow; rowNumber: number }> {
  let rowNumber = 0;
  for (const row of rows) {
    if (!row.isKept) continue;
    rowNumber += 1;
    yield { row, rowNumber };
  }
}

/** Brings the entries of payments booked before to what they are with the new ones. */
async function bookCorrections(tx: WriteTx, { corrected }: FilePlan, call: Call): Promise<void> {
  for (const { dossier, after, changes } of corrected) {
    await tx.insert.journalEntries(await correctionEntries(tx, dossier, { after, changes }, call));
  }
}

async function bookPayments(tx: WriteTx, posting: Posting, call: Call): Promise<void> {
  for await (const many of inParts(inBookingOrder(posting.plan), NAMED_TOGETHER)) {
    await namePayments(tx, many, call);
    for await (const rows of inParts(many)) await bookSome(tx, rows, posting, call);
  }
}

async function bookSome(
  tx: WriteTx,
  rows: readonly PlannedRow[],
  { plan, batchId }: Posting,
  call: Call,
): Promise<void> {
  const booked = { bookedAt: call.now, bookedBy: call.caller.actor };
  const drafts = rows.map((row): JournalEntryDraft => {
    const split = row.split as PaymentSplit;
    return {
      loanId: row.loanId as string,
      kind: 'payment',
      eventId: row.paymentId as string,
      valueDate: split.valueDate,
      ...booked,
      reversesEntryNumber: null,
      postings: paymentPostings(split),
    };
  });
  const entryNumbers = await tx.insert.journalEntries(drafts);
  const payments = rows.map((row, at): PaymentRecord => {
    const split = row.split as PaymentSplit;
    return {
      paymentId: row.paymentId as string,
      loanId: row.loanId as string,
      amountPiastres: split.amountPiastres,
      paymentDate: split.valueDate,
      method: row.part.method ?? plan.file.method,
      paymentReference: row.reference,
      principalPiastres: split.principalPiastres,
      interestPiastres: split.interestPiastres,
      feePiastres: split.feePiastres,
      creditPiastres: split.creditPiastres,
      remainingPiastres: split.remainingPiastres,
      order: row.order,
      entryNumber: entryNumbers[at] as number,
      ...booked,
      batchId,
    };
  });
  await tx.insert.payments(payments);
}

/** Keeps what waits for a person; money in EGP is booked to `unallocated receipts`, or out of it when it went back. */
async function bookHeld(tx: WriteTx, posting: Posting, call: Call): Promise<void> {
  for await (const held of inParts(heldOf(posting.plan))) {
    const rows = held.map(({ row }) => row);
    const takenBack = await movementsTakenBack(tx, rows, posting.plan.file.use_value_date);
    const records = held.map(({ row, rowNumber }) =>
      heldRecord(row, { ...posting, call }, { rowNumber, takenBack: takenBack.get(row) ?? null }),
    );
    await tx.insert.heldRows(records);
    await tx.insert.journalEntries(records.flatMap((record) => heldEntry(record, call) ?? []));
  }
}

function* heldOf(plan: FilePlan): Generator<{ row: PlannedRow; rowNumber: number }> {
  for (const one of numbered(plan)) if (one.row.outcome === 'held') yield one;
}

function heldRecord(
  row: PlannedRow,
  { plan, batchId, call }: Posting & { readonly call: Call },
  { rowNumber, takenBack }: { readonly rowNumber: number; readonly takenBack: TakenBack | null },
): HeldRowRecord {
  const { part } = row;
  const dated = paymentDateOf(part, plan.file.use_value_date);
  return {
    heldId: row.heldId as string,
    batchId,
    rowNumber,
    kind: part.returned ? 'returned' : 'receipt',
    code: row.code ?? 'no_match',
    reason: `${row.reason ?? ''}${takenBack?.byAmount ? BY_AMOUNT : ''}`,
    amount: part.amount,
    currency: part.currency,
    amountPiastres: heldPiastres(row),
    date: afterClosing(dated, plan.closedThrough),
    account: row.account === null ? null : accountForm(row.account),
    method: part.method ?? plan.file.method,
    bankReference: part.bank_reference ?? null,
    customerReference: part.customer_reference ?? part.end_to_end_id ?? null,
    text: [part.text, part.other_text].flatMap((text) => text ?? []).join(' | ') || null,
    payerName: part.payer_name ?? null,
    payerAccount: part.payer_account ?? null,
    payerPhone: part.payer_phone ?? null,
    suggestionsJson: JSON.stringify(takenBack?.ids ?? row.suggestions),
    heldAt: call.now,
    heldBy: call.caller.actor,
  };
}

/** Which payment came back is for a person to say: by its amount alone it may be any of them. */
const BY_AMOUNT = '; what it names is no payment, so those of its amount are suggested';

/** Nothing is booked into a period that is closed: what came in then is known from the day after on. */
function afterClosing(date: CalendarDate, closedThrough: CalendarDate | null): CalendarDate {
  return closedThrough !== null && date <= closedThrough ? addDays(closedThrough, 1) : date;
}

/** What is booked of a held row, below zero when money went out; null in other currencies than EGP. */
function heldPiastres({ part }: PlannedRow): number | null {
  if (part.currency !== 'EGP') return null;
  const amount = exactPiastres(part.amount);
  if (amount === null) throw new Error('an amount that is no amount in EGP was refused');
  return part.direction === 'credit' ? amount : -amount;
}

function heldEntry(row: HeldRowRecord, call: Call): JournalEntryDraft | null {
  const { heldId, amountPiastres } = row;
  if (amountPiastres === null) return null;
  return {
    loanId: heldId,
    kind: 'held_receipt',
    eventId: heldId,
    valueDate: row.date,
    bookedAt: call.now,
    bookedBy: call.caller.actor,
    reversesEntryNumber: null,
    postings: [
      { account: 'collection clearing', amountPiastres },
      { account: 'unallocated receipts', amountPiastres: -amountPiastres },
    ],
  };
}

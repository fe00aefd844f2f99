import { addDays, type CalendarDate } from '../../domain/dates.ts';
import { exactPiastres } from '../../domain/exact-piastres.ts';
import type { PaymentSplit } from '../../domain/loan-state.ts';
import { batchRowsHash } from '../../store/batch-rows-hash.ts';
import type { WriteTx } from '../../store/port.ts';
import type { BankStatementRecord, BatchRowRecord, HeldRowRecord } from '../../store/receipt-records.ts';
import type { JournalEntryDraft, PaymentRecord } from '../../store/records.ts';
import { breathe } from '../breathing.ts';
import type { Call } from '../call.ts';
import { correctionEntries, paymentPostings } from '../loans/replayed-entries.ts';
import { accountForm } from './bank-account.ts';
import { outcomesOf, statementSummary, totalsOf } from './batch-answer.ts';
import type { FilePlan } from './file-plan.ts';
import { type PlannedRow, paymentDateOf } from './planned-row.ts';
import { paymentsTakenBack } from './returned-payments.ts';
import { statedSpan } from './statement-checks.ts';

/** Rows written together: enough that the store works in bulk, few enough that they are gone again at once. */
const ROWS_AT_ONCE = 1_000;

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
  const kept = plan.rows.filter((row) => row.isKept);
  const posted = kept.filter(({ split }) => split !== null);
  const held = kept.filter(({ outcome }) => outcome === 'held');
  for (const row of posted) row.paymentId = call.newId('payment');
  for (const row of held) row.heldId = call.newId('held_row');
  const summary = await insertBatch(tx, plan, { batchId, kept }, call);
  await bookCorrections(tx, plan, call);
  await bookPayments(tx, posted, { plan, batchId }, call);
  await bookHeld(tx, held, { plan, batchId, kept }, call);
  for await (const rows of inParts(recordsOf(kept, plan, batchId))) await tx.insert.batchRows(rows);
  await tx.insert.bankStatements(plan.statements.flatMap((one) => statementRecord(one, batchId) ?? []));
  return { batch_id: batchId, digest: plan.file.digest, rows: kept.length, ...summary };
}

async function insertBatch(
  tx: WriteTx,
  plan: FilePlan,
  { batchId, kept }: { readonly batchId: string; readonly kept: readonly PlannedRow[] },
  call: Call,
) {
  const { file } = plan;
  const summary = {
    statements: plan.statements.map(statementSummary),
    outcomes: outcomesOf(plan),
    totals: totalsOf(plan.rows),
    warnings: plan.warnings,
  };
  await tx.insert.paymentBatches([
    {
      batchId,
      digest: file.digest,
      sourceFormat: file.source_format,
      fileName: file.file_name,
      sourceName: file.source_name,
      rowCount: kept.length,
      rowsHash: batchRowsHash(recordsOf(kept, plan, batchId)),
      summaryJson: JSON.stringify(summary),
      postedOn: call.today,
      postedAt: call.now,
      postedBy: call.caller.actor,
    },
  ]);
  return { outcomes: summary.outcomes, totals: summary.totals };
}

/** The rows that are kept as they are kept, made as they are asked for. */
function* recordsOf(
  kept: readonly PlannedRow[],
  { file }: FilePlan,
  batchId: string,
): Generator<BatchRowRecord> {
  let rowNumber = 0;
  for (const row of kept) {
    const { part, outcome, paymentId, heldId } = row;
    rowNumber += 1;
    yield {
      batchId,
      rowNumber,
      line: part.line,
      account: row.standsAgain || row.account === null ? null : accountForm(row.account),
      rowKey: row.key,
      occurrence: row.occurrence,
      direction: part.direction,
      amount: part.amount,
      currency: part.currency,
      date: paymentDateOf(part, file.use_value_date),
      outcome: outcome === 'held' || outcome === 'not_a_repayment' ? outcome : 'posted',
      // In our own columns the loan stands beside the amount: there is nothing to explain.
      reason: file.has_account ? row.reason : null,
      paymentId,
      heldId,
    };
  }
}

/** Brings the entries of payments booked before to what they are with the new ones. */
async function bookCorrections(tx: WriteTx, { corrected }: FilePlan, call: Call): Promise<void> {
  for (const { dossier, after, changes } of corrected) {
    await tx.insert.journalEntries(await correctionEntries(tx, dossier, { after, changes }, call));
  }
}

interface Posting {
  readonly plan: FilePlan;
  readonly batchId: string;
}

/** Books the payments loan by loan, as the ledger has them: it is quicker so. Those of a loan as they were planned. */
async function bookPayments(
  tx: WriteTx,
  posted: readonly PlannedRow[],
  posting: Posting,
  call: Call,
): Promise<void> {
  const rowsOfLoan = Map.groupBy(posted, ({ loanId }) => loanId as string);
  let some: PlannedRow[] = [];
  for (const [, rows] of [...rowsOfLoan].sort(([a], [b]) => (a < b ? -1 : 1))) {
    some.push(...rows.sort((a, b) => a.order - b.order));
    if (some.length < ROWS_AT_ONCE) continue;
    await bookSome(tx, some, posting, call);
    await breathe();
    some = [];
  }
  await bookSome(tx, some, posting, call);
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
async function bookHeld(
  tx: WriteTx,
  held: readonly PlannedRow[],
  { plan, batchId, kept }: Posting & { readonly kept: readonly PlannedRow[] },
  call: Call,
): Promise<void> {
  if (held.length === 0) return;
  const rowNumberOf = new Map(kept.map((row, at) => [row, at + 1]));
  const takenBack = await paymentsTakenBack(tx, held);
  const records = held.map((row) =>
    heldRecord(row, { plan, batchId, call }, { rowNumber: rowNumberOf.get(row) as number, takenBack }),
  );
  for await (const rows of inParts(records)) {
    await tx.insert.heldRows(rows);
    await tx.insert.journalEntries(rows.flatMap((row) => heldEntry(row, call) ?? []));
  }
}

function heldRecord(
  row: PlannedRow,
  { plan, batchId, call }: Posting & { readonly call: Call },
  {
    rowNumber,
    takenBack,
  }: { readonly rowNumber: number; readonly takenBack: ReadonlyMap<PlannedRow, readonly string[]> },
): HeldRowRecord {
  const { part } = row;
  const dated = paymentDateOf(part, plan.file.use_value_date);
  return {
    heldId: row.heldId as string,
    batchId,
    rowNumber,
    kind: part.returned ? 'returned' : 'receipt',
    code: row.code ?? 'no_match',
    reason: row.reason ?? '',
    amount: part.amount,
    currency: part.currency,
    amountPiastres: heldPiastres(row),
    date: afterClosing(dated, plan.closedThrough),
    account: row.account === null ? null : accountForm(row.account),
    method: part.method ?? plan.file.method,
    bankReference: part.bank_reference ?? null,
    customerReference: part.customer_reference ?? part.end_to_end_id ?? null,
    text: part.text ?? null,
    payerName: part.payer_name ?? null,
    payerAccount: part.payer_account ?? null,
    payerPhone: part.payer_phone ?? null,
    suggestionsJson: JSON.stringify(takenBack.get(row) ?? row.suggestions),
    heldAt: call.now,
    heldBy: call.caller.actor,
  };
}

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

function statementRecord(
  statement: FilePlan['statements'][number],
  batchId: string,
): BankStatementRecord | null {
  const { account, end, number, intraday } = statement;
  if (account === null || !end.currency) return null;
  return {
    batchId,
    number,
    account: accountForm(account),
    currency: end.currency,
    ...statedSpan(statement),
    creditCount: end.credits.count,
    creditSum: end.credits.sum,
    debitCount: end.debits.count,
    debitSum: end.debits.sum,
    intraday: intraday ? 1 : 0,
  };
}

async function* inParts<Row>(rows: Iterable<Row>): AsyncGenerator<Row[]> {
  let part: Row[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < ROWS_AT_ONCE) continue;
    yield part;
    await breathe();
    part = [];
  }
  if (part.length > 0) yield part;
}

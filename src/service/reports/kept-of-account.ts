import { addDays, type CalendarDate, earlierOf, laterOf } from '../../domain/dates.ts';
import { unitsOf } from '../../domain/decimal-units.ts';
import { isOpen } from '../../domain/held-money.ts';
import { onStatementDays } from '../../domain/statement-differences.ts';
import { UNSURE_CODES } from '../../domain/unsure-row.ts';
import type { ReadTx } from '../../store/port.ts';
import type { AccountRowSum, BatchWithUndo, HeldOfAccount } from '../../store/receipt-port.ts';
import type { BankStatementRecord } from '../../store/receipt-records.ts';
import { summaryOf } from '../receipts/batch-response.ts';

/** A bank account over a time, both ends included. */
export interface AccountWindow {
  readonly account: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** What is kept of an account: of the time, and of the days its statements lead to. */
export interface KeptOfAccount {
  readonly statements: readonly BankStatementRecord[];
  /** Those told again are taken off. */
  readonly rows: readonly AccountRowSum[];
  /** Of the time, without those told again. */
  readonly held: readonly HeldOfAccount[];
  /** Of the time: a person said that they are other rows of the account. */
  readonly toldAgain: readonly HeldOfAccount[];
}

/** So far a row's value date may lie from the days of its statement. */
const VALUE_DATE_DAYS = 31;

export async function keptOfAccount(tx: ReadTx, window: AccountWindow): Promise<KeptOfAccount> {
  const { account, from, to } = window;
  const { statements, ...days } = await statementsAround(tx, window);
  const first = daysBefore(days.from, VALUE_DATE_DAYS);
  const last = addDays(days.to, VALUE_DATE_DAYS);
  const around = await tx.receipts.statementsBetween(account, first, last);
  const onTheirDays = <Row extends { currency: string; batchId: string; date: CalendarDate }>(
    rows: readonly Row[],
  ): Row[] =>
    [...Map.groupBy(rows, ({ currency }) => currency)].flatMap(([currency, own]) =>
      onStatementDays(
        own,
        around.filter((one) => one.currency === currency),
      ),
    );
  const unsure = await tx.receipts.heldOfAccount(account, first, last, UNSURE_CODES);
  const toldAgain = await rowsToldAgain(tx, account, unsure);
  // Those of the time alone, since a year's statement may lead to many.
  const near = [daysBefore(from, VALUE_DATE_DAYS), addDays(to, VALUE_DATE_DAYS)] as const;
  const all = (await tx.receipts.heldOfAccount(account, ...near)).map((row) => ({
    ...row,
    date: row.rowDate,
  }));
  const sums = await tx.receipts.accountRowSums(account, first, last);
  const held = onTheirDays(all).filter(({ date }) => date >= from && date <= to);
  return {
    statements,
    rows: onTheirDays([...sums, ...unsure.filter(({ heldId }) => toldAgain.has(heldId)).map(takenOff)]),
    held: held.filter(({ heldId }) => !toldAgain.has(heldId)),
    toldAgain: held.filter(({ heldId }) => toldAgain.has(heldId)),
  };
}

/** The statements of the time with all that share days with them, one after the other, and the days these reach over. */
async function statementsAround(tx: ReadTx, { account, from, to }: AccountWindow) {
  for (let days = { from, to }; ; ) {
    const statements = await tx.receipts.statementsBetween(account, days.from, days.to);
    const reached = statements.reduce(
      (all, { firstDate, lastDate }) => ({
        from: earlierOf(all.from, firstDate ?? all.from),
        to: laterOf(all.to, lastDate ?? all.to),
      }),
      days,
    );
    if (reached.from === days.from && reached.to === days.to) return { statements, ...days };
    days = reached;
  }
}

/**
 * Ids of unsure rows that a person settled as known, where what they may be is kept as a row of the account: the money
 * moved once, and counts there.
 */
async function rowsToldAgain(
  tx: ReadTx,
  account: string,
  unsure: readonly HeldOfAccount[],
): Promise<ReadonlySet<string>> {
  const settled = new Map(unsure.filter(isDismissed).map((row) => [row.heldId, row]));
  if (settled.size === 0) return new Set();
  const candidates = (await tx.receipts.candidatesOfHeld([...settled.keys()])).flatMap(
    ({ heldId, candidatesJson }) =>
      (JSON.parse(candidatesJson) as Candidate[]).map((candidate) => ({ heldId, ...candidate })),
  );
  const batchIds = [...new Set(candidates.flatMap(({ batch_id }) => batch_id ?? []))];
  const standing = (await tx.receipts.batchesByIds(batchIds)).filter(({ undo }) => undo === null);
  const rows = await tx.receipts.rowsOfBatches(standing.map(({ batchId }) => batchId));
  const ofAccount = rows.filter((row) => row.account === account);
  const byName = new Map(ofAccount.map((row) => [`${row.batchId} ${row.line}`, row]));
  const byId = new Map(ofAccount.map((row) => [row.paymentId ?? row.heldId, row]));
  const told = candidates.filter(({ heldId, id, batch_id, line }) => {
    const row = settled.get(heldId);
    const one = (id === null ? undefined : byId.get(id)) ?? byName.get(`${batch_id} ${line}`);
    return one !== undefined && one.amount === row?.amount && one.direction === row.direction;
  });
  return new Set(told.map(({ heldId }) => heldId));
}

/** As it is kept of a row that may be known. */
interface Candidate {
  readonly id: string | null;
  readonly batch_id: string | null;
  readonly line: number | null;
}

function isDismissed(row: HeldOfAccount): boolean {
  return !isOpen(row) && row.steps.every(({ kind }) => kind === 'dismissed');
}

/** A file of which rows were refused that nothing brought since, as far as can be told. */
export interface RefusedRows {
  readonly batch: BatchWithUndo;
  readonly count: number;
}

/**
 * Rows of the time that were refused and are in no balance: where a statement states its own, what is missing shows as a
 * difference, but those beside the rows of a table end with the last row that was read. Corrected rows, and a statement
 * read whole that covers the days, make up for them.
 */
export async function refusedOfAccount(
  tx: ReadTx,
  { statements, rows }: KeptOfAccount,
  { from, to }: AccountWindow,
): Promise<readonly RefusedRows[]> {
  const ids = new Set([...statements, ...rows].map(({ batchId }) => batchId));
  const batches = await tx.receipts.batchesByIds([...ids]);
  const summaries = new Map(batches.map((batch) => [batch.batchId, summaryOf(batch)]));
  // What a refused row moved is in the sums of its statement where it could be read: then it shows as a difference.
  const refusedBy = (batchId: string) =>
    (summaries.get(batchId)?.outcomes.refused ?? [])
      .filter(({ sum }) => unitsOf(sum) === 0n)
      .reduce((all, { count }) => all + count, 0);
  let corrected = rows
    .filter(({ batchId }) => summaries.get(batchId)?.of_rejected === true)
    .reduce((all, { count }) => all + count, 0);
  return batches.flatMap((batch) => {
    const { batchId, sourceFormat } = batch;
    const own = statements.filter((one) => one.batchId === batchId);
    const isMissed = (one: BankStatementRecord) =>
      (one.lastDate ?? from) >= from &&
      (one.firstDate ?? to) <= to &&
      !(one.closing !== null && STATES_BALANCES.test(sourceFormat)) &&
      !statements.some((other) => refusedBy(other.batchId) === 0 && tellsMore(other, one));
    if (!own.some(isMissed)) return [];
    const refused = refusedBy(batchId);
    const count = Math.max(0, refused - corrected);
    corrected = Math.max(0, corrected - refused);
    return count === 0 ? [] : [{ batch, count }];
  });
}

/** Formats whose balances are stated apart from their rows. */
const STATES_BALANCES = /^(camt|mt|ofx|bai)/;

/** Whether a statement covers the days of another and has entries beyond those that were read of that one. */
function tellsMore(whole: BankStatementRecord, part: BankStatementRecord): boolean {
  if (whole.firstDate === null || whole.lastDate === null) return false;
  const covers =
    whole.firstDate <= (part.firstDate ?? whole.firstDate) &&
    whole.lastDate >= (part.lastDate ?? whole.lastDate);
  return (
    covers &&
    whole.currency === part.currency &&
    whole.creditCount + whole.debitCount > part.creditCount + part.debitCount
  );
}

/** A row as a sum that takes it off the others. */
function takenOff({ batchId, rowDate, currency, direction, amount }: HeldOfAccount): AccountRowSum {
  return { batchId, date: rowDate, currency, direction, outcome: 'held', count: -1, sum: `-${amount}` };
}

export function dayBefore(date: CalendarDate): CalendarDate {
  return daysBefore(date, 1);
}

/** So many days before a date, as far as the calendar goes. */
function daysBefore(date: CalendarDate, days: number): CalendarDate {
  return date <= addDays(BEGINNING, days) ? BEGINNING : addDays(date, -days);
}

/** Before any statement. */
export const BEGINNING = '0001-01-01' as CalendarDate;

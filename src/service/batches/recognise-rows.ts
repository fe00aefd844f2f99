import type { CalendarDate } from '../../domain/dates.ts';
import { foldReference, isRealReference } from '../../domain/real-reference.ts';
import {
  type Candidate,
  type RecognisedRow,
  type Recognition,
  type RowBefore,
  type RowOrder,
  recogniseRows,
} from '../../domain/row-recognition.ts';
import { candidateInWords, isUnsure } from '../../domain/unsure-row.ts';
import type { ReadTx } from '../../store/port.ts';
import type { KnownRow } from '../../store/receipt-port.ts';
import { breathe } from '../breathing.ts';
import { accountForm, mayBeOneAccount } from './bank-account.ts';
import type { PlacedStatements } from './placed-statements.ts';
import type { PlannedRow } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import type { RowsTold } from './rows-told.ts';

/** Days whose rows are recognised together, and then let go. */
const DAYS_AT_ONCE = 31;
/** So many references are looked up together. */
const REFERENCES_AT_ONCE = 5_000;

/** A row imported before, and how it counts. */
export interface Imported extends RowBefore {
  readonly row: KnownRow;
  readonly date: CalendarDate;
}

/** A row of the file, and what it is compared by. */
interface Compared extends RecognisedRow {
  readonly row: PlannedRow;
}

/**
 * Marks the rows of a bank's file that were imported before, account by account and day by day: known, or held where
 * that is not sure. See `row-recognition.ts` for what proves it.
 */
export async function recogniseBankRows(
  tx: ReadTx,
  rows: PlannedRows,
  told: RowsTold,
  statements: PlacedStatements,
): Promise<void> {
  const days = new Map<string, Map<string, number[]>>();
  for (const row of rows) {
    if (!isRecognised(row)) continue;
    const account = accountForm(row.account ?? '');
    const ofAccount = days.get(account) ?? new Map<string, number[]>();
    days.set(account, ofAccount);
    const date = told.dateOf(row);
    const ofDay = ofAccount.get(date);
    if (ofDay === undefined) ofAccount.set(date, [row.at]);
    else ofDay.push(row.at);
  }
  const accounts = days.size === 0 ? [] : await tx.receipts.statedAccounts();
  for (const [account, ofAccount] of days) {
    const dates = [...ofAccount.keys()] as CalendarDate[];
    const order = (dates.at(0) as string) > (dates.at(-1) as string) ? 'newest_first' : 'oldest_first';
    for (let from = 0; from < dates.length; from += DAYS_AT_ONCE) {
      const some = dates.slice(from, from + DAYS_AT_ONCE);
      const { before, last } = await importedOn(tx, told, { account, accounts, dates: some });
      await statements.learn(new Set(before.map(({ row }) => row.batchId)));
      const byDate = Map.groupBy(before, ({ date }) => date);
      for (const date of some) {
        const ofDay = (ofAccount.get(date) ?? []).map((at) => comparedRow(rows.at(at)));
        recogniseDay(ofDay, { before: byDate.get(date) ?? [], last, told, statements, order });
        await breathe();
      }
    }
  }
  await doubtEqualReferences(tx, rows, told);
}

/** Whether a row may have been imported before: it moved money, and nothing yet says so. */
function isRecognised(row: PlannedRow): boolean {
  return (
    row.key !== '' &&
    !row.isKnown &&
    !row.standsAgain &&
    row.outcome !== 'refused' &&
    row.part.status === 'booked'
  );
}

interface DayBefore {
  readonly before: readonly Imported[];
  /** The last number of each key so far. */
  readonly last: Map<string, number>;
  readonly told: RowsTold;
  readonly statements: PlacedStatements;
  readonly order: RowOrder;
}

function recogniseDay(rows: readonly Compared[], { before, last, told, statements, order }: DayBefore): void {
  const ofRows = {
    nameOf: ({ row }: Compared) => `${row.part.statement} ${row.part.booking_date} ${row.part.currency}`,
    standing: ({ row }: Compared, one: Imported) => statements.standing(row, one.row),
  };
  const recognised = recogniseRows(rows, before, ofRows, order);
  recognised.forEach((recognition, at) => {
    const { row } = rows[at] as Compared;
    if (!takeRecognition(row, recognition, told)) return;
    const number = (last.get(row.key) ?? 0) + 1;
    last.set(row.key, number);
    row.takeOccurrence(number);
  });
}

/** Takes over what a row is; true when it is not one before. */
function takeRecognition(row: PlannedRow, recognition: Recognition<Imported>, told: RowsTold): boolean {
  if (recognition.is === 'known') {
    told.take(row, recognition.before.row);
    return false;
  }
  if (recognition.is === 'new') return true;
  const [first] = recognition.candidates as [Candidate<Imported>];
  // What is no repayment is nobody's money: it waits for nobody, and is counted once when it looks the same.
  if (row.outcome === 'not_a_repayment') {
    const isSame = first.speaksFor.includes('equal_text') || first.speaksFor.includes('equal_balance');
    if (isSame) told.take(row, first.before.row);
    return !isSame;
  }
  holdUnsure(
    row,
    recognition.candidates.map((one) => ({ ...one, before: candidateOf(one.before.row) })),
  );
  return true;
}

/** What a person is told of something that a row may be. */
export interface CandidateBefore {
  readonly id: string | null;
  readonly batchId: string | null;
  readonly line: number | null;
  readonly date: CalendarDate;
  readonly loanId: string | null;
}

function candidateOf({ paymentId, heldId, batchId, line, date, loanId }: KnownRow): CandidateBefore {
  return { id: paymentId ?? heldId, batchId, line, date, loanId };
}

/** Holds a row that may be one of some. */
export function holdUnsure(row: PlannedRow, candidates: readonly Candidate<CandidateBefore>[]): void {
  const words = candidates.map(({ before, ...evidence }) =>
    candidateInWords({ ...evidence, id: before.id, batchId: before.batchId, line: before.line }),
  );
  const reason = `it may be known already: ${words.join('; ')}`;
  const ids = candidates.flatMap(({ before }) => before.id ?? []);
  const isMatched = row.outcome === 'post' && row.loanId !== null;
  const loans = isMatched ? [row.loanId as string] : [];
  const kept = candidates.map(({ before, speaksFor, speaksAgainst }) => ({
    id: before.id,
    batch_id: before.batchId,
    line: before.line,
    for: speaksFor,
    against: speaksAgainst,
  }));
  row.holdUnsure(reason, [...loans, ...ids], JSON.stringify(kept));
}

/** Rows of other days and amounts that have the real reference of a row which is none before: a person has to say. */
async function doubtEqualReferences(tx: ReadTx, rows: PlannedRows, told: RowsTold): Promise<void> {
  let some: PlannedRow[] = [];
  const flush = async () => {
    const references = some.map(({ realReference }) => realReference as string);
    const before = Map.groupBy(await tx.receipts.rowsByReferences(references), ({ reference }) => reference);
    for (const row of some) {
      const equal = (before.get(row.realReference) ?? []).filter((one) => mayBeCorrected(row, one, told));
      if (equal.length > 0) {
        holdUnsure(
          row,
          equal.slice(0, 5).map((one) => ({ before: candidateOf(one), ...differences(row, one, told) })),
        );
      }
    }
    some = [];
    await breathe();
  };
  for (const row of rows) {
    if (!isRecognised(row) || row.realReference === null || row.outcome === 'not_a_repayment') continue;
    if (row.code === 'may_be_known') continue;
    some.push(row);
    if (some.length === REFERENCES_AT_ONCE) await flush();
  }
  if (some.length > 0) await flush();
}

/** Whether a row before, of another day or amount, may be a row of the file as it was before somebody corrected it. */
function mayBeCorrected(row: PlannedRow, one: KnownRow, told: RowsTold): boolean {
  const { part } = row;
  const account = accountForm(row.account ?? '');
  const isOfAccount = one.account !== null && mayBeOneAccount(one.account, account);
  if (!isOfAccount || one.direction !== part.direction || told.has(one)) return false;
  return one.amount !== part.amount || one.currency !== part.currency || one.date !== told.dateOf(row);
}

function differences(row: PlannedRow, one: KnownRow, told: RowsTold) {
  const speaksAgainst: ('another_date' | 'another_amount' | 'another_loan')[] = [];
  if (one.date !== told.dateOf(row)) speaksAgainst.push('another_date');
  if (one.amount !== row.part.amount) speaksAgainst.push('another_amount');
  if (one.loanId !== null && row.loanId !== null && one.loanId !== row.loanId)
    speaksAgainst.push('another_loan');
  return { speaksFor: ['equal_reference' as const], speaksAgainst };
}

function comparedRow(row: PlannedRow): Compared {
  const { part } = row;
  return {
    row,
    direction: part.direction,
    currency: part.currency,
    amount: part.amount,
    content: row.key,
    reference: row.realReference,
    endToEndId: endToEndOf(part),
    balance: part.balance ?? null,
    derivedBalance: row.derivedBalance,
    loanId: row.outcome === 'post' && !row.isOfPayer ? row.loanId : null,
  };
}

/** The payer's own id of a payment, when it is a real one. */
export function endToEndOf({ end_to_end_id }: PlannedRow['part']): string | null {
  return end_to_end_id && isRealReference(end_to_end_id) ? foldReference(end_to_end_id) : null;
}

interface Days {
  readonly account: string;
  /** All there are statements of. */
  readonly accounts: readonly string[];
  readonly dates: readonly CalendarDate[];
}

/** Rows imported before of an account on some days; those of no known account, or for such a file of any, may be of it. */
async function importedOn(
  tx: ReadTx,
  told: RowsTold,
  { account, accounts, dates }: Days,
): Promise<{ before: Imported[]; last: Map<string, number> }> {
  const own = await tx.receipts.rowsOfDays(account, dates);
  const mayBe = ['', ...accounts].filter((one) => one !== account && mayBeOneAccount(one, account));
  const others: KnownRow[] = [];
  for (const one of mayBe) others.push(...(await tx.receipts.rowsOfDays(one, dates)));
  await told.learn([...own, ...others].map(({ batchId }) => batchId));
  const last = new Map<string, number>();
  for (const { rowKey, occurrence } of own) last.set(rowKey, Math.max(occurrence, last.get(rowKey) ?? 0));
  const elsewhere = others.filter((row) => told.mayCome(row));
  const heldFor = await told.heldFor(await tx.receipts.undoneRowsOfDays(account, dates));
  const before = [
    ...importedRows(own.filter((row) => told.mayCome(row))).map((one) =>
      one.counts === 'row' && !told.tellsAgain(one.row.batchId) ? elsewhereOf(one) : one,
    ),
    ...heldFor.map(({ was, now }) => ({ ...importedRow(was), row: now })),
    ...elsewhere.map((row) => elsewhereOf(importedRow(row))),
  ];
  return { before, last };
}

function elsewhereOf(one: Imported): Imported {
  return { ...one, counts: 'elsewhere' };
}

/** Rows before, those that a person said are another one told with that one. */
function importedRows(rows: readonly KnownRow[]): Imported[] {
  const byId = new Map(rows.map((row) => [row.paymentId ?? row.heldId, row]));
  const toldAlso = new Map<KnownRow, RecognisedRow[]>();
  const ofSeveral = new Set<KnownRow>();
  const counted = rows.filter((row) => {
    if (!isSaidToBeKnown(row)) return true;
    const ids = candidateIds(row);
    const some = ids
      .flatMap((id) => byId.get(id) ?? [])
      .filter((one) => one !== row && one.amount === row.amount && one.direction === row.direction);
    // Nobody said which of several it is, unless one of them says the same.
    const one = some.find(({ rowKey }) => rowKey === row.rowKey) ?? (ids.length === 1 ? some[0] : undefined);
    if (one === undefined) {
      if (some.length > 0) ofSeveral.add(row);
      return true;
    }
    toldAlso.set(one, [...(toldAlso.get(one) ?? []), importedRow(row)]);
    return false;
  });
  return counted.map((row) => {
    const one = { ...importedRow(row), toldAlso: toldAlso.get(row) ?? [] };
    return ofSeveral.has(row) ? elsewhereOf(one) : one;
  });
}

function isSaidToBeKnown({ heldCode, lastStep }: KnownRow): boolean {
  return heldCode !== null && isUnsure({ code: heldCode }) && lastStep === 'dismissed';
}

function candidateIds({ candidatesJson }: KnownRow): readonly string[] {
  if (candidatesJson === null) return [];
  return (JSON.parse(candidatesJson) as { id: string | null }[]).flatMap(({ id }) => id ?? []);
}

function importedRow(row: KnownRow): Imported {
  const { direction, currency, amount, rowKey, reference, endToEndId, balance, derivedBalance, loanId } = row;
  const isWaiting = row.heldCode !== null && isUnsure({ code: row.heldCode }) && row.lastStep === null;
  return {
    row,
    date: row.date,
    direction,
    currency,
    amount,
    content: rowKey,
    reference,
    endToEndId,
    balance,
    derivedBalance,
    loanId,
    counts: isWaiting ? 'waiting' : 'row',
  };
}

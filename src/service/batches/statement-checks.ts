import type { BatchOutcomes } from '../../domain/batch-outcomes.ts';
import { type CalendarDate, laterOf } from '../../domain/dates.ts';
import { goesOnAfter, type StatementSpan, sequenceFault } from '../../domain/statement-sequence.ts';
import type { ReadTx } from '../../store/port.ts';
import { accountForm } from './bank-account.ts';
import type { BatchFile } from './planned-row.ts';
import type { ReadParts, ReadStatement } from './read-parts.ts';

/** So many of an account's statements are looked at: more than any bank sends between two that fit together. */
const STATEMENTS_COMPARED = 400;

/** What somebody should know of a file. */
export interface FileWarning {
  readonly code: string;
  readonly message: string;
}

/** Why nothing of a file may be posted. */
export interface FileFault extends FileWarning {
  readonly line: number | null;
  readonly column: string | null;
  readonly value: string | null;
}

/**
 * Holds a file against itself, against what was expected of it and against the statements imported before. Its own
 * totals and those expected are binding; balances that do not tie and gaps are warnings, unless they were asked for.
 */
export async function checkFile(
  tx: ReadTx,
  read: ReadParts,
  file: BatchFile,
  outcomes: BatchOutcomes,
): Promise<{ readonly warnings: readonly FileWarning[]; readonly faults: readonly FileFault[] }> {
  const warnings: FileWarning[] = read.warnings.map(({ code, message }) => ({ code, message }));
  const outOfSequence = await sequenceFaults(tx, read.statements);
  warnings.push(...outOfSequence);
  const faults: FileFault[] = read.fileFaults.map(({ line, column, value, code, message }) => ({
    line,
    column: column ?? null,
    value: value ?? null,
    code,
    message,
  }));
  const expected = { count: file.expect_count, total: file.expect_total };
  for (const message of outcomes.contradictions(expected)) faults.push(ofFile('control_total', message));
  if (file.strict_balances) {
    const untied = warnings.filter(({ code }) => code === 'balances_do_not_tie');
    faults.push(...untied.map(({ code, message }) => ofFile(code, message)));
  }
  if (file.strict_sequence) faults.push(...outOfSequence.map(({ code, message }) => ofFile(code, message)));
  return { warnings, faults };
}

function ofFile(code: string, message: string): FileFault {
  return { line: null, column: null, value: null, code, message };
}

/** A statement among those of its account. */
export interface PlacedStatement {
  /** What tells it from all others. */
  readonly name: string;
  /** It goes on exactly after the last one in the ledger, so no row of it was imported before. */
  readonly isNew: boolean;
}

/** The statements of a file that have a place among those of their account, by number. */
export async function placedStatements(
  tx: ReadTx,
  statements: readonly ReadStatement[],
): Promise<ReadonlyMap<number, PlacedStatement>> {
  const found = new Map<number, PlacedStatement>();
  const imported = new ImportedSpans(tx);
  for (const { number, account, currency, span } of inDateOrder(statements)) {
    const isNew = goesOnAfter(span, await imported.of(account, currency));
    found.set(number, { name: JSON.stringify(span), isNew });
  }
  return found;
}

/** The statements imported before, of each account read once. */
class ImportedSpans {
  readonly #tx: ReadTx;
  readonly #spans = new Map<string, StatementSpan[]>();

  constructor(tx: ReadTx) {
    this.#tx = tx;
  }

  async of(account: string, currency: string): Promise<StatementSpan[]> {
    const name = JSON.stringify([account, currency]);
    let spans = this.#spans.get(name);
    if (spans === undefined) {
      const kept = await this.#tx.receipts.statementsOfAccount(account, currency, STATEMENTS_COMPARED);
      spans = kept.flatMap((one) => (one.intraday === 1 ? [] : (spanOf(one) ?? [])));
      this.#spans.set(name, spans);
    }
    return spans;
  }
}

/** Where the file's statements do not follow those before them, of the ledger and of the file. */
async function sequenceFaults(tx: ReadTx, statements: readonly ReadStatement[]): Promise<FileWarning[]> {
  const faults: FileWarning[] = [];
  const imported = new ImportedSpans(tx);
  // Of a file's own: where one closes is doubtful once its balances do not tie, which is told already.
  const doubtful = new Map<string, boolean>();
  for (const { account, currency, span, ties } of inDateOrder(statements)) {
    const name = JSON.stringify([account, currency]);
    const before = await imported.of(account, currency);
    const fault = doubtful.get(name) === true ? null : sequenceFault(span, before);
    doubtful.set(name, ties === false);
    if (fault !== null) faults.push({ code: fault.code, message: `${account}: ${fault.message}` });
    before.push(span);
  }
  return faults;
}

/** Statements with a place among others. A file may have the newest first. */
function inDateOrder(statements: readonly ReadStatement[]) {
  const placed = statements.flatMap((statement) => {
    const { opening, closing, firstDate, lastDate } = statedSpan(statement);
    const { account, end } = statement;
    const span = spanOf({ opening, closing, firstDate, lastDate });
    if (statement.intraday || account === null || span === null) return [];
    const { number } = statement;
    return [{ number, account: accountForm(account), currency: end.currency ?? '', span, ties: end.ties }];
  });
  return placed.sort((a, b) =>
    a.span.lastDate < b.span.lastDate ? -1 : a.span.lastDate > b.span.lastDate ? 1 : 0,
  );
}

function spanOf({ opening, closing, firstDate, lastDate }: Nullable<StatementSpan>): StatementSpan | null {
  if (opening === null || closing === null || firstDate === null || lastDate === null) return null;
  return { opening, closing, firstDate, lastDate };
}

type Nullable<Fields> = { readonly [Name in keyof Fields]: Fields[Name] | null };

/** The balances of a statement and the days it covers: those of its rows, and the day it closes. */
export function statedSpan({ end }: ReadStatement): Nullable<StatementSpan> {
  const closes = (end.closing?.date ?? null) as CalendarDate | null;
  const first = (end.first_date ?? closes) as CalendarDate | null;
  const last = (end.last_date ?? closes) as CalendarDate | null;
  return {
    opening: signed(end.opening),
    closing: signed(end.closing),
    firstDate: first,
    lastDate: last === null || closes === null ? last : laterOf(last, closes),
  };
}

/** A balance as decimal text, below zero when the account is overdrawn. */
function signed(balance: ReadStatement['end']['opening']): string | null {
  if (!balance) return null;
  return balance.negative && /[1-9]/.test(balance.amount) ? `-${balance.amount}` : balance.amount;
}

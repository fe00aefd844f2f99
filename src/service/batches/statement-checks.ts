import type { BatchOutcomes } from '../../domain/batch-outcomes.ts';
import { isCovered, type StatementMovements } from '../../domain/statement-overlap.ts';
import { type StatementSpan, sequenceFault } from '../../domain/statement-sequence.ts';
import type { ReadTx } from '../../store/port.ts';
import { isOfRejected } from './corrected-file.ts';
import { ImportedStatements, inDateOrder } from './imported-statements.ts';
import type { BatchFile } from './planned-row.ts';
import type { ReadParts, ReadStatement } from './read-parts.ts';

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
  // Rows that were refused are an excerpt of a statement that has its place already.
  const outOfSequence = isOfRejected(file) ? [] : await sequenceFaults(tx, read.statements);
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

/** Where the file's statements do not follow those before them, of the ledger and of the file. */
async function sequenceFaults(tx: ReadTx, statements: readonly ReadStatement[]): Promise<FileWarning[]> {
  const faults: FileWarning[] = [];
  const imported = new ImportedStatements(tx);
  const ofFile = new Map<string, StatementSpan[]>();
  // Of a file's own: where one closes is doubtful once its balances do not tie, which is told already.
  const doubtful = new Map<string, boolean>();
  for (const { account, currency, span, end } of inDateOrder(statements)) {
    const name = JSON.stringify([account, currency]);
    const own = ofFile.get(name) ?? [];
    ofFile.set(name, own);
    const before = [...(await imported.of(account, currency)), ...own];
    const fault = doubtful.get(name) === true ? null : sequenceFault(span, before);
    doubtful.set(name, end.ties === false);
    if (fault !== null) faults.push({ code: fault.code, message: `${account}: ${fault.message}` });
    own.push(span);
  }
  return faults;
}

/** Numbers of the statements with balances that those imported before, and those before them in the file, do not cover. */
export async function quietStatements(
  tx: ReadTx,
  statements: readonly ReadStatement[],
): Promise<ReadonlySet<number>> {
  const imported = new ImportedStatements(tx);
  const ofFile = new Map<string, StatementMovements[]>();
  const quiet = new Set<number>();
  for (const { account, currency, span, end, number } of inDateOrder(statements)) {
    if (currency === '') continue;
    const name = JSON.stringify([account, currency]);
    const own = ofFile.get(name) ?? [];
    ofFile.set(name, own);
    const before = [...(await imported.of(account, currency)), ...own];
    const { credits, debits } = end;
    const moved = {
      ...{ creditCount: credits.count, creditSum: credits.sum },
      ...{ debitCount: debits.count, debitSum: debits.sum },
    };
    const read = { ...span, ...moved };
    if (isCovered(read, before)) continue;
    quiet.add(number);
    own.push(read);
  }
  return quiet;
}

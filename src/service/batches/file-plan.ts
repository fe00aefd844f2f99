import { createHash } from 'node:crypto';
import { BatchOutcomes, type BatchVerdict } from '../../domain/batch-outcomes.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import type { Call } from '../call.ts';
import { isOfRejected } from './corrected-file.ts';
import { deriveBalances } from './derived-balances.ts';
import { disbursementsTold } from './disbursements-told.ts';
import { markFailedAfterAll } from './failed-after-all.ts';
import { matchRows, suggestLoans } from './match-rows.ts';
import { PlacedStatements } from './placed-statements.ts';
import { type CorrectedLoan, type PlanningTx, planLoans } from './plan-loans.ts';
import { type BatchFile, type BatchInput, PlannedRow, type UnreadableLine } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import { readOtherwise } from './read-otherwise.ts';
import { entriesOf, type ReadStatement, readParts } from './read-parts.ts';
import { PaymentsBefore } from './recognise-payments.ts';
import { recogniseBankRows } from './recognise-rows.ts';
import { RowsTold } from './rows-told.ts';
import { checkFile, type FileFault, type FileWarning, quietStatements } from './statement-checks.ts';

/** Characters that are hashed together: a call each row would cost more than the hashing. */
const HASHED_AT_ONCE = 16_384;

/** What posting a file would do. */
export interface FilePlan {
  readonly file: BatchFile;
  readonly rows: PlannedRows;
  readonly unreadable: readonly UnreadableLine[];
  readonly statements: readonly ReadStatement[];
  readonly corrected: readonly CorrectedLoan[];
  readonly outcomes: BatchOutcomes;
  readonly warnings: readonly FileWarning[];
  readonly fileFaults: readonly FileFault[];
  readonly verdict: BatchVerdict;
  /** How many rows the ledger would keep, and how many it has. */
  readonly newRows: number;
  /**
   * Numbers of statements that bring no new row and go on from those imported before: they are kept all the same, so
   * that the next one follows them. None where there are new rows, with which all statements of the file are kept.
   */
  readonly quiet: ReadonlySet<number>;
  readonly knownRows: number;
  /** The books are closed through that day; null: open. */
  readonly closedThrough: CalendarDate | null;
  /** SHA-256 over all that posting would do. */
  readonly digest: string;
}

/** Plans a whole file: sorts, matches, checks and divides every row, with the rows before it applied. */
export async function planFile(tx: PlanningTx, input: BatchInput, call: Call): Promise<FilePlan> {
  const { file } = input;
  const read = readParts(input);
  const { rows, unreadable, statements } = read;
  const how = { hasAccount: file.has_account, today: call.today };
  await markFailedAfterAll(tx, rows, file);
  await matchRows(tx, rows, how);
  const told = new RowsTold(tx, file, rows.length + unreadable.length);
  const before = new PaymentsBefore(tx, file, told);
  await told.takeSameFile(rows);
  if (file.has_account) {
    deriveBalances(read, file);
    await recogniseBankRows(tx, rows, told, await PlacedStatements.of(tx, read));
  } else await before.recogniseOwnRows(rows);
  const { corrected, closedThrough } = await planLoans(tx, rows, { file, before }, call);
  await told.takeHeldAgain();
  await suggestLoans(tx, rows, how);
  const ofDisbursements = await disbursementsTold(tx, rows, file);
  const outcomes = new BatchOutcomes();
  for (const { outcome, part } of rows) outcomes.add(outcome, part.currency, part.amount);
  for (const { currency, amount } of unreadable) outcomes.add('refused', currency, amount);
  const { warnings: ofFile, faults } = await checkFile(tx, read, file, outcomes);
  const otherwise = await readOtherwise(tx, rows, file);
  const fileFaults = otherwise === null ? faults : [...faults, otherwise];
  const warnings = [...ofFile, ...ofDisbursements];
  const verdict =
    fileFaults.length > 0 ? 'nothing_posted' : outcomes.verdict({ rejected: file.on_error === 'reject' });
  const newRows = count(rows, (row) => row.isKept);
  const mayBeQuiet = newRows === 0 && verdict !== 'nothing_posted' && !isOfRejected(file);
  const plan = {
    file,
    rows,
    unreadable,
    statements,
    corrected,
    outcomes,
    warnings,
    fileFaults,
    verdict,
    newRows,
    quiet: mayBeQuiet ? await quietStatements(tx, statements) : new Set<number>(),
    knownRows: count(rows, (row) => row.isKnown || row.outcome === 'already_imported'),
    closedThrough,
  };
  return { ...plan, digest: digestOf(plan) };
}

/** The loans posting it books on. */
export function loansOf({ rows, corrected }: Pick<FilePlan, 'rows' | 'corrected'>): string[] {
  const loanIds = new Set(corrected.map(({ dossier }) => dossier.loan.loanId));
  for (const { loanId } of rows.byLoan((row) => row.isPosted && row.isKept)) loanIds.add(loanId);
  return [...loanIds];
}

/** Whether posting it would write anything. */
export function writesAnything({
  verdict,
  newRows,
  quiet,
}: Pick<FilePlan, 'verdict' | 'newRows' | 'quiet'>): boolean {
  return verdict !== 'nothing_posted' && (newRows > 0 || quiet.size > 0);
}

function count(rows: PlannedRows, which: (row: PlannedRow) => boolean): number {
  let found = 0;
  for (const row of rows) if (which(row)) found += 1;
  return found;
}

/** The same for the same effect, whatever ids it would draw. */
function digestOf(plan: Omit<FilePlan, 'digest'>): string {
  const { file, corrected, verdict, fileFaults, quiet } = plan;
  const hash = createHash('sha256');
  let text = JSON.stringify([file, verdict, fileFaults]);
  for (const entry of entriesOf(plan)) {
    text += entry instanceof PlannedRow ? effectOf(entry) : `\nunreadable ${entry.faults.length}`;
    if (text.length < HASHED_AT_ONCE) continue;
    hash.update(text);
    text = '';
  }
  hash.update(text);
  if (quiet.size > 0) hash.update(JSON.stringify(['quiet', ...quiet]));
  for (const { dossier, changes } of corrected) {
    if (changes.length > 0) hash.update(JSON.stringify([dossier.loan.loanId, changes]));
  }
  return hash.digest('hex');
}

function effectOf({ outcome, code, key, occurrence, loanId, paymentId, heldId, split }: PlannedRow): string {
  const parts =
    split === null
      ? ''
      : `${split.principalPiastres} ${split.interestPiastres} ${split.feePiastres} ${split.creditPiastres} ${split.remainingPiastres}`;
  return `\n${outcome} ${code} ${key} ${occurrence} ${loanId} ${paymentId} ${heldId} ${parts}`;
}

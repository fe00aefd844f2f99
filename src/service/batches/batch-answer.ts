import type { OperationOutput } from '../../contract/operation-types.ts';
import type { CurrencySum } from '../../domain/batch-outcomes.ts';
import { textOfUnits, unitsOf } from '../../domain/decimal-units.ts';
import type { PaymentSplit } from '../../domain/loan-state.ts';
import { formatAmount, type Piastres } from '../../domain/money.ts';
import { isOfRejected } from './corrected-file.ts';
import type { FilePlan } from './file-plan.ts';
import { statedSpan } from './imported-statements.ts';
import { PlannedRow, paymentDateOf, type UnreadableLine } from './planned-row.ts';
import type { PlannedRows } from './planned-rows.ts';
import { entriesOf, type ReadStatement } from './read-parts.ts';

type Answer = OperationOutput<'payment_batches.plan'>;
type AnswerRow = Answer['rows'] extends Iterable<infer Each> ? Each : never;

/** What is answered of a plan, or of what was posted by it: `batchId` null when there is nothing to post. */
export function batchAnswer(plan: FilePlan, batchId: string | null): Answer {
  const { file, rows } = plan;
  return {
    batch_id: batchId,
    digest: file.digest,
    source_format: file.source_format,
    dry_run: false,
    statements: plan.statements.map(statementSummary),
    outcomes: outcomesOf(plan),
    totals: totalsOf(rows),
    warnings: plan.warnings.map((one) => ({ ...one })),
    file_name: file.file_name,
    source_name: file.source_name,
    of_rejected: isOfRejected(file),
    plan_digest: plan.digest,
    verdict: plan.verdict,
    file_faults: plan.fileFaults.map((one) => ({ ...one })),
    new_rows: plan.newRows,
    known_rows: plan.knownRows,
    quiet_statements: plan.quiet.size,
    already_posted_batch: onlyBatchOf(plan),
    corrections: plan.corrected.flatMap(({ dossier, changes }) =>
      changes.map(({ paymentId, before, after }) => ({
        loan_id: dossier.loan.loanId,
        payment_id: paymentId,
        payment_date: after.valueDate,
        before: divisionOf(before),
        after: divisionOf(after),
      })),
    ),
    rows: new AnswerRows(plan),
  };
}

/**
 * What became of each row, made as it is asked for and let go again: of a hundred thousand rows a plan and what it
 * became need not both be in memory. They are as posted once that has happened.
 */
class AnswerRows implements Iterable<AnswerRow> {
  readonly #plan: FilePlan;

  constructor(plan: FilePlan) {
    this.#plan = plan;
  }

  *[Symbol.iterator](): Generator<AnswerRow> {
    const { use_value_date } = this.#plan.file;
    for (const entry of entriesOf(this.#plan)) {
      yield entry instanceof PlannedRow ? answerRow(entry, use_value_date) : unreadableRow(entry);
    }
  }

  toJSON(): readonly AnswerRow[] {
    return [...this];
  }
}

/** The part of it that is kept with the batch. */
export function outcomesOf({ outcomes }: FilePlan): Answer['outcomes'] {
  const { post, already_imported, held, not_a_repayment, refused } = outcomes.byOutcome();
  const plain = (sums: readonly CurrencySum[]) => sums.map((one) => ({ ...one }));
  return {
    post: plain(post),
    already_imported: plain(already_imported),
    held: plain(held),
    not_a_repayment: plain(not_a_repayment),
    refused: plain(refused),
  };
}

/** What the posted rows are divided into. */
export function totalsOf(rows: PlannedRows): Answer['totals'] {
  const { principal, interest, fees, credit } = rows.splitTotals();
  return {
    principal: textOfHundredths(principal),
    interest: textOfHundredths(interest),
    fees: textOfHundredths(fees),
    credit: textOfHundredths(credit),
  };
}

const UNITS_OF_A_PIASTRE = unitsOf('0.01');

function textOfHundredths(hundredths: bigint): string {
  return textOfUnits(hundredths * UNITS_OF_A_PIASTRE);
}

/** What a statement says of itself. */
export function statementSummary(statement: ReadStatement): Answer['statements'][number] {
  const { account, end } = statement;
  const { opening, closing } = statedSpan(statement);
  return {
    account,
    currency: end.currency ?? null,
    opening,
    closing,
    ties: end.ties,
    entries: end.entries,
    credits: { count: end.credits.count, sum: end.credits.sum },
    debits: { count: end.debits.count, sum: end.debits.sum },
  };
}

/** The one batch that every row is known from; null: some are new, or they came with several. */
function onlyBatchOf({ rows, newRows }: FilePlan): string | null {
  if (newRows > 0) return null;
  const batches = new Set<string>();
  for (const { batchId } of rows) if (batchId !== null) batches.add(batchId);
  const [first = null] = batches;
  return batches.size === 1 ? first : null;
}

function divisionOf(split: PaymentSplit): Answer['corrections'][number]['before'] {
  return {
    principal_amount: formatAmount(split.principalPiastres),
    interest_amount: formatAmount(split.interestPiastres),
    fee_amount: formatAmount(split.feePiastres),
    credit_amount: formatAmount(split.creditPiastres),
    recovered_amount: formatAmount(split.recoveredPiastres),
    remaining_balance: formatAmount(split.remainingPiastres),
  };
}

function answerRow(row: PlannedRow, useValueDate: boolean): AnswerRow {
  const { part, split, outcome } = row;
  const isRefused = outcome === 'refused';
  const column = isRefused ? columnOf(row) : null;
  return {
    line: part.line,
    reference: row.reference,
    amount: part.amount,
    currency: part.currency,
    date: paymentDateOf(part, useValueDate),
    outcome,
    reason: row.reason,
    loan_id: row.loanId,
    payment_id: row.paymentId,
    principal_amount: textOf(split?.principalPiastres),
    interest_amount: textOf(split?.interestPiastres),
    remaining_balance: textOf(split?.remainingPiastres),
    fee_amount: textOf(split?.feePiastres),
    credit_amount: textOf(split?.creditPiastres),
    recovered_amount: textOf(split?.recoveredPiastres),
    statement: part.statement,
    place: part.place ?? null,
    code: row.code,
    column,
    value: column === null ? null : valueAt(row, column),
    held_id: row.heldId,
    batch_id: row.batchId,
    faults: null,
  };
}

function textOf(amount: Piastres | undefined): string | null {
  return amount === undefined ? null : formatAmount(amount);
}

/** The column of our own that is at fault when a row is refused. */
function columnOf({ code }: PlannedRow): string {
  if (code === 'unknown_loan' || code === 'id_mistyped') return 'loan_id';
  if (code === 'invalid_amount' || code === 'overpayment' || code === 'would_break_later_payment') {
    return 'payment_amount';
  }
  if (code === 'date_in_future' || code === 'date_before_disbursement' || code === 'period_closed') {
    return 'payment_date';
  }
  return 'loan_id';
}

function valueAt({ part }: PlannedRow, column: string): string | null {
  if (column === 'payment_amount') return part.amount;
  return column === 'payment_date' ? part.booking_date : (part.loan ?? null);
}

function unreadableRow({ faults, currency, amount }: UnreadableLine): AnswerRow {
  const [first] = faults;
  if (first === undefined) throw new Error('an unreadable line has a fault');
  return {
    line: first.line,
    reference: null,
    amount,
    currency,
    date: null,
    outcome: 'refused',
    reason: faults.map(({ message }) => message).join('; '),
    loan_id: null,
    payment_id: null,
    principal_amount: null,
    interest_amount: null,
    remaining_balance: null,
    fee_amount: null,
    credit_amount: null,
    recovered_amount: null,
    statement: first.statement,
    place: first.place ?? null,
    code: first.code,
    column: first.column ?? null,
    value: first.value ?? null,
    held_id: null,
    batch_id: null,
    faults: faults.map(({ column, value, code, message }) => ({
      column: column ?? null,
      value: value ?? null,
      code,
      message,
    })),
  };
}

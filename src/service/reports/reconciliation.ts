import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { addDays, type CalendarDate } from '../../domain/dates.ts';
import { type HeldCredit, isReconciled, reconcile } from '../../domain/reconciliation.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import {
  chainStatements,
  type ImportedStatement,
  type StatementChain,
} from '../../domain/statement-chain.ts';
import type { ReadTx } from '../../store/port.ts';
import type { BatchWithUndo, HeldRow } from '../../store/receipt-port.ts';
import type { BankStatementRecord } from '../../store/receipt-records.ts';
import { accountForm } from '../batches/bank-account.ts';
import type { ReadHandler } from '../call.ts';
import { readWindowDate, windowFault } from './window.ts';

type Output = OperationOutput<'reports.reconciliation'>;
type OfCurrency = Output['currencies'][number];

interface AccountWindow {
  readonly account: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** What a bank account received and paid over a time by its statements, held against what became of it here. */
export const handle: ReadHandler<OperationInput<'reports.reconciliation'>, Output> = async (tx, input) => {
  const window = readAccountWindow(input);
  if (isRefusal(window)) return window;
  const { account, from, to } = window;
  const rows = await tx.receipts.accountRowSums(account, from, to);
  const statements = await tx.receipts.statementsBetween(account, from, to);
  const held = await tx.receipts.heldOfAccount(account, from, to);
  const reversed = await tx.receipts.reversedOfAccount(account, from, to);
  const named = [...rows, ...statements].map(({ currency }) => currency);
  const currencies: OfCurrency[] = [];
  for (const currency of egpFirst(named)) {
    const inIt = <Row extends { readonly currency: string }>(all: readonly Row[]): Row[] =>
      all.filter((row) => row.currency === currency);
    const chain = await chainOf(tx, window, currency, inIt(statements));
    const figures = reconcile({
      chain,
      rows: inIt(rows),
      ...(await rowsOutside(tx, window, chain, currency)),
      held: inIt(held).filter(cameIn),
    });
    const [taken] = inIt(reversed);
    currencies.push({
      currency,
      opening: figures.opening,
      credits: { ...figures.credits },
      debits: { ...figures.debits },
      closing: figures.closing,
      posted: { ...figures.posted },
      held: { ...figures.held },
      dismissed: { ...figures.dismissed },
      not_a_repayment: { ...figures.notARepayment },
      reversed: taken === undefined ? { count: 0, sum: '0.00' } : { count: taken.count, sum: taken.sum },
      difference: figures.difference,
      statements: chain.count,
      first_date: chain.firstDate,
      last_date: chain.lastDate,
      gaps: chain.gaps.map((gap) => ({ ...gap })),
    });
  }
  const undone = await tx.receipts.undoneOfAccount(account, from, to);
  const reconciled = isReconciled(currencies);
  return { account, from, to, reconciled, currencies, undone_batches: undone.map(undoneResponse) };
};

function readAccountWindow(input: OperationInput<'reports.reconciliation'>): AccountWindow | Refusal {
  const account = accountForm(input.account ?? '');
  if (account === '') return refuse('invalid_query', 'account is missing: name the bank account');
  const from = readWindowDate('from', input.from, null);
  if (isRefusal(from)) return from;
  const to = readWindowDate('to', input.to, null);
  if (isRefusal(to)) return to;
  if (from === null || to === null) {
    return refuse('invalid_query', `${from === null ? 'from' : 'to'} is missing: a time has two ends`);
  }
  return windowFault(from, to) ?? { account, from, to };
}

/** The statements of the time in a row, and what stands before them. */
async function chainOf(
  tx: ReadTx,
  { account, from }: AccountWindow,
  currency: string,
  statements: readonly BankStatementRecord[],
): Promise<StatementChain> {
  const before = await tx.receipts.statementsBetween(account, BEGINNING, addDays(from, -1));
  const earlier = before
    .filter((one) => one.currency === currency && (one.lastDate ?? from) < from)
    .reduce<ImportedStatement | null>(
      (latest, one) => ((one.lastDate ?? '') >= (latest?.lastDate ?? '') ? one : latest),
      null,
    );
  return chainStatements(statements, earlier);
}

/** Rows that statements of the time hold and that are dated outside of it. */
async function rowsOutside(
  tx: ReadTx,
  { account, from, to }: AccountWindow,
  { firstDate, lastDate }: StatementChain,
  currency: string,
) {
  const sums = async (first: CalendarDate, last: CalendarDate) => {
    const rows = first > last ? [] : await tx.receipts.accountRowSums(account, first, last);
    return rows.filter((row) => row.currency === currency);
  };
  return {
    rowsBefore: firstDate === null ? [] : await sums(firstDate, addDays(from, -1)),
    rowsAfter: lastDate === null ? [] : await sums(addDays(to, 1), lastDate),
  };
}

/** Money that came in, also what had gone out and came back. */
function cameIn(row: HeldRow & HeldCredit): boolean {
  if (row.amountPiastres !== null) return row.amountPiastres > 0;
  return row.kind === 'receipt' || row.code === 'returned_debit';
}

function undoneResponse({
  batchId,
  fileName,
  postedOn,
  undo,
}: BatchWithUndo): Output['undone_batches'][number] {
  if (undo === null) throw new Error(`${batchId} is not undone`);
  return {
    batch_id: batchId,
    file_name: fileName,
    posted_on: postedOn,
    undone_at: undo.undoneAt,
    undone_by: undo.undoneBy,
    reason: undo.reason,
  };
}

function egpFirst(currencies: readonly string[]): string[] {
  const distinct = [...new Set(currencies)];
  return distinct.sort((a, b) => Number(b === 'EGP') - Number(a === 'EGP') || (a < b ? -1 : 1));
}

/** Before any statement. */
const BEGINNING = '0001-01-01' as CalendarDate;

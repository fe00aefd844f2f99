import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import type { CalendarDate } from '../../domain/dates.ts';
import { isOpen } from '../../domain/held-money.ts';
import { type CountedSum, isReconciled, netSum, reconcile } from '../../domain/reconciliation.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import {
  chainStatements,
  type ImportedStatement,
  type StatementChain,
} from '../../domain/statement-chain.ts';
import {
  type Movements,
  type StatementDifference,
  statementDifferences,
  totalOf,
} from '../../domain/statement-differences.ts';
import { isUnsure } from '../../domain/unsure-row.ts';
import type { ReadTx } from '../../store/port.ts';
import type { BatchWithUndo, HeldOfAccount } from '../../store/receipt-port.ts';
import type { BankStatementRecord } from '../../store/receipt-records.ts';
import { accountForm } from '../batches/bank-account.ts';
import type { ReadHandler } from '../call.ts';
import {
  type AccountWindow,
  BEGINNING,
  dayBefore,
  type KeptOfAccount,
  keptOfAccount,
  refusedOfAccount,
} from './kept-of-account.ts';
import { readWindowDate, windowFault } from './window.ts';

type Output = OperationOutput<'reports.reconciliation'>;
type OfCurrency = Output['currencies'][number];

/** What a bank account received and paid over a time by its statements, held against what became of it here. */
export const handle: ReadHandler<OperationInput<'reports.reconciliation'>, Output> = async (tx, input) => {
  const window = readAccountWindow(input);
  if (isRefusal(window)) return window;
  const { account, from, to } = window;
  const kept = await keptOfAccount(tx, window);
  const reversed = await tx.receipts.reversedOfAccount(account, from, to);
  const inTime = [
    ...kept.rows.filter((row) => row.count > 0 && isWithin(row.date, window)),
    ...kept.statements.filter((one) => touches(one, window)),
  ];
  const currencies: OfCurrency[] = [];
  for (const currency of egpFirst(inTime.map((one) => one.currency))) {
    const inIt = <Row extends { readonly currency: string }>(all: readonly Row[]): Row[] =>
      all.filter((row) => row.currency === currency);
    const { statements, rows, held, toldAgain } = kept;
    const own = {
      ...{ statements: inIt(statements), rows: inIt(rows) },
      ...{ held: inIt(held), toldAgain: inIt(toldAgain) },
    };
    currencies.push(await ofCurrency(tx, window, currency, { ...own, reversed: inIt(reversed) }));
  }
  const undone = await tx.receipts.undoneOfAccount(account, from, to);
  const refused = (await refusedOfAccount(tx, kept, window)).map(({ batch, count }) => ({
    batch_id: batch.batchId,
    file_name: batch.fileName,
    count,
  }));
  const reconciled = isReconciled(currencies) && refused.length === 0;
  const undone_batches = undone.map(undoneResponse);
  return { account, from, to, reconciled, currencies, undone_batches, refused };
};

async function ofCurrency(
  tx: ReadTx,
  window: AccountWindow,
  currency: string,
  {
    statements,
    rows,
    held,
    toldAgain,
    reversed,
  }: KeptOfAccount & { readonly reversed: readonly CountedSum[] },
): Promise<OfCurrency> {
  const { from, to } = window;
  const told = statements.filter((one) => touches(one, window));
  const chain = await chainOf(tx, window, currency, told);
  const { firstDate, lastDate } = chain;
  const figures = reconcile({
    chain,
    rows: rows.filter(({ date }) => isWithin(date, window)),
    rowsBefore: rows.filter(({ date }) => firstDate !== null && date >= firstDate && date < from),
    rowsAfter: rows.filter(({ date }) => lastDate !== null && date > to && date <= lastDate),
    held: held.filter(cameIn),
  });
  return {
    currency,
    opening: figures.opening,
    credits: { ...figures.credits },
    debits: { ...figures.debits },
    closing: figures.closing,
    posted: { ...figures.posted },
    held: { ...figures.held },
    dismissed: { ...figures.dismissed },
    not_a_repayment: { ...figures.notARepayment },
    reversed: { ...totalOf(reversed) },
    difference: figures.difference,
    statements: chain.count,
    first_date: firstDate,
    last_date: lastDate,
    gaps: chain.gaps.map((gap) => ({ ...gap })),
    differences: statementDifferences(statements, rows, window).map(differenceResponse),
    unsure: { ...netSum(held.filter((row) => isUnsure(row) && isOpen(row))) },
    told_again: { ...netSum(toldAgain) },
  };
}

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
  const before = await tx.receipts.statementsBetween(account, BEGINNING, dayBefore(from));
  const earlier = before
    .filter((one) => one.currency === currency && (one.lastDate ?? from) < from)
    .reduce<ImportedStatement | null>(
      (latest, one) => ((one.lastDate ?? '') >= (latest?.lastDate ?? '') ? one : latest),
      null,
    );
  return chainStatements(statements, earlier);
}

/** Whether a statement is of days within the time, or of none that are known. */
function touches({ firstDate, lastDate }: ImportedStatement, { from, to }: AccountWindow): boolean {
  return (lastDate ?? firstDate ?? from) >= from && (firstDate ?? lastDate ?? to) <= to;
}

function isWithin(date: CalendarDate, { from, to }: AccountWindow): boolean {
  return date >= from && date <= to;
}

/** Money that came in, also what had gone out and came back. */
function cameIn({ amountPiastres, kind, code }: HeldOfAccount): boolean {
  if (amountPiastres !== null) return amountPiastres > 0;
  return kind === 'receipt' || code === 'returned_debit';
}

function differenceResponse(one: StatementDifference): OfCurrency['differences'][number] {
  return {
    first_date: one.firstDate,
    last_date: one.lastDate,
    statements: one.statements,
    batch_ids: [...one.batchIds],
    opening: one.opening,
    closing: one.closing,
    stated: one.stated === null ? null : movementsResponse(one.stated),
    kept: movementsResponse(one.kept),
    difference: one.difference,
  };
}

function movementsResponse({ credits, debits }: Movements) {
  return { credits: { ...credits }, debits: { ...debits } };
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

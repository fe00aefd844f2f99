import { type CalendarDate, earlierOf, laterOf } from './dates.ts';
import { textOfUnits, unitsOf } from './decimal-units.ts';
import type { CountedSum } from './reconciliation.ts';
import {
  chainStatements,
  type DatedStatement,
  daysOf,
  type ImportedStatement,
  stretchesOf,
} from './statement-chain.ts';

/** A statement with the batch that brought it. */
export interface BatchStatement extends ImportedStatement {
  readonly batchId: string;
}

/** Rows of a batch of one day that went the same way, added up; below zero where they are taken off. */
export interface DayRowSum extends CountedSum {
  readonly batchId: string;
  readonly date: CalendarDate;
  readonly direction: 'credit' | 'debit';
}

export interface Movements {
  readonly credits: CountedSum;
  readonly debits: CountedSum;
}

/** Days of which statements say something else than the rows kept of them. */
export interface StatementDifference {
  readonly firstDate: CalendarDate;
  readonly lastDate: CalendarDate;
  /** How many tell of them; 0: none, and the rows are told by nothing. */
  readonly statements: number;
  /** Those that brought the statements, else the rows. */
  readonly batchIds: readonly string[];
  readonly opening: string | null;
  readonly closing: string | null;
  /** What the statements say of their entries; null: some are told twice where they overlap, or could not be read. */
  readonly stated: Movements | null;
  readonly kept: Movements;
  /** What moved by the statements, less the rows kept: above zero, money that came in is missing. */
  readonly difference: string;
}

/**
 * Where the rows kept of an account in one currency are not what its statements tell, for days that touch the time.
 * Each stretch of days that statements tell of is held against its rows: by the balances at its ends, and by the entries
 * where each is told once; where not, no statement has more entries than there are rows of its days. Rows of days in the
 * time that no statement tells of are a difference too.
 */
export function statementDifferences(
  statements: readonly BatchStatement[],
  rows: readonly DayRowSum[],
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): readonly StatementDifference[] {
  const sorted = rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const differences: StatementDifference[] = [];
  let at = 0;
  const rowsWhile = (isOf: (date: CalendarDate) => boolean): readonly DayRowSum[] => {
    const first = at;
    while (at < sorted.length && isOf((sorted[at] as DayRowSum).date)) at += 1;
    return sorted.slice(first, at);
  };
  const notTold = (some: readonly DayRowSum[]) =>
    differences.push(...untoldRows(some.filter(({ date }) => date >= from && date <= to)));
  for (const stretch of stretchesOf(statements)) {
    const { firstDate, lastDate } = daysOf(stretch);
    notTold(rowsWhile((date) => date < firstDate));
    const ofStretch = rowsWhile((date) => date <= lastDate);
    if (lastDate >= from && firstDate <= to) differences.push(...stretchDifferences(stretch, ofStretch));
  }
  notTold(rowsWhile(() => true));
  return differences;
}

/** Rows on the days of their statements: by their value date they may lie before or after all that their batch tells of. */
export function onStatementDays<Row extends { readonly batchId: string; readonly date: CalendarDate }>(
  rows: readonly Row[],
  statements: readonly BatchStatement[],
): readonly Row[] {
  const ofBatches = Map.groupBy(stretchesOf(statements).flat(), ({ batchId }) => batchId);
  const days = new Map([...ofBatches].map(([batchId, own]) => [batchId, daysOf(own)]));
  return rows.map((row) => {
    const told = days.get(row.batchId);
    if (told === undefined || (row.date >= told.firstDate && row.date <= told.lastDate)) return row;
    return { ...row, date: earlierOf(laterOf(row.date, told.firstDate), told.lastDate) };
  });
}

function stretchDifferences(
  stretch: readonly DatedStatement<BatchStatement>[],
  rows: readonly DayRowSum[],
): readonly StatementDifference[] {
  const { opening, closing, statedUnits } = chainStatements(stretch, null);
  const kept = movementsOf(rows);
  const moved = opening === null || closing === null ? statedUnits : unitsOf(closing) - unitsOf(opening);
  const missing = moved === null ? 0n : moved - netOf(kept);
  // Entries that could not be read are in the balances alone.
  const stated = statedUnits === null || statedUnits !== moved ? null : statedBy(stretch);
  if (missing !== 0n || (stated !== null && !isEqual(stated, kept))) {
    const told = { ...daysOf(stretch), statements: stretch.length, batchIds: batchesOf(stretch) };
    return [{ ...told, opening, closing, stated, kept, difference: textOfUnits(missing) }];
  }
  return stated === null ? stretch.flatMap((one) => shortOfRows(one, rows)) : [];
}

/** A statement that has more entries, by their sums, than there are rows of its days. */
function shortOfRows(
  statement: DatedStatement<BatchStatement>,
  rows: readonly DayRowSum[],
): readonly StatementDifference[] {
  const { firstDate, lastDate, opening, closing, batchId } = statement;
  const stated = statedBy([statement]);
  const kept = movementsOf(rows.filter(({ date }) => date >= firstDate && date <= lastDate));
  const credits = atLeastNone(unitsOf(stated.credits.sum) - unitsOf(kept.credits.sum));
  const debits = atLeastNone(unitsOf(stated.debits.sum) - unitsOf(kept.debits.sum));
  if (credits === 0n && debits === 0n) return [];
  const days = { firstDate, lastDate, statements: 1, batchIds: [batchId] };
  return [{ ...days, opening, closing, stated, kept, difference: textOfUnits(credits - debits) }];
}

function untoldRows(rows: readonly DayRowSum[]): readonly StatementDifference[] {
  const kept = movementsOf(rows);
  if (isEqual(kept, movementsOf([]))) return [];
  return [
    {
      firstDate: (rows.at(0) as DayRowSum).date,
      lastDate: (rows.at(-1) as DayRowSum).date,
      statements: 0,
      batchIds: batchesOf(rows),
      opening: null,
      closing: null,
      stated: null,
      kept,
      difference: textOfUnits(-netOf(kept)),
    },
  ];
}

function statedBy(statements: readonly ImportedStatement[]): Movements {
  return {
    credits: totalOf(
      statements.map(({ creditCount, creditSum }) => ({ count: creditCount, sum: creditSum })),
    ),
    debits: totalOf(statements.map(({ debitCount, debitSum }) => ({ count: debitCount, sum: debitSum }))),
  };
}

function movementsOf(rows: readonly DayRowSum[]): Movements {
  const of = (direction: DayRowSum['direction']) =>
    totalOf(rows.filter((row) => row.direction === direction));
  return { credits: of('credit'), debits: of('debit') };
}

/** Sums of rows or entries as one. */
export function totalOf(sums: readonly CountedSum[]): CountedSum {
  const units = sums.reduce((all, { sum }) => all + unitsOf(sum), 0n);
  return { count: sums.reduce((all, { count }) => all + count, 0), sum: textOfUnits(units) };
}

/** By their sums: a bank may count entries of several payments as it likes. */
function isEqual(one: Movements, other: Movements): boolean {
  return (
    unitsOf(one.credits.sum) === unitsOf(other.credits.sum) &&
    unitsOf(one.debits.sum) === unitsOf(other.debits.sum)
  );
}

function netOf({ credits, debits }: Movements): bigint {
  return unitsOf(credits.sum) - unitsOf(debits.sum);
}

function atLeastNone(units: bigint): bigint {
  return units < 0n ? 0n : units;
}

function batchesOf(all: readonly { readonly batchId: string }[]): readonly string[] {
  return [...new Set(all.map(({ batchId }) => batchId))];
}

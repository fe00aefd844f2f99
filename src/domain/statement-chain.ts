import { type CalendarDate, earlierOf, laterOf } from './dates.ts';
import { textOfUnits, unitsOf } from './decimal-units.ts';

/** A statement of one account in one currency, as it was imported; amounts are decimal text. */
export interface ImportedStatement {
  readonly opening: string | null;
  readonly closing: string | null;
  readonly firstDate: CalendarDate | null;
  readonly lastDate: CalendarDate | null;
  readonly creditCount: number;
  readonly creditSum: string;
  readonly debitCount: number;
  readonly debitSum: string;
}

export type DatedStatement<Of extends ImportedStatement = ImportedStatement> = Of & {
  readonly firstDate: CalendarDate;
  readonly lastDate: CalendarDate;
};

/** What is missing between two statements, by their balances. */
export interface StatementGap {
  /** Last date of the one before. */
  readonly after: CalendarDate;
  /** First date of the one after. */
  readonly before: CalendarDate;
  readonly closing: string;
  readonly opening: string;
  /** What moved in between. */
  readonly missing: string;
}

/** Statements put one after the other. */
export interface StatementChain {
  readonly count: number;
  readonly firstDate: CalendarDate | null;
  readonly lastDate: CalendarDate | null;
  /** Of the first, and of the one that reaches furthest. */
  readonly opening: string | null;
  readonly closing: string | null;
  readonly gaps: readonly StatementGap[];
  /** Credits less debits as the statements say them, hundred-thousandths; null when some overlap. */
  readonly statedUnits: bigint | null;
}

/**
 * Puts statements one after the other. Where one does not open with what the one before closed with and begins after
 * its end, something is missing between them; where it begins before that, the two overlap, which misses nothing. Those
 * without a dated row say nothing here. `earlier` ends before the first, and is only looked at for a gap behind it.
 */
export function chainStatements(
  statements: readonly ImportedStatement[],
  earlier: ImportedStatement | null,
): StatementChain {
  const dated = inOrder(statements.filter(isDated));
  const gaps: StatementGap[] = [];
  let reached = earlier !== null && isDated(earlier) ? earlier : null;
  let overlaps = false;
  let statedUnits = 0n;
  for (const [at, statement] of dated.entries()) {
    if (reached !== null) {
      const gap = gapBetween(reached, statement);
      if (gap !== null) gaps.push(gap);
      if (at > 0 && statement.firstDate <= reached.lastDate && !follows(statement, reached)) overlaps = true;
    }
    statedUnits += unitsOf(statement.creditSum) - unitsOf(statement.debitSum);
    if (reached === null || at === 0 || statement.lastDate >= reached.lastDate) reached = statement;
  }
  const closing = dated.length === 0 ? null : (reached?.closing ?? null);
  return {
    count: statements.length,
    firstDate: dated[0]?.firstDate ?? null,
    lastDate: dated.length === 0 ? null : (reached?.lastDate ?? null),
    opening: dated[0]?.opening ?? null,
    closing,
    gaps,
    statedUnits: overlaps ? null : statedUnits,
  };
}

/** Statements whose days touch, by their first days. Between two stretches a day ends, and so does what each of them tells. */
export function stretchesOf<Of extends ImportedStatement>(
  statements: readonly Of[],
): readonly (readonly DatedStatement<Of>[])[] {
  const stretches: DatedStatement<Of>[][] = [];
  let last: CalendarDate | null = null;
  for (const statement of statements.filter(isDated<Of>).sort((a, b) => compare(a.firstDate, b.firstDate))) {
    if (last === null || statement.firstDate > last) stretches.push([]);
    stretches.at(-1)?.push(statement);
    last = last === null ? statement.lastDate : laterOf(last, statement.lastDate);
  }
  return stretches;
}

/** From the first to the last day of some statements, of which there is one at least. */
export function daysOf(statements: readonly DatedStatement[]): {
  readonly firstDate: CalendarDate;
  readonly lastDate: CalendarDate;
} {
  return {
    firstDate: statements.map(({ firstDate }) => firstDate).reduce(earlierOf),
    lastDate: statements.map(({ lastDate }) => lastDate).reduce(laterOf),
  };
}

function isDated<Of extends ImportedStatement>(statement: Of): statement is DatedStatement<Of> {
  return statement.firstDate !== null && statement.lastDate !== null;
}

function gapBetween(before: DatedStatement, after: DatedStatement): StatementGap | null {
  if (after.firstDate <= before.lastDate || before.closing === null || after.opening === null) return null;
  const missing = unitsOf(after.opening) - unitsOf(before.closing);
  if (missing === 0n) return null;
  return {
    after: before.lastDate,
    before: after.firstDate,
    closing: before.closing,
    opening: after.opening,
    missing: textOfUnits(missing),
  };
}

function follows(after: ImportedStatement, before: ImportedStatement): boolean {
  return (
    after.opening !== null && before.closing !== null && unitsOf(after.opening) === unitsOf(before.closing)
  );
}

/** By date; several of the same days so that each opens with what the one before closed with, and what grew comes later. */
function inOrder(statements: readonly DatedStatement[]): DatedStatement[] {
  const left = [...statements].sort(
    (a, b) =>
      compare(a.firstDate, b.firstDate) || compare(a.lastDate, b.lastDate) || movementsOf(a) - movementsOf(b),
  );
  const ordered: DatedStatement[] = [];
  while (left.length > 0) {
    const [first] = left as [DatedStatement];
    const sameDays = left.filter(
      (one) => one.firstDate === first.firstDate && one.lastDate === first.lastDate,
    );
    const last = ordered.at(-1);
    const next =
      sameDays.find((one) => last !== undefined && follows(one, last)) ??
      sameDays.find((one) => !sameDays.some((other) => other !== one && follows(one, other))) ??
      first;
    ordered.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return ordered;
}

function movementsOf({ creditCount, debitCount }: ImportedStatement): number {
  return creditCount + debitCount;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import { unitsOf } from './decimal-units.ts';
import { isSameSpan, type StatementSpan } from './statement-sequence.ts';

/** A statement with what moved in it; amounts are decimal text. */
export interface StatementMovements extends StatementSpan {
  readonly creditCount: number;
  readonly creditSum: string;
  readonly debitCount: number;
  readonly debitSum: string;
}

/** A statement of a file, whose rows can be gone through. */
export interface ReadSpan extends StatementMovements {
  /** Each balance from the opening to the closing, hundred-thousandths, with its rows in either order. */
  balances(): ReadonlySet<bigint>;
}

/** Whether two statements of an account tell of the same rows: all; none, since one goes on where the other ends; none as it
 * seems, since they have no balance in common; or perhaps some. */
export type StatementOverlap = 'same' | 'in_turn' | 'apart' | 'perhaps';

/**
 * Holds a statement of a file against one imported before. Two that overlap have a balance in common where the one
 * begins or ends within the other, unless the one lies within the days of the other; where the one ends as the other
 * begins they follow each other, whatever was imported first. What does not add up by itself proves nothing, and little
 * what comes to nothing: it begins as it ends.
 */
export function statementOverlap(read: ReadSpan, before: StatementMovements): StatementOverlap {
  if (isSame(read, before)) return 'same';
  if (follows(read, before) || follows(before, read)) return 'in_turn';
  if (!addsUp(read) || !addsUp(before) || liesWithin(read, before)) return 'perhaps';
  const balances = read.balances();
  const meets = [before.opening, before.closing].some((balance) => balances.has(unitsOf(balance)));
  return meets ? 'perhaps' : 'apart';
}

function isSame(one: StatementMovements, other: StatementMovements): boolean {
  return (
    isSameSpan(one, other) &&
    one.creditCount === other.creditCount &&
    one.debitCount === other.debitCount &&
    unitsOf(one.creditSum) === unitsOf(other.creditSum)
  );
}

function follows(next: StatementMovements, before: StatementMovements): boolean {
  if (comesToNothing(next) || comesToNothing(before)) return false;
  return next.firstDate >= before.lastDate && unitsOf(next.opening) === unitsOf(before.closing);
}

function comesToNothing({ opening, closing }: StatementSpan): boolean {
  return unitsOf(opening) === unitsOf(closing);
}

function addsUp({ opening, creditSum, debitSum, closing }: StatementMovements): boolean {
  return unitsOf(opening) + unitsOf(creditSum) - unitsOf(debitSum) === unitsOf(closing);
}

/** Whether a statement may be one of the days between the first and the last of another, whose rows are not at hand. */
function liesWithin(part: StatementMovements, whole: StatementMovements): boolean {
  return (
    part.firstDate > whole.firstDate &&
    part.lastDate < whole.lastDate &&
    part.creditCount <= whole.creditCount &&
    part.debitCount <= whole.debitCount &&
    unitsOf(part.creditSum) <= unitsOf(whole.creditSum) &&
    unitsOf(part.debitSum) <= unitsOf(whole.debitSum)
  );
}

/**
 * Whether the statements imported before say already what this one says: one of them covers its days and, where both end
 * on one day, has its closing or is all of which it is a part; or those of its days lead from its opening to its closing.
 * One without movements is only covered by its day.
 */
export function isCovered(read: StatementMovements, imported: readonly StatementMovements[]): boolean {
  if (imported.some((one) => covers(one, read))) return true;
  return movementsOf(read) > 0 && isJoined(read, imported);
}

function covers(one: StatementMovements, read: StatementMovements): boolean {
  if (one.firstDate > read.firstDate || one.lastDate < read.lastDate) return false;
  if (one.lastDate > read.lastDate || unitsOf(one.closing) === unitsOf(read.closing)) return true;
  return unitsOf(one.opening) === unitsOf(read.opening) && movementsOf(one) >= movementsOf(read);
}

function movementsOf({ creditCount, debitCount }: StatementMovements): number {
  return creditCount + debitCount;
}

/** Whether statements within the days of one lead from its opening to its closing, each opening with the closing before. */
function isJoined(read: StatementSpan, imported: readonly StatementSpan[]): boolean {
  const left = imported
    .filter((one) => one.firstDate >= read.firstDate && one.lastDate <= read.lastDate)
    .toSorted((a, b) => (a.firstDate < b.firstDate ? -1 : a.firstDate > b.firstDate ? 1 : 0));
  let reached = unitsOf(read.opening);
  for (let joined = 0; ; joined++) {
    const next = left.findIndex((one) => unitsOf(one.opening) === reached);
    if (next === -1) return joined > 0 && reached === unitsOf(read.closing);
    const [one] = left.splice(next, 1) as [StatementSpan];
    reached = unitsOf(one.closing);
  }
}

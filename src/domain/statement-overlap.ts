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
  /** Each balance from the opening to the closing, hundred-thousandths, in either order of its rows. */
  balances(): ReadonlySet<bigint>;
}

/** Whether two statements of an account tell of the same rows: all, none by their balances, or perhaps some. */
export type StatementOverlap = 'same' | 'apart' | 'perhaps';

/**
 * Holds a statement of a file against one imported before. Two that overlap have a balance in common where the one
 * begins or ends within the other; where the one ends as the other begins they follow each other, whatever was imported
 * first. What does not add up by itself proves nothing.
 */
export function statementOverlap(read: ReadSpan, before: StatementMovements): StatementOverlap {
  if (isSameSpan(read, before)) return 'same';
  if (follows(read, before) || follows(before, read)) return 'apart';
  if (!addsUp(read) || !addsUp(before) || mayBePart(read, before)) return 'perhaps';
  const balances = read.balances();
  const meets = [before.opening, before.closing].some((balance) => balances.has(unitsOf(balance)));
  return meets ? 'perhaps' : 'apart';
}

/**
 * Whether one goes on exactly where the other ends. One in which as much went out as came in begins as it ends: a
 * statement of more days that begins on its day may hold it.
 */
function follows(next: StatementMovements, before: StatementMovements): boolean {
  if (next.firstDate < before.lastDate || unitsOf(next.opening) !== unitsOf(before.closing)) return false;
  const comesToNothing = unitsOf(before.opening) === unitsOf(before.closing);
  return !comesToNothing || next.firstDate > before.lastDate || next.lastDate === before.lastDate;
}

function addsUp({ opening, creditSum, debitSum, closing }: StatementMovements): boolean {
  return unitsOf(opening) + unitsOf(creditSum) - unitsOf(debitSum) === unitsOf(closing);
}

/** Whether a statement may be cut out of another one, of whose rows nothing is known but how many they are. */
function mayBePart(part: StatementMovements, whole: StatementMovements): boolean {
  return (
    part.creditCount + part.debitCount < whole.creditCount + whole.debitCount &&
    part.creditCount <= whole.creditCount &&
    part.debitCount <= whole.debitCount &&
    unitsOf(part.creditSum) <= unitsOf(whole.creditSum) &&
    unitsOf(part.debitSum) <= unitsOf(whole.debitSum)
  );
}

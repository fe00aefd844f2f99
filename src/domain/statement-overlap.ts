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
  /** What each row moved, hundred-thousandths, below zero when it went out. */
  movements(): readonly bigint[];
}

/** Whether a row may be one of a statement imported before: it is one of the very same, cannot be, or may be. */
export type StatementOverlap = 'same' | 'apart' | 'perhaps';

/** Rows of a statement from one on up to another, counted from 0. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Holds the rows of a statement of a file against one imported before. Two that overlap have a balance in common where
 * the one begins or ends within the other, so the rows in between are told by both, and no others; where the one ends as
 * the other begins they follow each other, whatever was imported first. What does not add up by itself proves nothing.
 */
export function statementOverlap(
  read: ReadSpan,
  before: StatementMovements,
): (rowIndex: number) => StatementOverlap {
  if (isSameSpan(read, before)) return () => 'same';
  if (follows(read, before) || follows(before, read)) return () => 'apart';
  if (!addsUp(read) || !addsUp(before)) return () => 'perhaps';
  const common = commonStretch(read, before);
  if (common === null) return () => (mayBePart(read, before) ? 'perhaps' : 'apart');
  return (at) => (common.from <= at && at < common.to ? 'perhaps' : 'apart');
}

/** The rows that both may tell of; null: none. A file may have the newest first, or the rows of a day in any order. */
function commonStretch(read: ReadSpan, before: StatementMovements): Stretch | null {
  const movements = read.movements();
  const opening = unitsOf(read.opening);
  const inOrder = stretchesOf(opening, movements, before);
  if (inOrder.sure !== null) return inOrder.sure;
  const { sure } = stretchesOf(opening, movements.toReversed(), before);
  if (sure === null) return inOrder.loose;
  return { from: movements.length - sure.to, to: movements.length - sure.from };
}

/** `sure`: the rows between balances both have; `loose`: those in which the other would stand in another order. */
function stretchesOf(opening: bigint, movements: readonly bigint[], before: StatementMovements) {
  const balances = [opening];
  for (const units of movements) balances.push((balances.at(-1) as bigint) + units);
  const begins = unitsOf(before.opening);
  const ends = unitsOf(before.closing);
  const rows = before.creditCount + before.debitCount;
  const whole: Stretch[] = [];
  const cut: Stretch[] = [];
  const loose: Stretch[] = [];
  balances.forEach((balance, at) => {
    const rest = { from: at, to: movements.length };
    if (balance === begins && balances[at + rows] === ends) whole.push({ from: at, to: at + rows });
    else if (balance === begins) (movements.length - at < rows ? cut : loose).push(rest);
    if (balance === ends) (at < rows ? cut : loose).push({ from: 0, to: at });
  });
  return { sure: united(whole.length > 0 ? whole : cut), loose: united(loose) };
}

function united(stretches: readonly Stretch[]): Stretch | null {
  if (stretches.length === 0) return null;
  return {
    from: stretches.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY),
    to: stretches.reduce((most, { to }) => Math.max(most, to), 0),
  };
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
  const creditsLeft = unitsOf(whole.creditSum) - unitsOf(part.creditSum);
  const debitsLeft = unitsOf(whole.debitSum) - unitsOf(part.debitSum);
  const movedBefore = unitsOf(part.opening) - unitsOf(whole.opening);
  return (
    part.creditCount + part.debitCount < whole.creditCount + whole.debitCount &&
    part.creditCount <= whole.creditCount &&
    part.debitCount <= whole.debitCount &&
    creditsLeft >= 0n &&
    debitsLeft >= 0n &&
    movedBefore <= creditsLeft &&
    movedBefore >= -debitsLeft
  );
}

import type { CalendarDate } from './dates.ts';
import { textOfUnits, unitsOf } from './decimal-units.ts';

/** What a statement says it began and ended with: decimal text, below zero when overdrawn; null where it does not. */
export interface StatementBounds {
  readonly opening: string | null;
  readonly closing: string | null;
  readonly currency: string | null;
  /** How its rows stand in it; null: only their dates can tell. camt and MT messages stand oldest first. */
  readonly order: 'oldest_first' | 'newest_first' | null;
}

/** A row of a statement, as far as it moves the account. */
export interface MovedRow {
  readonly direction: 'credit' | 'debit';
  readonly status: 'booked' | 'pending' | 'info' | 'failed';
  /** Decimal text. */
  readonly amount: string;
  readonly currency: string;
  readonly bookingDate: CalendarDate;
  /** One of several rows that are one movement of the account, such as a detail of an entry. */
  readonly ofSeveral: boolean;
}

/**
 * The balance of the account after each row of one statement, as it follows from the opening balance and the rows before
 * it; in the order of `rows`, which is asked for twice or thrice so that nothing is kept. Null for a row that did not move
 * the account, for one in another currency, and for one of several rows of a movement, since no bank says which of these
 * came first. Null for all rows unless the statement gives both balances, its rows lead from the one to the other, and
 * their dates run one way, the way of `order` where that is said; rows of one day alone do not say which way they run.
 *
 * An equal derived balance speaks for the same row. A different one proves nothing: a bank may tell a day's rows in
 * another order the next time, and only a balance that the bank states itself is a fact of the row.
 */
export function* runningBalances(
  bounds: StatementBounds,
  rows: () => Iterable<MovedRow>,
): Generator<string | null> {
  const { opening, closing, currency } = bounds;
  const moves = (row: MovedRow) => row.status === 'booked' && row.currency === currency;
  const order = orderOf(bounds.order, rows, moves);
  const ties =
    order !== null &&
    opening !== null &&
    closing !== null &&
    moved(rows, moves, unitsOf(opening)) === unitsOf(closing);
  let units = ties ? unitsOf(order === 'oldest_first' ? opening : closing) : 0n;
  for (const row of rows()) {
    if (!ties || !moves(row)) {
      yield null;
      continue;
    }
    const before = units;
    units += order === 'oldest_first' ? signed(row) : -signed(row);
    yield row.ofSeveral ? null : textOfUnits(order === 'oldest_first' ? units : before);
  }
}

function moved(rows: () => Iterable<MovedRow>, moves: (row: MovedRow) => boolean, opening: bigint): bigint {
  let units = opening;
  for (const row of rows()) if (moves(row)) units += signed(row);
  return units;
}

function signed({ direction, amount }: MovedRow): bigint {
  return direction === 'credit' ? unitsOf(amount) : -unitsOf(amount);
}

/** How rows stand in their statement; null where their dates contradict what is said, go to and fro, or tell nothing. */
function orderOf(
  said: StatementBounds['order'],
  rows: () => Iterable<MovedRow>,
  moves: (row: MovedRow) => boolean,
): StatementBounds['order'] {
  let last: CalendarDate | null = null;
  let movements = 0;
  let [rises, falls] = [false, false];
  for (const row of rows()) {
    if (!moves(row)) continue;
    const { bookingDate } = row;
    movements += 1;
    if (last !== null && bookingDate > last) rises = true;
    if (last !== null && bookingDate < last) falls = true;
    last = bookingDate;
  }
  if (rises && falls) return null;
  const told = rises ? 'oldest_first' : falls ? 'newest_first' : movements === 1 ? 'oldest_first' : null;
  if (said === null || movements === 1) return told;
  return told === null || told === said ? said : null;
}

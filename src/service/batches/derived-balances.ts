import { type MovedRow, runningBalances } from '../../domain/running-balances.ts';
import { statedSpan } from './imported-statements.ts';
import type { BatchFile } from './planned-row.ts';
import type { ReadParts } from './read-parts.ts';

/** Formats whose rows always stand oldest first. */
const OLDEST_FIRST = /^(camt|mt)/;

/** Gives rows beside which no balance stands the one their statement leads to, where it says how it began and ended. */
export function deriveBalances({ rows, statements }: ReadParts, { source_format }: BatchFile): void {
  const placed = statements.filter((one) => {
    const { opening, closing } = statedSpan(one);
    return opening !== null && closing !== null;
  });
  if (placed.length === 0) return;
  const places = new Map<number, number[]>(placed.map(({ number }) => [number, []]));
  for (const row of rows) places.get(row.part.statement)?.push(row.at);
  for (const statement of placed) {
    const { opening, closing } = statedSpan(statement);
    const ofStatement = places.get(statement.number) as number[];
    const moved = function* (): Generator<MovedRow> {
      for (const at of ofStatement) yield movedRow(rows.at(at).part);
    };
    const days = ofStatement.map((at) => rows.at(at).part.booking_date);
    // Rows of one day do not say which way they run; most files run the way things happened.
    const isOneDay = days.every((day) => day === days[0]);
    const order = isOneDay || OLDEST_FIRST.test(source_format) ? 'oldest_first' : null;
    const bounds = { opening, closing, currency: statement.end.currency ?? null, order } as const;
    let next = 0;
    for (const balance of runningBalances(bounds, moved)) {
      const row = rows.at(ofStatement[next++] as number);
      if (balance !== null && !row.part.balance) row.derivedBalance = balance;
    }
  }
}

function movedRow(part: ReturnType<ReadParts['rows']['at']>['part']): MovedRow {
  return {
    direction: part.direction,
    status: part.status,
    amount: part.amount,
    currency: part.currency,
    bookingDate: part.booking_date as MovedRow['bookingDate'],
    ofSeveral: part.place?.includes(', detail ') ?? false,
  };
}

import { historyRows } from './csv-history.ts';
import type { HistoryForm } from './csv-movement.ts';
import { findHeadingRow, placeOf } from './heading-row.ts';
import type { HistoryLayout } from './history-layout.ts';
import type { HistoryOwner, HistoryRow, HistoryText } from './history-row.ts';
import { zoneClock } from './local-time.ts';
import { mpesaType } from './mpesa-types.ts';
import { unreadableFile, unusableFlag } from './refused-file.ts';
import type { ReadOptions } from './user-file-options.ts';

/** What an M-Pesa statement of a customer does not need to be told. */
export const MPESA_DEFAULTS = { institution: 'M-PESA', accountType: 'ewallet', currency: 'KES' } as const;

const HEADINGS = {
  id: 'Receipt No',
  timestamp: 'Completion Time',
  details: 'Details',
  status: 'Transaction Status',
  credit: 'Paid In',
  debit: 'Withdrawn',
  balance: 'Balance',
} as const;

/** Statements show the time in Nairobi, which has no summer time, without saying so. */
const NAIROBI = zoneClock('+03:00');

/**
 * One receipt may stand on several rows, such as a payment, its charge and the overdraft that covered it: each is a
 * transaction, known by receipt, time, direction and amount.
 */
const OF_MPESA: HistoryForm = {
  typeOf: mpesaType,
  keyOf: ({ timestampSeconds, event, amount }, receipt) => [
    'mpesa',
    receipt,
    timestampSeconds,
    event,
    amount,
  ],
  isReceipted: true,
};

/** True when the text has the headings of an M-Pesa statement. */
export async function isMpesaStatement(head: string): Promise<boolean> {
  return (await findHeadingRow(head, hasHeadings)) !== null;
}

function hasHeadings(headings: readonly string[]): boolean {
  return Object.values(HEADINGS).every((heading) => placeOf(heading, headings) !== -1);
}

/** Reads the statement of an M-Pesa customer. Rows that were not completed moved no money and are left out. */
export async function* mpesaHistory(
  text: HistoryText,
  owner: HistoryOwner,
  options: ReadOptions,
): AsyncGenerator<HistoryRow> {
  const heading = await findHeadingRow(text.head, hasHeadings);
  if (heading === null) {
    const wanted = Object.values(HEADINGS).join(', ');
    throw unreadableFile(text.source, 'has no headings of an M-Pesa statement', `They are: ${wanted}.`);
  }
  if (options.columnsMap !== null) {
    const why = 'the columns of an M-Pesa statement are known (--input-format csv reads it by the map)';
    throw unusableFlag(text.source, '--columns-map', why);
  }
  const { delimiter, line, headings } = heading;
  const { details, ...others } = HEADINGS;
  const placed = Object.entries(others).map(([column, name]) => [column, placeOf(name, headings)]);
  const places = { ...Object.fromEntries(placed), details: [placeOf(details, headings)] };
  const layout: HistoryLayout = { delimiter, headingLine: line, headings, places, isSaid: true };
  const said = {
    ...options,
    currency: options.currency ?? MPESA_DEFAULTS.currency,
    decimal: options.decimal ?? 'point',
    clock: options.clock ?? NAIROBI,
  };
  yield* historyRows(text, owner, said, { layout, form: OF_MPESA });
}

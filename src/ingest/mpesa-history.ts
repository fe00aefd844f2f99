import { readDateCell } from './column-dates.ts';
import { readNumberCell } from './column-numbers.ts';
import { csvRows } from './csv-rows.ts';
import { DerivedIds } from './derived-ids.ts';
import { findHeadingRow, placeOf } from './heading-row.ts';
import {
  canonicalAmount,
  type HistoryOwner,
  type HistoryRow,
  type HistoryText,
  leftOutRow,
  transactionRow,
  unreadableRow,
} from './history-row.ts';
import { mpesaType } from './mpesa-types.ts';
import { unreadableFile } from './refused-file.ts';

/** What an M-Pesa statement of a customer does not need to be told. */
export const MPESA_DEFAULTS = { institution: 'M-PESA', accountType: 'ewallet', currency: 'KES' } as const;

const HEADINGS = {
  receipt: 'Receipt No',
  time: 'Completion Time',
  details: 'Details',
  status: 'Transaction Status',
  paidIn: 'Paid In',
  withdrawn: 'Withdrawn',
  balance: 'Balance',
} as const;
type Column = keyof typeof HEADINGS;

const YEAR_FIRST = /^\d{4}-\d{2}-\d{2}/;
const NO_TIME = { reason: 'is not a time like 2024-03-28 21:21:52' };

/** Statements show the time in Nairobi, which has no summer time, without saying so. */
const NAIROBI_AHEAD_SECONDS = 3 * 3600;

/** True when the text has the headings of an M-Pesa statement. */
export async function isMpesaStatement(head: string): Promise<boolean> {
  return (await findHeadingRow(head, hasHeadings)) !== null;
}

function hasHeadings(headings: readonly string[]): boolean {
  return Object.values(HEADINGS).every((heading) => placeOf(heading, headings) !== -1);
}

/**
 * Reads the statement of an M-Pesa customer. Rows that were not completed moved no money and are left out. One
 * receipt may stand on several rows, such as a payment, its charge and the overdraft that covered it: each is a
 * transaction, known by receipt, time, direction and amount.
 */
export async function* mpesaHistory(
  text: HistoryText,
  owner: HistoryOwner,
  currency: string,
): AsyncGenerator<HistoryRow> {
  const heading = await findHeadingRow(text.head, hasHeadings);
  if (heading === null) {
    const wanted = Object.values(HEADINGS).join(', ');
    throw unreadableFile(text.source, 'has no headings of an M-Pesa statement', `They are: ${wanted}.`);
  }
  const places = Object.fromEntries(
    Object.entries(HEADINGS).map(([column, name]) => [column, placeOf(name, heading.headings)]),
  ) as Record<Column, number>;
  const ids = new DerivedIds();
  for await (const row of csvRows(text.read(), { delimiter: heading.delimiter, quoted: true })) {
    if (row.line <= heading.line) continue;
    if (row.unreadable !== undefined) yield unreadableRow(row.line, '', '', row.unreadable);
    else if (row.cells.some((cell) => cell.trim() !== '')) {
      const cell = (column: Column) => (row.cells[places[column]] ?? '').trim();
      yield rowOf(row.line, cell, owner, currency, ids);
    }
  }
}

function rowOf(
  line: number,
  cell: (column: Column) => string,
  owner: HistoryOwner,
  currency: string,
  ids: DerivedIds,
): HistoryRow {
  const bad = (column: Column, reason: string) => unreadableRow(line, HEADINGS[column], cell(column), reason);
  const status = cell('status');
  if (status.toLowerCase() !== 'completed') {
    if (status === '') return bad('status', 'the row has no status');
    return leftOutRow(line, cell('receipt'), `status ${status}`);
  }
  const receipt = cell('receipt');
  if (receipt === '') return bad('receipt', 'the row has no receipt number');
  const time = YEAR_FIRST.test(cell('time')) ? readDateCell(cell('time'), 'YMD') : NO_TIME;
  if ('reason' in time) return bad('time', `"${cell('time')}" ${time.reason}`);
  if ('unixSeconds' in time || time.secondOfDay === null) return bad('time', 'the time of day is missing');
  const timestampSeconds =
    Date.parse(`${time.date}T00:00:00Z`) / 1000 + time.secondOfDay - NAIROBI_AHEAD_SECONDS;

  const isIn = cell('paidIn') !== '' && !/^[-0.,]*$/.test(cell('paidIn'));
  const side = isIn ? 'paidIn' : 'withdrawn';
  if (cell(side) === '') return bad('paidIn', 'the row has neither money in nor money out');
  const money = readNumberCell(cell(side), 'point');
  if ('reason' in money) return bad(side, `"${cell(side)}" ${money.reason}`);
  if (isIn && money.negative) return bad('paidIn', 'money paid in is below zero');
  const withdrawn = readNumberCell(cell('withdrawn') || '0', 'point');
  if (isIn && ('reason' in withdrawn || /[1-9]/.test(withdrawn.digits))) {
    return bad('withdrawn', 'the row has money in and money out');
  }
  const balance = cell('balance') === '' ? null : readNumberCell(cell('balance'), 'point');
  if (balance !== null && 'reason' in balance)
    return bad('balance', `"${cell('balance')}" ${balance.reason}`);

  const amount = canonicalAmount(money.digits);
  const event = /[1-9]/.test(amount) ? (isIn ? 'cash_in' : 'cash_out') : 'none';
  return transactionRow(
    {
      line,
      timestampSeconds,
      event,
      amount,
      currency,
      type: mpesaType(cell('details')),
      balance: balance === null ? null : `${balance.negative ? '-' : ''}${canonicalAmount(balance.digits)}`,
      keyIs: 'content',
      key: ['mpesa', receipt, timestampSeconds, event, amount],
    },
    owner,
    ids,
  );
}

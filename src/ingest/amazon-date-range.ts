import { AmazonOrders } from './amazon-orders.ts';
import { amazonTime } from './amazon-time.ts';
import { CsvColumns } from './csv-columns.ts';
import type { CsvRow } from './csv-rows.ts';
import type { OrderCells } from './order-cells.ts';
import { badRow, type OrderRow } from './order-row.ts';

/** Columns of what the buyer paid beside the goods; the taxes Amazon keeps are in the last of them, negative. */
const BESIDES = [
  'product sales tax',
  'shipping credits',
  'shipping credits tax',
  'gift wrap credits',
  'giftwrap credits tax',
  'gift wrap credits tax',
  'sales tax collected',
  'marketplace withheld tax',
  'marketplace facilitator tax',
];
const PROMOTIONS = ['promotional rebates', 'promotional rebates tax'];

/** True for the heading row of a date-range report (transactions, in English). */
export function isDateRangeHeading(columns: CsvColumns): boolean {
  return columns.has('date/time', 'type', 'order id', 'product sales', 'total');
}

/**
 * Reads Amazon's date-range reports of transactions. Some lines of explanation come before the headings; one of
 * them says the currency (`All amounts in EGP, unless specified`).
 */
export async function* amazonDateRange(
  rows: AsyncIterable<CsvRow>,
  read: OrderCells,
): AsyncGenerator<OrderRow> {
  const orders = new AmazonOrders(read.source);
  let columns: CsvColumns | null = null;
  let currency = '';
  for await (const { line, cells, unreadable } of rows) {
    if (unreadable !== undefined) {
      yield badRow(line, '', '', unreadable);
      continue;
    }
    if (columns === null) {
      const headings = new CsvColumns(cells);
      if (isDateRangeHeading(headings)) columns = headings;
      else currency = /amounts? in ([A-Z]{3})\b/i.exec(cells.join(','))?.[1]?.toUpperCase() ?? currency;
      continue;
    }
    addRow(orders, line, columns, cells, { currency, read });
  }
  yield* orders.rows();
}

function addRow(
  orders: AmazonOrders,
  line: number,
  columns: CsvColumns,
  cells: readonly string[],
  { currency, read }: { readonly currency: string; readonly read: OrderCells },
): void {
  const cell = (...names: readonly string[]) => columns.cell(cells, ...names);
  const type = cell('type').toLowerCase();
  const orderId = cell('order id');
  if (orderId === '' || !(type === 'order' || type === 'refund')) return;
  const when = cell('date/time');
  const postedAt = amazonTime(when) ?? amazonTime(read.time(when, 'given') ?? '');
  if (postedAt === null) {
    orders.refuse({ line, orderId }, 'date/time', when, `${when} is not a time as Amazon writes it`);
    return;
  }
  const sum = (names: readonly string[]): number | null => {
    let total = 0;
    for (const name of names) {
      const text = cell(name);
      const amount = read.amount(text);
      if (amount === null) {
        orders.refuse({ line, orderId }, name, text, `${text} is not an amount`);
        return null;
      }
      total += amount;
    }
    return total;
  };
  const [principal, besides, promotions] = [sum(['product sales']), sum(BESIDES), sum(PROMOTIONS)];
  if (principal === null || besides === null || promotions === null) return;
  orders.add({
    line,
    orderId,
    isRefund: type === 'refund',
    postedAt,
    currency: cell('currency') || currency,
    marketplace: cell('marketplace', 'store'),
    shipsTo: ['order city', 'order state', 'order postal']
      .map((name) => cell(name))
      .filter((part) => part !== '')
      .join(', '),
    principal,
    besides,
    promotions,
  });
}

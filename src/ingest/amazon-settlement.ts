import { AmazonOrders } from './amazon-orders.ts';
import { amazonTime } from './amazon-time.ts';
import { CsvColumns } from './csv-columns.ts';
import type { CsvRow } from './csv-rows.ts';
import type { OrderCells } from './order-cells.ts';
import { badRow, type OrderRow } from './order-row.ts';

/** True for the heading row of a settlement report, flat file V1 or V2. */
export function isSettlementHeading(columns: CsvColumns): boolean {
  if (!columns.has('settlement id', 'transaction type', 'order id', 'posted date')) return false;
  return (
    columns.has('price type', 'price amount') || columns.has('amount type', 'amount description', 'amount')
  );
}

/**
 * Reads Amazon's settlement reports. V1 has a pair of columns for each kind of amount, V2 one of `amount-type`,
 * `amount-description` and `amount`. Many rows make one order; fees, reserves and transfers are no part of what a
 * buyer paid and are passed over. An order sent in two settlement periods is in two reports, each with its part.
 */
export async function* amazonSettlement(
  rows: AsyncIterable<CsvRow>,
  read: OrderCells,
): AsyncGenerator<OrderRow> {
  const orders = new AmazonOrders(read.source);
  let columns: CsvColumns | null = null;
  // Only the first row, of the settlement as a whole, has the currency.
  let currency = '';
  for await (const { line, cells, unreadable } of rows) {
    if (unreadable !== undefined) {
      yield badRow(line, '', '', unreadable);
      continue;
    }
    if (columns === null) {
      const headings = new CsvColumns(cells);
      if (isSettlementHeading(headings)) columns = headings;
      continue;
    }
    currency = columns.cell(cells, 'currency') || currency;
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
  const type = cell('transaction type').toLowerCase();
  const orderId = cell('order id');
  if (orderId === '' || !(type === 'order' || type === 'refund')) return;
  const posted = cell('posted date time', 'posted date');
  const postedAt = amazonTime(posted) ?? amazonTime(read.time(posted, 'given') ?? '');
  if (postedAt === null) {
    orders.refuse({ line, orderId }, 'posted-date', posted, `${posted} is not a time as Amazon writes it`);
    return;
  }
  const parts = columns.has('amount type') ? partsOfV2(columns, cells) : partsOfV1(columns, cells);
  const sums = { principal: 0, besides: 0, promotions: 0 };
  for (const { kind, column, text } of parts) {
    const amount = read.amount(text);
    if (amount === null) {
      orders.refuse({ line, orderId }, column, text, `${text} is not an amount`);
      return;
    }
    sums[kind] += amount;
  }
  const marketplace = cell('marketplace name');
  orders.add({
    line,
    orderId,
    isRefund: type === 'refund',
    postedAt,
    currency,
    marketplace,
    shipsTo: '',
    ...sums,
  });
}

interface Part {
  readonly kind: 'principal' | 'besides' | 'promotions';
  readonly column: string;
  readonly text: string;
}

function partsOfV1(columns: CsvColumns, cells: readonly string[]): readonly Part[] {
  // Among the fees, only the taxes that Amazon collects and keeps lessen what the buyer paid the shop.
  if (/^marketplacefacilitator|^lowvaluegoods/i.test(columns.cell(cells, 'item related fee type'))) {
    const text = columns.cell(cells, 'item related fee amount');
    return [{ kind: 'besides', column: 'item-related-fee-amount', text }];
  }
  const kind = columns.cell(cells, 'price type').toLowerCase() === 'principal' ? 'principal' : 'besides';
  return [
    { kind, column: 'price-amount', text: columns.cell(cells, 'price amount') },
    { kind: 'promotions', column: 'promotion-amount', text: columns.cell(cells, 'promotion amount') },
  ];
}

/** Of the amount types, only these are between the buyer and the shop; the rest are between the shop and Amazon. */
function partsOfV2(columns: CsvColumns, cells: readonly string[]): readonly Part[] {
  const type = columns.cell(cells, 'amount type').toLowerCase();
  const text = columns.cell(cells, 'amount');
  if (type === 'promotion') return [{ kind: 'promotions', column: 'amount', text }];
  if (type === 'itemwithheldtax') return [{ kind: 'besides', column: 'amount', text }];
  if (type !== 'itemprice') return [];
  const isPrincipal = columns.cell(cells, 'amount description').toLowerCase() === 'principal';
  return [{ kind: isPrincipal ? 'principal' : 'besides', column: 'amount', text }];
}

import { countryCode } from './country-code.ts';
import { CsvColumns, isRounded, withoutGuard } from './csv-columns.ts';
import type { CsvRow } from './csv-rows.ts';
import { customerReference } from './customer-reference.ts';
import type { OrderCells } from './order-cells.ts';
import { badRow, type OrderRow, orderRow } from './order-row.ts';
import { laterTime } from './order-time.ts';

/** True for the heading row of Shopify's orders CSV. */
export function isShopifyHeading(columns: CsvColumns): boolean {
  return columns.has('name', 'financial status', 'total', 'created at', 'lineitem name');
}

/**
 * Reads Shopify's orders CSV. An order spans as many rows as it has lines; only the first has its status and
 * totals, so a row without them continues the order above and is none of its own. The order's id is the `Id`
 * column, which the REST interface has too, else its name (`#1001`).
 */
export async function* shopifyCsv(rows: AsyncIterable<CsvRow>, read: OrderCells): AsyncGenerator<OrderRow> {
  let columns: CsvColumns | null = null;
  let above: string | null = null;
  for await (const { line, cells, unreadable } of rows) {
    if (unreadable !== undefined) {
      yield badRow(line, '', '', unreadable);
      continue;
    }
    if (columns === null) {
      const headings = new CsvColumns(cells);
      if (isShopifyHeading(headings)) columns = headings;
      continue;
    }
    const name = columns.cell(cells, 'name');
    if (name !== '' && name === above) continue;
    if (isContinuation(columns, cells)) {
      yield badRow(line, 'Name', name, 'the row continues an order whose first row is not above it');
      continue;
    }
    above = name;
    yield toOrder(line, columns, cells, read);
  }
}

function isContinuation(columns: CsvColumns, cells: readonly string[]): boolean {
  return columns.cell(cells, 'financial status', 'total', 'currency', 'created at', 'id') === '';
}

function toOrder(line: number, columns: CsvColumns, cells: readonly string[], read: OrderCells): OrderRow {
  const cell = (...names: readonly string[]) => columns.cell(cells, ...names);
  const time = (name: string) => read.time(cell(name), 'given');
  const id = withoutGuard(cell('id'));
  if (isRounded(id)) {
    return badRow(line, 'Id', id, 'the id was changed by a spreadsheet: its last digits are lost');
  }
  const cancelled = time('cancelled at');
  const changes = [time('created at'), time('paid at'), time('fulfilled at'), cancelled];
  return orderRow(line, {
    id: id === '' ? cell('name') : id,
    channel: cell('source'),
    created_at: time('created at'),
    // The file has no time of the last change: the latest it tells of stands for it.
    updated_at: changes.reduce(laterTime, undefined),
    cancelled_at: cancelled,
    currency: cell('currency'),
    subtotal_price: read.amountText(cell('subtotal')),
    total_discounts: read.amountText(cell('discount amount')),
    total_price: read.amountText(cell('total')),
    financial_status: read.financial(cell('financial status')) ?? cell('financial status'),
    fulfillment_status: cell('fulfillment status'),
    payment_gateway_names: cell('payment method').split(' + ').join(', '),
    customer_id: customerReference('', cell('email'), cell('phone', 'billing phone', 'shipping phone')),
    shipping_address: {
      country_code: countryCode(cell('shipping country')),
      address_line: cell('shipping street', 'shipping address1'),
    },
  });
}

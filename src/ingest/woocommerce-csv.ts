import { countryCode } from './country-code.ts';
import { CsvColumns, isRounded, withoutGuard } from './csv-columns.ts';
import type { CsvRow } from './csv-rows.ts';
import { customerReference } from './customer-reference.ts';
import type { OrderCells } from './order-cells.ts';
import { badRow, type OrderRow, orderRow } from './order-row.ts';
import { laterTime } from './order-time.ts';
import { wooStatuses } from './woocommerce-status.ts';

/**
 * WooCommerce has no orders CSV of its own; its export extensions name the same columns differently. The first of
 * a list that is there and not empty counts.
 */
const ID = ['order id', 'id', 'order number', 'number', 'order #', 'order no'];
const STATUS = ['order status', 'status'];
const CREATED_UTC = ['date created gmt', 'order date gmt', 'created date gmt'];
const CREATED = ['order date', 'date created', 'created date', 'date'];
const CHANGED_UTC = ['date modified gmt', 'modified date gmt'];
const CHANGED = ['date modified', 'modified date', 'order modified date'];
const PAID = ['date paid gmt', 'paid date', 'date paid', 'order paid date'];
const COMPLETED = ['completed date', 'date completed', 'order completed date'];
const CURRENCY = ['order currency', 'currency', 'currency code'];
const TOTAL = ['order total', 'order total amount', 'total', 'order amount'];
const REFUNDED = [
  'refunded total',
  'order refund amount',
  'total refunded',
  'refunded amount',
  'refund amount',
];
const SUBTOTAL = ['order subtotal', 'order subtotal amount', 'cart subtotal', 'subtotal', 'items subtotal'];
const DISCOUNT = ['discount total', 'cart discount', 'cart discount amount', 'order discount', 'discount'];
const METHOD = ['payment method', 'payment method id', 'payment method title'];
const CUSTOMER = ['customer id', 'customer user', 'customer user id', 'user id'];
const EMAIL = ['billing email', 'email billing', 'customer email', 'email'];
const PHONE = ['billing phone', 'phone billing', 'customer phone', 'phone'];
const COUNTRY = [
  'shipping country',
  'shipping country code',
  'country code shipping',
  'country name shipping',
];
const ADDRESS = ['shipping address 1', 'address 1 2 shipping', 'shipping address'];
/** One of these sets an export of WooCommerce apart from other tables with an id, a date and a total. */
const MARKS = [
  'order key',
  'order currency',
  'payment method title',
  'billing first name',
  'first name billing',
];

/** True for the heading row of an orders CSV of WooCommerce. */
export function isWoocommerceHeading(columns: CsvColumns): boolean {
  const hasOne = (names: readonly string[]) => names.some((name) => columns.has(name));
  return [ID, STATUS, [...CREATED_UTC, ...CREATED], TOTAL, [...MARKS, ...SUBTOTAL, ...CUSTOMER]].every(
    hasOne,
  );
}

/**
 * Reads an orders CSV of WooCommerce. Rows of the same order one after the other (one an item) are one order, as
 * are rows without an id of their own. Times without an offset are read as Cairo time.
 */
export async function* woocommerceCsv(
  rows: AsyncIterable<CsvRow>,
  read: OrderCells,
): AsyncGenerator<OrderRow> {
  let columns: CsvColumns | null = null;
  let above: string | null = null;
  let told = false;
  for await (const { line, cells, unreadable } of rows) {
    if (unreadable !== undefined) {
      yield badRow(line, '', '', unreadable);
      continue;
    }
    if (columns === null) {
      const headings = new CsvColumns(cells);
      if (isWoocommerceHeading(headings)) columns = headings;
      continue;
    }
    const id = withoutGuard(columns.cell(cells, ...ID)).replace(/^#/, '');
    if (above !== null && (id === above || (id === '' && columns.cell(cells, ...TOTAL) === ''))) continue;
    above = id;
    if (
      !told &&
      columns.cell(cells, ...CREATED_UTC) === '' &&
      read.lacksZone(columns.cell(cells, ...CREATED))
    ) {
      told = true;
      yield { line, value: null, notice: 'times without an offset are read as Cairo time' };
    }
    yield isRounded(id)
      ? badRow(line, 'order id', id, 'the id was changed by a spreadsheet: its last digits are lost')
      : toOrder(line, id, columns, cells, read);
  }
}

function toOrder(
  line: number,
  id: string,
  columns: CsvColumns,
  cells: readonly string[],
  read: OrderCells,
): OrderRow {
  const cell = (names: readonly string[]) => columns.cell(cells, ...names);
  const created = read.time(cell(CREATED_UTC), 'utc') ?? read.time(cell(CREATED), 'cairo');
  const changed = read.time(cell(CHANGED_UTC), 'utc') ?? read.time(cell(CHANGED), 'cairo');
  const paidAt = cell(PAID);
  const completedAt = read.time(cell(COMPLETED), 'cairo');
  const refundedCell = cell(REFUNDED);
  const refunded = read.amount(refundedCell);
  if (refunded === null) return badRow(line, 'refunded', refundedCell, `${refundedCell} is not an amount`);
  const statuses = wooStatuses({
    status: cell(STATUS),
    paid: PAID.some((name) => columns.has(name)) ? paidAt !== '' : null,
    completed: completedAt !== undefined,
    paymentMethod: cell(METHOD),
    total: read.amount(cell(TOTAL)),
    refunded: Math.abs(refunded),
  });
  return orderRow(line, {
    id,
    confirmed: statuses.confirmed,
    created_at: created,
    updated_at: changed ?? laterTime(created, completedAt),
    cancelled_at: statuses.cancelled ? (changed ?? created) : undefined,
    currency: cell(CURRENCY),
    subtotal_price: read.amountText(cell(SUBTOTAL)),
    total_discounts: read.amountText(cell(DISCOUNT).replace(/^[-\u2212]/, '')),
    total_price: read.amountText(cell(TOTAL)),
    financial_status: read.financial(cell(STATUS)) ?? statuses.financial,
    fulfillment_status: statuses.fulfillment,
    payment_gateway_names: cell(METHOD),
    customer_id: customerReference(cell(CUSTOMER), cell(EMAIL), cell(PHONE)),
    shipping_address: { country_code: countryCode(cell(COUNTRY)), address_line: cell(ADDRESS) },
  });
}

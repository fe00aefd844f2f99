import type { OrderLine } from './merchant-data.ts';
import { MAX_AMOUNT_PIASTRES, type Piastres } from './money.ts';

/** As in `data-fields.ts`: longer values are for the careful reader to refuse. */
const MAX_TEXT_LENGTH = 1_000;
const MAX_ID_LENGTH = 64;
/** The largest amount without decimals has twelve digits. */
const MAX_WHOLE_DIGITS = 12;
const MAX_OFFSET_HOURS = 14;
/** No shop sold outside of these; other years are for the careful reader to judge. */
const FIRST_PLAIN_YEAR = 1970;
const LAST_PLAIN_YEAR = 2199;

type Address = { readonly country_code?: unknown; readonly address_line?: unknown };

/**
 * Reads an order whose every value is written in the usual way, or answers null for the careful reader of
 * `merchant-data.ts`, which then takes it or says what is wrong. Data files hold millions of orders and nearly
 * all are plain: this reads one in a tenth of the time, and never differently.
 */
export function readPlainOrder(record: Readonly<Record<string, unknown>>): OrderLine | null {
  const { created_at: createdAt, merchant, store_id: storeId, id, currency } = record;
  const createdAtMs = plainInstant(createdAt);
  const updatedAt = record.updated_at ?? createdAt;
  const updatedAtMs = updatedAt === createdAt ? createdAtMs : plainInstant(updatedAt);
  const processedAt = record.processed_at ?? createdAt;
  const cancelledAt = record.cancelled_at ?? null;
  const totalPiastres = plainPrice(record.total_price);
  const subtotalPiastres = plainPrice(record.subtotal_price ?? record.total_price);
  const discountsPiastres = plainPrice(record.total_discounts ?? '0');
  // NaN fails every comparison, so one that is not plain fails here.
  if (!(createdAtMs + updatedAtMs > Number.NEGATIVE_INFINITY)) return null;
  if (totalPiastres < 0 || subtotalPiastres < 0 || discountsPiastres < 0) return null;
  if (!isPlainId(merchant) || !isPlainId(storeId) || !isPlainId(id)) return null;
  if (typeof currency !== 'string' || !isCurrency(currency)) return null;
  if (processedAt !== createdAt && processedAt !== updatedAt && Number.isNaN(plainInstant(processedAt)))
    return null;
  if (cancelledAt !== null && Number.isNaN(plainInstant(cancelledAt))) return null;
  const confirmed = record.confirmed ?? true;
  if (typeof confirmed !== 'boolean') return null;
  const address = (record.shipping_address ?? {}) as Address;
  if (typeof address !== 'object' || Array.isArray(address)) return null;
  const integration = record.integration ?? null;
  if (integration !== null && !isText(integration)) return null;
  const channel = record.channel ?? '';
  const financialStatus = record.financial_status ?? '';
  const fulfillmentStatus = record.fulfillment_status ?? '';
  const paymentGatewayNames = record.payment_gateway_names ?? '';
  const customerId = record.customer_id ?? '';
  const countryCode = address.country_code ?? '';
  const addressLine = address.address_line ?? '';
  if (!isText(channel) || !isText(financialStatus) || !isText(fulfillmentStatus)) return null;
  if (!isText(paymentGatewayNames) || !isText(customerId)) return null;
  if (!isText(countryCode) || !isText(addressLine)) return null;
  return {
    kind: 'order',
    merchant,
    storeId,
    id,
    integration,
    channel,
    confirmed,
    createdAt: createdAt as string,
    createdAtMs,
    updatedAt: updatedAt as string,
    updatedAtMs,
    processedAt: processedAt as string,
    cancelledAt: cancelledAt as string | null,
    currency,
    subtotalPiastres: subtotalPiastres as Piastres,
    discountsPiastres: discountsPiastres as Piastres,
    totalPiastres: totalPiastres as Piastres,
    financialStatus,
    fulfillmentStatus,
    paymentGatewayNames,
    customerId,
    countryCode,
    addressLine,
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT_LENGTH;
}

function isPlainId(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_ID_LENGTH) return false;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return false;
  }
  return true;
}

function isCurrency(text: string): boolean {
  if (text.length !== 3) return false;
  for (let i = 0; i < 3; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x41 || code > 0x5a) return false;
  }
  return true;
}

/** Piastres of `1234` or `1234.50`; -1 for anything else. */
function plainPrice(value: unknown): number {
  if (typeof value !== 'string') return -1;
  const point = value.length - 3;
  const hasPoint = point > 0 && value.charCodeAt(point) === 0x2e;
  const wholeEnd = hasPoint ? point : value.length;
  if (wholeEnd === 0 || wholeEnd > MAX_WHOLE_DIGITS) return -1;
  const whole = digits(value, 0, wholeEnd);
  const cents = hasPoint ? digits(value, point + 1, value.length) : 0;
  const amount = whole * 100 + cents;
  return amount <= MAX_AMOUNT_PIASTRES ? amount : -1;
}

/** Milliseconds of `2026-03-01T12:00:00Z`, `…00.000Z` or either with `+02:00`; NaN for anything else. */
function plainInstant(value: unknown): number {
  if (typeof value !== 'string') return Number.NaN;
  const hasMillis = value.charCodeAt(19) === 0x2e;
  const zoneAt = hasMillis ? 23 : 19;
  const isUtc = value.length === zoneAt + 1 && value.charCodeAt(zoneAt) === 0x5a;
  if (!isUtc && value.length !== zoneAt + 6) return Number.NaN;
  if (value.charCodeAt(4) !== 0x2d || value.charCodeAt(7) !== 0x2d || value.charCodeAt(10) !== 0x54)
    return Number.NaN;
  if (value.charCodeAt(13) !== 0x3a || value.charCodeAt(16) !== 0x3a) return Number.NaN;
  const year = digits(value, 0, 4);
  const month = digits(value, 5, 7);
  const day = digits(value, 8, 10);
  const hour = digits(value, 11, 13);
  const minute = digits(value, 14, 16);
  const second = digits(value, 17, 19);
  if (
    !(
      year >= FIRST_PLAIN_YEAR &&
      year <= LAST_PLAIN_YEAR &&
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= 31
    )
  )
    return Number.NaN;
  if (!(hour <= 23 && minute <= 59 && second <= 59)) return Number.NaN;
  const millis = hasMillis ? digits(value, 20, 23) : 0;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second, millis);
  if (day > 28 && new Date(ms).getUTCDate() !== day) return Number.NaN;
  return isUtc ? ms : ms - plainOffsetMs(value, zoneAt);
}

/** Of the six characters from `at`, such as `+02:00`. */
function plainOffsetMs(text: string, at: number): number {
  const sign = text.charCodeAt(at);
  if ((sign !== 0x2b && sign !== 0x2d) || text.charCodeAt(at + 3) !== 0x3a) return Number.NaN;
  const hours = digits(text, at + 1, at + 3);
  const minutes = digits(text, at + 4, at + 6);
  if (!(hours <= MAX_OFFSET_HOURS && minutes <= 59)) return Number.NaN;
  const offset = (hours * 60 + minutes) * 60_000;
  return sign === 0x2d ? -offset : offset;
}

/** The number that the characters from `start` to before `end` write; NaN when one is not an ASCII digit. */
function digits(text: string, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

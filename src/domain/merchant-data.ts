import { type CalendarDate, parseDate } from './dates.ts';
import { looksLikeId } from './identifiers.ts';
import { parseInstant } from './instant.ts';
import { type Piastres, parseAmount } from './money.ts';
import { isRefusal } from './refusal.ts';

export const STORE_STATUSES = ['QUEUED', 'FETCHING', 'READY', 'DISCONNECTED', 'ERRORED'] as const;
export type StoreStatus = (typeof STORE_STATUSES)[number];

/** A merchant as a data file gives it. Absent values are null. */
export interface MerchantLine {
  readonly kind: 'merchant';
  readonly externalId: string;
  readonly name: string | null;
  readonly contactName: string | null;
  readonly contactPhone: string | null;
  readonly foundedOn: CalendarDate | null;
  readonly ownerUserId: string | null;
  readonly updatedAtMs: number | null;
}

/** A connected store of a merchant named by its external id (or our own id). */
export interface StoreLine {
  readonly kind: 'store';
  readonly merchant: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly status: StoreStatus;
}

/** An order; timestamps as received, prices in whole piastres of the order's own currency. */
export interface OrderLine {
  readonly kind: 'order';
  readonly merchant: string;
  readonly storeId: string;
  readonly id: string;
  /** null: the store's type in lower case. */
  readonly integration: string | null;
  readonly channel: string;
  readonly confirmed: boolean;
  readonly createdAt: string;
  readonly createdAtMs: number;
  readonly updatedAt: string;
  readonly updatedAtMs: number;
  readonly processedAt: string;
  readonly cancelledAt: string | null;
  readonly currency: string;
  readonly subtotalPiastres: Piastres;
  readonly discountsPiastres: Piastres;
  readonly totalPiastres: Piastres;
  readonly financialStatus: string;
  readonly fulfillmentStatus: string;
  readonly paymentGatewayNames: string;
  readonly customerId: string;
  readonly countryCode: string;
  readonly addressLine: string;
}

export type MerchantDataLine = MerchantLine | StoreLine | OrderLine;

/** Why a line of a data file is refused. */
export interface LineFault {
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

/** Longest text kept of a field: names, addresses, gateways. */
const MAX_TEXT_LENGTH = 1_000;
const MAX_ID_LENGTH = 64;

class Fault extends Error {
  readonly fault: LineFault;
  constructor(field: string, value: unknown, reason: string) {
    super(reason);
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    this.fault = { field, value: text.slice(0, 200), reason };
  }
}

/** Reads one record of our JSON Lines form; answers the first fault of a record that cannot be taken. */
export function readMerchantDataLine(value: unknown): MerchantDataLine | { readonly fault: LineFault } {
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Fault('', value, 'the line is not a JSON object');
    }
    const fields = new Fields(value as Record<string, unknown>);
    switch (fields.raw('kind')) {
      case 'merchant':
        return readMerchant(fields);
      case 'store':
        return readStore(fields);
      case 'order':
        return readOrder(fields);
      default:
        throw new Fault('kind', fields.raw('kind'), 'kind must be merchant, store or order');
    }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault };
    throw error;
  }
}

function readMerchant(fields: Fields): MerchantLine {
  const externalId = fields.id('external_id');
  if (looksLikeId(externalId) !== null) {
    throw new Fault('external_id', externalId, 'an external id must not look like an id of loandesk');
  }
  const founded = fields.optionalText('founded_on');
  const foundedOn = founded === null ? null : parseDate(founded);
  if (isRefusal(foundedOn)) throw new Fault('founded_on', founded, foundedOn.message);
  return {
    kind: 'merchant',
    externalId,
    name: fields.optionalText('name'),
    contactName: fields.optionalText('contact_name'),
    contactPhone: fields.optionalText('contact_phone'),
    foundedOn,
    ownerUserId: fields.optionalText('owner_user_id'),
    updatedAtMs: fields.optionalInstant('updated_at')?.ms ?? null,
  };
}

function readStore(fields: Fields): StoreLine {
  const status = fields.optionalText('status') ?? 'READY';
  if (!(STORE_STATUSES as readonly string[]).includes(status)) {
    throw new Fault('status', status, `status must be one of ${STORE_STATUSES.join(', ')}`);
  }
  return {
    kind: 'store',
    merchant: fields.id('merchant'),
    id: fields.id('id'),
    type: fields.text('type'),
    name: fields.text('name'),
    status: status as StoreStatus,
  };
}

function readOrder(fields: Fields): OrderLine {
  const created = fields.instant('created_at');
  const updated = fields.optionalInstant('updated_at') ?? created;
  const processed = fields.optionalInstant('processed_at') ?? created;
  const total = fields.price('total_price');
  const address = fields.object('shipping_address');
  return {
    kind: 'order',
    merchant: fields.id('merchant'),
    storeId: fields.id('store_id'),
    id: fields.id('id'),
    integration: fields.optionalText('integration'),
    channel: fields.optionalText('channel') ?? '',
    confirmed: fields.flag('confirmed', true),
    createdAt: created.text,
    createdAtMs: created.ms,
    updatedAt: updated.text,
    updatedAtMs: updated.ms,
    processedAt: processed.text,
    cancelledAt: fields.optionalInstant('cancelled_at')?.text ?? null,
    currency: readCurrency(fields),
    subtotalPiastres: fields.optionalPrice('subtotal_price') ?? total,
    discountsPiastres: fields.optionalPrice('total_discounts') ?? (0 as Piastres),
    totalPiastres: total,
    financialStatus: fields.optionalText('financial_status') ?? '',
    fulfillmentStatus: fields.optionalText('fulfillment_status') ?? '',
    paymentGatewayNames: fields.optionalText('payment_gateway_names') ?? '',
    customerId: fields.optionalText('customer_id') ?? '',
    countryCode: address?.optionalText('country_code') ?? '',
    addressLine: address?.optionalText('address_line') ?? '',
  };
}

function readCurrency(fields: Fields): string {
  const currency = fields.text('currency');
  if (!/^[A-Z]{3}$/.test(currency)) {
    throw new Fault('currency', currency, 'a currency is three capital letters, such as EGP');
  }
  return currency;
}

/** Reads typed fields off a record; each reader names the field it could not read. */
class Fields {
  readonly #record: Readonly<Record<string, unknown>>;
  constructor(record: Readonly<Record<string, unknown>>) {
    this.#record = record;
  }

  raw(name: string): unknown {
    return this.#record[name];
  }

  text(name: string): string {
    const value = this.optionalText(name);
    if (value === null || value === '') throw new Fault(name, value ?? '', `${name} is required`);
    return value;
  }

  optionalText(name: string): string | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') throw new Fault(name, value, `${name} must be text`);
    if (value.length > MAX_TEXT_LENGTH) {
      throw new Fault(name, value, `${name} is longer than ${MAX_TEXT_LENGTH} characters`);
    }
    return value;
  }

  id(name: string): string {
    const value = this.text(name);
    if (value.length > MAX_ID_LENGTH) {
      throw new Fault(name, value, `${name} is longer than ${MAX_ID_LENGTH} characters`);
    }
    if (/\p{Cc}/u.test(value)) throw new Fault(name, value, `${name} has a control character in it`);
    return value;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.#record[name];
    if (value === undefined || value === null) return fallback;
    if (typeof value !== 'boolean') throw new Fault(name, value, `${name} must be true or false`);
    return value;
  }

  instant(name: string): { text: string; ms: number } {
    const text = this.text(name);
    const ms = parseInstant(text);
    if (isRefusal(ms)) throw new Fault(name, text, ms.message);
    return { text, ms };
  }

  optionalInstant(name: string): { text: string; ms: number } | null {
    return this.optionalText(name) === null ? null : this.instant(name);
  }

  price(name: string): Piastres {
    const price = this.optionalPrice(name);
    if (price === null) throw new Fault(name, '', `${name} is required`);
    return price;
  }

  optionalPrice(name: string): Piastres | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw new Fault(name, value, `${name} must be a decimal number`);
    }
    const amount = parseAmount(String(value));
    if (isRefusal(amount)) throw new Fault(name, value, amount.message);
    return amount;
  }

  object(name: string): Fields | null {
    const value = this.#record[name];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'object' || Array.isArray(value)) {
      throw new Fault(name, value, `${name} must be an object`);
    }
    return new Fields(value as Record<string, unknown>);
  }
}

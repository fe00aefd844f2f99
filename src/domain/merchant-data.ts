import { FieldFaultError, type Fields, type LineFault, readRecord } from './data-fields.ts';
import { type CalendarDate, parseDate } from './dates.ts';
import { looksLikeId } from './identifiers.ts';
import type { Piastres } from './money.ts';
import { readPlainOrder } from './plain-order.ts';
import { isRefusal } from './refusal.ts';
import { STORE_STATUSES, type StoreStatus } from './store-status.ts';

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
  /** null: as it is; READY when the store is new. */
  readonly status: StoreStatus | null;
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

/** Money given back for an order that another file tells of: it changes what the order is, and is no record itself. */
export interface RefundLine {
  readonly kind: 'refund';
  readonly merchant: string;
  readonly storeId: string;
  /** Of the order. */
  readonly id: string;
  /** All that was given back, as far as it is known. */
  readonly amountPiastres: Piastres;
  readonly currency: string;
  readonly refundedAt: string;
  readonly refundedAtMs: number;
}

export type MerchantDataLine = MerchantLine | StoreLine | OrderLine | RefundLine;

/** Reads one record of our JSON Lines form; answers the first fault of a record that cannot be taken. */
export function readMerchantDataLine(value: unknown): MerchantDataLine | { readonly fault: LineFault } {
  return readRecord(value, (fields) => {
    switch (fields.raw('kind')) {
      case 'merchant':
        return readMerchant(fields);
      case 'store':
        return readStore(fields);
      case 'order':
        return readPlainOrder(value as Record<string, unknown>) ?? readOrder(fields);
      case 'refund':
        return readRefund(fields);
      default:
        throw new FieldFaultError('kind', fields.raw('kind'), 'kind must be merchant, store or order');
    }
  });
}

function readMerchant(fields: Fields): MerchantLine {
  const externalId = fields.id('external_id');
  if (looksLikeId(externalId) !== null) {
    throw new FieldFaultError(
      'external_id',
      externalId,
      'an external id must not look like an id of loandesk',
    );
  }
  const founded = fields.optionalText('founded_on');
  const foundedOn = founded === null ? null : parseDate(founded);
  if (isRefusal(foundedOn)) throw new FieldFaultError('founded_on', founded, foundedOn.message);
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
  return {
    kind: 'store',
    merchant: fields.id('merchant'),
    id: fields.id('id'),
    type: fields.text('type'),
    name: fields.text('name'),
    status: fields.optionalText('status') === null ? null : fields.choice('status', STORE_STATUSES),
  };
}

function readRefund(fields: Fields): RefundLine {
  const refunded = fields.instant('refunded_at');
  return {
    kind: 'refund',
    merchant: fields.id('merchant'),
    storeId: fields.id('store_id'),
    id: fields.id('id'),
    amountPiastres: fields.price('amount'),
    currency: fields.currency('currency'),
    refundedAt: refunded.text,
    refundedAtMs: refunded.ms,
  };
}

/** What an order's money is once so much of its total was given back. */
export function statusAfterRefund(
  before: { readonly financialStatus: string; readonly totalPiastres: number },
  refundedPiastres: number,
): string {
  if (before.financialStatus === 'refunded' || before.financialStatus === 'voided')
    return before.financialStatus;
  return refundedPiastres >= before.totalPiastres ? 'refunded' : 'partially_refunded';
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
    currency: fields.currency('currency'),
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMerchantDataLine } from '../../src/domain/merchant-data.ts';
import { readPlainOrder } from '../../src/domain/plain-order.ts';

const ORDER = {
  kind: 'order',
  merchant: 'm',
  store_id: 's',
  id: '1',
  created_at: '2026-03-01T12:00:00+02:00',
  currency: 'EGP',
  total_price: '10.50',
};

const two = (n: number) => String(n).padStart(2, '0');
const instant = fc
  .record({
    at: fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(2199, 11, 31) }),
    length: fc.constantFrom(19, 23),
    offset: fc.constantFrom('Z', '+02:00', '-03:30', '+14:00', '-00:00'),
  })
  .map(({ at, length, offset }) => `${new Date(at).toISOString().slice(0, length)}${offset}`);
const price = fc.oneof(
  fc.integer({ min: 0, max: 99_999_999_999_999 }).map((n) => `${Math.floor(n / 100)}.${two(n % 100)}`),
  fc.integer({ min: 0, max: 999_999_999_999 }).map(String),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => !/\p{Cc}/u.test(one));

const order = fc.record({
  kind: fc.constant('order'),
  merchant: id,
  store_id: id,
  id,
  integration: optional(text),
  channel: optional(text),
  confirmed: optional(fc.boolean()),
  created_at: instant,
  updated_at: optional(instant),
  processed_at: optional(instant),
  cancelled_at: optional(instant),
  currency: fc.constantFrom('EGP', 'USD'),
  subtotal_price: optional(price),
  total_discounts: optional(price),
  total_price: price,
  financial_status: optional(text),
  fulfillment_status: optional(text),
  payment_gateway_names: optional(text),
  customer_id: optional(text),
  shipping_address: optional(fc.record({ country_code: optional(text), address_line: optional(text) })),
});

/** Something no plain reading takes, which changes nothing the careful one reads. */
function spelledUnusually(record: Record<string, unknown>) {
  return { ...record, total_price: String(record.total_price).replace(/^/, '0000000000000') };
}

describe('plain orders', () => {
  it('are read as the careful reader reads them', () => {
    fc.assert(
      fc.property(order, (record) => {
        const plain = readPlainOrder(record);
        expect(plain).not.toBeNull();
        expect(readPlainOrder(spelledUnusually(record))).toBeNull();
        expect(readMerchantDataLine(spelledUnusually(record))).toEqual(plain);
      }),
    );
  });

  it.each([
    ['created_at', '2026-02-30T12:00:00Z'],
    ['created_at', '2026-02-29T12:00:00+02:00'],
    ['created_at', '2026-13-01T12:00:00Z'],
    ['created_at', '2026-03-01T24:00:00Z'],
    ['created_at', '2026-03-01T12:00:00'],
    ['created_at', '2026-03-01T12:00:0xZ'],
    ['created_at', '2026-03-01T12:00:00.000'],
    ['created_at', '2026-03-01T12:00:00.00xZ'],
    ['created_at', 1_772_366_400],
    ['updated_at', '2026-03-01 noon'],
    ['processed_at', 'yesterday'],
    ['cancelled_at', ''],
    ['total_price', '-1.00'],
    ['total_price', '1.005'],
    ['total_price', '1,00'],
    ['total_price', ''],
    ['total_price', '.50'],
    ['total_price', '1000000000000.00'],
    ['total_price', null],
    ['subtotal_price', 'free'],
    ['total_discounts', '1e2'],
    ['currency', 'egp'],
    ['currency', 'EGPX'],
    ['id', ''],
    ['id', 'a\u0007b'],
    ['id', 7],
    ['merchant', undefined],
    ['store_id', 'x'.repeat(65)],
    ['confirmed', 'yes'],
    ['channel', 5],
    ['customer_id', 'x'.repeat(1001)],
    ['shipping_address', 'Cairo'],
    ['shipping_address', ['Cairo']],
  ])('with %s %j are refused, naming the field', (field, value) => {
    const read = readMerchantDataLine({ ...ORDER, [field]: value });
    expect(read).toMatchObject({ fault: { field } });
  });

  it.each([
    ['total_price', 10.5, 1050],
    ['total_price', '١٠٫٥٠', 1050],
    ['total_price', '10.5', 1050],
  ])('with %s %j are left to the careful reader', (field, value, amount) => {
    const record = { ...ORDER, [field]: value };
    expect(readPlainOrder(record)).toBeNull();
    expect(readMerchantDataLine(record)).toMatchObject({ totalPiastres: amount });
  });

  it('may have a leap day, and a timestamp with a blank for its T', () => {
    expect(readPlainOrder({ ...ORDER, created_at: '2028-02-29T12:00:00Z' })).not.toBeNull();
    const blank = { ...ORDER, created_at: '2026-03-01 12:00:00+02:00' };
    expect(readPlainOrder(blank)).toBeNull();
    expect(readMerchantDataLine(blank)).toMatchObject({ createdAtMs: Date.parse(ORDER.created_at) });
  });
});

import { describe, expect, it } from 'vitest';
import { readOrders } from './read-orders.ts';

const ORDER = {
  id: 4507,
  name: '#1001',
  created_at: '2026-01-10T11:00:00-05:00',
  updated_at: '2026-01-11T11:00:00-05:00',
  currency: 'USD',
  subtotal_price: '597.00',
  total_discounts: '10.00',
  total_price: '598.94',
  financial_status: 'partially_refunded',
  payment_gateway_names: ['bogus', 'gift_card'],
  customer: { id: 207119551, email: 'x@example.com' },
  shipping_address: { address1: '92 Sample Street', address2: 'Unit 3', country_code: 'US' },
  note_attributes: [{ name: 'data', value: '[}{' }],
};

const TEXT = JSON.stringify(ORDER).replace('"id":4507', '"id":820982911946154508');

describe('Shopify orders JSON', () => {
  it('takes an order as given, joins the gateways and keeps a long id whole', async () => {
    const { orders, bad } = await readOrders(`{"orders": [${TEXT}]}`);
    expect(bad).toEqual([]);
    expect(orders).toMatchObject([
      {
        kind: 'order',
        id: '820982911946154508',
        created_at: '2026-01-10T11:00:00-05:00',
        total_price: '598.94',
        subtotal_price: '597.00',
        total_discounts: '10.00',
        financial_status: 'partially_refunded',
        payment_gateway_names: 'bogus, gift_card',
        customer_id: '207119551',
        shipping_address: { country_code: 'USA', address_line: '92 Sample Street, Unit 3' },
      },
    ]);
    expect(orders[0]).not.toHaveProperty('merchant');
  });

  it('reads an array, one order, an order in an envelope, and one a line', async () => {
    for (const text of [`[${TEXT},${TEXT}]`, TEXT, `{"order":${TEXT}}`, `${TEXT}\n${TEXT}\n`]) {
      const { orders, bad } = await readOrders(text);
      expect(bad).toEqual([]);
      expect(orders.length).toBeGreaterThan(0);
      expect(new Set(orders.map((order) => order.id))).toEqual(new Set(['820982911946154508']));
    }
  });

  it.each([
    ['absent', {}, undefined],
    ['null', { fulfillment_status: null }, 'unfulfilled'],
    ['given', { fulfillment_status: 'partial' }, 'partial'],
  ])('reads a fulfillment status that is %s', async (_what, given, expected) => {
    const { orders } = await readOrders(JSON.stringify([{ ...ORDER, ...given }]));
    expect(orders[0]?.fulfillment_status).toBe(expected);
  });

  it('does not count an order of the test mode as confirmed', async () => {
    const { orders } = await readOrders(JSON.stringify([{ ...ORDER, test: true }, ORDER]));
    expect(orders.map((order) => order.confirmed)).toEqual([false, undefined]);
  });

  it.each([
    [['598.94'], 'refunded'],
    [['100.00', '498.94'], 'refunded'],
    [['100.00'], 'partially_refunded'],
    [[], undefined],
  ])('tells the status from refunds of %j when the file does not give it', async (amounts, status) => {
    const refunds = amounts.map((amount) => ({
      transactions: [{ kind: 'refund', status: 'success', amount }],
    }));
    const { orders } = await readOrders(JSON.stringify([{ ...ORDER, financial_status: null, refunds }]));
    expect(orders[0]?.financial_status).toBe(status);
  });

  it('refuses what is no order and what is cut off, and takes the rest', async () => {
    const { orders, bad } = await readOrders(
      `{"orders":[${TEXT},\n{"id":5},\n{"id":1,},\n${TEXT},\n{"id":7,"no`,
    );
    expect(orders).toHaveLength(2);
    expect(bad.map((line) => [line.line, line.unreadable])).toEqual([
      [2, 'the record is no order of this platform'],
      [3, 'the record is not JSON'],
      [5, 'the file ends in the middle of a record'],
    ]);
  });

  it('reads an export without orders as none', async () => {
    for (const text of ['{"orders": []}', '[]', '{"data":[]}']) {
      expect((await readOrders(text)).lines).toEqual([]);
    }
  });
});

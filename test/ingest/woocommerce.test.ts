import { describe, expect, it } from 'vitest';
import { wooStatuses } from '../../src/ingest/woocommerce-status.ts';
import { csv, readOrders } from './read-orders.ts';

const ORDER = {
  id: 963,
  number: '963',
  status: 'processing',
  order_key: 'k',
  currency: 'EGP',
  date_created_gmt: '2026-04-03T23:05:12',
  date_modified_gmt: '2026-04-04T08:00:00',
  date_paid_gmt: '2026-04-03T23:05:14',
  date_completed_gmt: null,
  discount_total: '30.00',
  total: '31.20',
  customer_id: 11,
  payment_method: 'stripe',
  billing: { email: 'guest@example.com', country: 'EG' },
  shipping: { address_1: '2 Sample Street', address_2: '', country: 'SA' },
  line_items: [
    { quantity: 1.5, subtotal: '50.005', total: '20.00' },
    { quantity: 1, subtotal: '10.00', total: '0.00' },
  ],
  fee_lines: [{ total: '125.50', amount: '125.5' }],
};

const json = (...orders: object[]) => JSON.stringify({ data: orders });

describe('an order in an envelope of its own', () => {
  it.each([
    [{ data: ORDER }],
    [{ order: ORDER }],
    [{ data: { order: ORDER } }],
    [{ data: { orders: [ORDER] } }],
    [{ success: true, data: ORDER, links: { data: 1 } }],
  ])('is read: %j', async (document) => {
    const { orders, bad } = await readOrders(JSON.stringify(document));
    expect(bad).toEqual([]);
    expect(orders).toMatchObject([{ id: '963', total_price: '31.20' }]);
  });
});

describe('WooCommerce orders JSON', () => {
  it('gives an order in our form, its UTC times with their offset', async () => {
    const { orders } = await readOrders(json(ORDER));
    expect(orders).toEqual([
      {
        kind: 'order',
        id: '963',
        channel: undefined,
        confirmed: true,
        created_at: '2026-04-03T23:05:12+00:00',
        updated_at: '2026-04-04T08:00:00+00:00',
        processed_at: '2026-04-03T23:05:14+00:00',
        cancelled_at: undefined,
        currency: 'EGP',
        subtotal_price: '60.01',
        total_discounts: '30.00',
        total_price: '31.20',
        financial_status: 'paid',
        fulfillment_status: 'unfulfilled',
        payment_gateway_names: 'stripe',
        customer_id: '11',
        shipping_address: { country_code: 'SAU', address_line: '2 Sample Street' },
      },
    ]);
  });

  it('reads a bare array, and a guest as one customer however often', async () => {
    const guests = [1, 2].map((id) => ({ ...ORDER, id, customer_id: 0 }));
    const { orders } = await readOrders(JSON.stringify(guests));
    expect(orders).toHaveLength(2);
    expect(orders[0]?.customer_id).toMatch(/^sha256-/);
    expect(orders[1]?.customer_id).toBe(orders[0]?.customer_id);
  });

  it.each([
    [['-10.00'], 'partially_refunded'],
    [['-10.00', '-21.20'], 'refunded'],
    [[], 'paid'],
  ])('takes refunds of %j for what they are and leaves the total', async (totals, status) => {
    const refunds = totals.map((total, id) => ({ id, total }));
    const { orders } = await readOrders(json({ ...ORDER, refunds }));
    expect(orders).toMatchObject([{ financial_status: status, total_price: '31.20' }]);
  });

  it('does not guess the offset of a site whose UTC times are absent', async () => {
    const { date_created_gmt: _, ...rest } = ORDER;
    const { orders } = await readOrders(json({ ...rest, date_created: '2026-04-04T01:05:12' }));
    expect(orders[0]?.created_at).toBe('2026-04-04T01:05:12');
  });
});

describe('the status of a WooCommerce order', () => {
  const state = {
    status: '',
    paid: null,
    completed: false,
    paymentMethod: 'stripe',
    total: 5000,
    refunded: 0,
  };
  it.each([
    [{ status: 'processing', paid: true }, 'paid', 'unfulfilled', true],
    [{ status: 'processing', paid: false, paymentMethod: 'cod' }, 'pending', 'unfulfilled', true],
    [{ status: 'processing' }, 'paid', 'unfulfilled', true],
    [{ status: 'processing', paymentMethod: 'cod' }, 'pending', 'unfulfilled', true],
    [{ status: 'processing', paymentMethod: 'Cash on delivery' }, 'pending', 'unfulfilled', true],
    [{ status: 'completed', paymentMethod: 'cod' }, 'paid', 'fulfilled', true],
    [{ status: 'wc-completed', paid: false }, 'paid', 'fulfilled', true],
    [{ status: 'On hold' }, 'pending', 'unfulfilled', true],
    [{ status: 'pending' }, 'pending', 'unfulfilled', true],
    [{ status: 'refunded', completed: true }, 'refunded', 'fulfilled', true],
    [{ status: 'cancelled', paid: true }, 'voided', 'unfulfilled', true],
    [{ status: 'cancelled', paid: false }, 'pending', 'unfulfilled', true],
    [{ status: 'failed' }, 'pending', 'unfulfilled', false],
    [{ status: 'checkout-draft' }, 'pending', 'unfulfilled', false],
    [{ status: 'out_for_delivery', paid: false }, 'pending', 'out_for_delivery', true],
    [{ status: 'delivered', paid: true }, 'paid', 'delivered', true],
    [{ status: 'completed', refunded: 4999 }, 'partially_refunded', 'fulfilled', true],
    [{ status: 'completed', refunded: 5000 }, 'refunded', 'fulfilled', true],
  ])('%j', (given, financial, fulfillment, confirmed) => {
    expect(wooStatuses({ ...state, ...given })).toMatchObject({ financial, fulfillment, confirmed });
  });
});

describe('WooCommerce orders CSV', () => {
  const HEADINGS = [
    'order_id',
    'order_number',
    'date',
    'status',
    'discount_total',
    'order_total',
    'refunded_total',
    'order_currency',
    'payment_method',
    'customer_id',
    'billing_email',
    'shipping_address_1',
    'shipping_country',
    'item_name',
  ];
  const row = (id: string, total: string, more: Record<string, string> = {}) => {
    const cells: Record<string, string> = {
      order_id: id,
      date: '2026-01-15 23:30:00',
      status: 'completed',
      order_total: total,
      order_currency: 'EGP',
      customer_id: '4',
      shipping_country: 'EG',
      ...more,
    };
    return HEADINGS.map((heading) => cells[heading] ?? '');
  };

  it('makes one order of rows of the same id, and of rows without one', async () => {
    const { orders } = await readOrders(
      csv([
        HEADINGS,
        row('10', '100.00', { item_name: 'Cup' }),
        row('10', '100.00', { item_name: 'Plate' }),
        row('11', '50.00'),
        HEADINGS.map((heading) => (heading === 'item_name' ? 'Fork' : '')),
        row('12', '7.00', { status: 'wc-cancelled' }),
      ]),
    );
    expect(orders.map((order) => [order.id, order.total_price, order.financial_status])).toEqual([
      ['10', '100.00', 'paid'],
      ['11', '50.00', 'paid'],
      ['12', '7.00', 'pending'],
    ]);
    expect(orders[0]).toMatchObject({ customer_id: '4', shipping_address: { country_code: 'EGY' } });
    expect(orders[2]?.cancelled_at).toBe('2026-01-15T23:30:00+02:00');
  });

  it('reads times without an offset as Cairo time, winter and summer, and says so once', async () => {
    const { orders, notices } = await readOrders(
      csv([HEADINGS, row('1', '1.00'), row('2', '1.00', { date: '2026-07-15 23:30' })]),
    );
    expect(orders.map((order) => order.created_at)).toEqual([
      '2026-01-15T23:30:00+02:00',
      '2026-07-15T23:30:00+03:00',
    ]);
    expect(notices).toEqual(['times without an offset are read as Cairo time']);
  });

  it('reads the headings of other extensions', async () => {
    const { orders, notices } = await readOrders(
      csv([
        [
          'Order Number',
          'Order Status',
          'Order Date (GMT)',
          'First Name (Billing)',
          'Country Code (Shipping)',
          'Payment Method Title',
          'Order Refund Amount',
          'Order Total Amount',
          'Order Currency',
        ],
        [
          '#77',
          'Completed',
          '2026-02-01 08:00:00',
          'منى',
          'SA',
          'Cash on delivery',
          '25.00',
          '100.00',
          'SAR',
        ],
      ]),
    );
    expect(orders).toMatchObject([
      {
        id: '77',
        created_at: '2026-02-01T08:00:00+00:00',
        financial_status: 'partially_refunded',
        currency: 'SAR',
        total_price: '100.00',
        shipping_address: { country_code: 'SAU' },
      },
    ]);
    expect(notices).toEqual([]);
  });

  it('refuses an order whose refund is no amount', async () => {
    const { orders, bad } = await readOrders(
      csv([HEADINGS, row('1', '1.00', { refunded_total: 'x' }), row('2', '1.00')]),
    );
    expect(orders).toHaveLength(1);
    expect(bad).toMatchObject([{ line: 2, value: 'x', unreadable: 'x is not an amount' }]);
  });
});

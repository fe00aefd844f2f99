import { describe, expect, it } from 'vitest';
import { amazonTime } from '../../src/ingest/amazon-time.ts';
import { csv, readOrders } from './read-orders.ts';

type Cells = Record<string, string>;

const table = (headings: readonly string[], rows: readonly Cells[]) =>
  [headings, ...rows.map((cells) => headings.map((heading) => cells[heading] ?? ''))]
    .map((cells) => `${cells.join('\t')}\n`)
    .join('');

const V1 = [
  'settlement-id',
  'total-amount',
  'currency',
  'transaction-type',
  'order-id',
  'marketplace-name',
  'posted-date',
  'price-type',
  'price-amount',
  'item-related-fee-type',
  'item-related-fee-amount',
  'promotion-type',
  'promotion-amount',
  'other-amount',
];

const V1_ROWS: readonly Cells[] = [
  { currency: 'EGP', 'total-amount': '1000.00' },
  ...sale('701-1', '2026-08-18T02:48:54+00:00', { 'price-type': 'Principal', 'price-amount': '60.00' }),
  ...sale('701-1', '2026-08-17T02:48:54+00:00', { 'price-type': 'Principal', 'price-amount': '40.50' }),
  ...sale('701-1', '2026-08-18T02:48:54+00:00', { 'price-type': 'Shipping', 'price-amount': '3.50' }),
  ...sale('701-1', '2026-08-18T02:48:54+00:00', {
    'promotion-type': 'Shipping',
    'promotion-amount': '-3.50',
  }),
  ...sale('701-1', '2026-08-18T02:48:54+00:00', {
    'item-related-fee-type': 'Commission',
    'item-related-fee-amount': '-9.63',
  }),
  ...sale('701-2', '2026-08-19T00:00:00+00:00', { 'price-type': 'Principal', 'price-amount': '35.00' }),
  { 'transaction-type': 'ServiceFee', 'posted-date': '2026-08-19T00:00:00+00:00', 'other-amount': '-150.74' },
];

function sale(orderId: string, postedAt: string, cells: Cells, type = 'Order'): Cells[] {
  return [
    {
      'transaction-type': type,
      'order-id': orderId,
      'marketplace-name': 'Amazon.eg',
      'posted-date': postedAt,
      ...cells,
    },
  ];
}

function refund(orderId: string, amount: string): Cells[] {
  return sale(
    orderId,
    '2026-08-20T00:00:00+00:00',
    { 'price-type': 'Principal', 'price-amount': amount },
    'Refund',
  );
}

describe('Amazon settlement report V1', () => {
  it('makes one order of its many rows, and none of the fees', async () => {
    const { orders, bad } = await readOrders(table(V1, V1_ROWS));
    expect(bad).toEqual([]);
    expect(orders).toEqual([
      {
        kind: 'order',
        id: '701-1',
        channel: 'amazon.eg',
        created_at: '2026-08-17T02:48:54+00:00',
        updated_at: '2026-08-18T02:48:54+00:00',
        currency: 'EGP',
        subtotal_price: '100.50',
        total_discounts: '3.50',
        total_price: '100.50',
        financial_status: 'paid',
        fulfillment_status: 'fulfilled',
        payment_gateway_names: 'amazon',
        shipping_address: { country_code: '', address_line: '' },
      },
      expect.objectContaining({ id: '701-2', total_price: '35.00', currency: 'EGP' }),
    ]);
  });

  it.each([
    ['-35.00', 'refunded'],
    ['-10.00', 'partially_refunded'],
  ])('knows a refund of %s of 35.00, before or after the sale', async (amount, status) => {
    for (const rows of [
      [...V1_ROWS, ...refund('701-2', amount)],
      [V1_ROWS[0]!, ...refund('701-2', amount), ...V1_ROWS.slice(1)],
    ]) {
      const { orders } = await readOrders(table(V1, rows));
      const order = orders.find(({ id }) => id === '701-2');
      expect(order).toMatchObject({
        financial_status: status,
        total_price: '35.00',
        created_at: '2026-08-19T00:00:00+00:00',
        updated_at: '2026-08-20T00:00:00+00:00',
      });
    }
  });

  it('answers a refund of an order it does not have, and refuses an order with a part it cannot read', async () => {
    const rows = [
      ...V1_ROWS,
      ...refund('700-9', '-5.00'),
      ...sale('701-3', '2026-08-19T00:00:00+00:00', { 'price-type': 'Principal', 'price-amount': '9.00' }),
      ...sale('701-3', '2026-08-19T00:00:00+00:00', { 'price-type': 'Tax', 'price-amount': 'n/a' }),
      ...sale('701-4', 'yesterday', { 'price-type': 'Principal', 'price-amount': '9.00' }),
    ];
    const { orders, bad } = await readOrders(table(V1, rows));
    expect(orders.map((order) => order.id)).toEqual(['701-1', '701-2', '700-9']);
    expect(orders[2]).toEqual({
      kind: 'refund',
      id: '700-9',
      amount: '5.00',
      currency: 'EGP',
      refunded_at: '2026-08-20T00:00:00+00:00',
    });
    expect(bad.map((line) => [line.line, line.field, line.value])).toEqual([
      [12, 'price-amount', 'n/a'],
      [13, 'posted-date', 'yesterday'],
    ]);
  });
});

describe('Amazon settlement report V2', () => {
  const V2 = [
    'settlement-id',
    'currency',
    'transaction-type',
    'order-id',
    'marketplace-name',
    'amount-type',
    'amount-description',
    'amount',
    'posted-date',
    'posted-date-time',
  ];
  const part = (type: string, description: string, amount: string, transaction = 'Order') => ({
    'transaction-type': transaction,
    'order-id': '302-1',
    'marketplace-name': 'Amazon.de',
    'amount-type': type,
    'amount-description': description,
    amount,
    'posted-date': '12.04.2026',
    'posted-date-time': '12.04.2026 10:18:55 UTC',
  });

  it('adds up what the buyer paid, decimal commas and the taxes that Amazon keeps included', async () => {
    const { orders } = await readOrders(
      table(V2, [
        { currency: 'EUR' },
        part('ItemPrice', 'Principal', '1.025,99'),
        part('ItemPrice', 'Tax', '4,94'),
        part('ItemPrice', 'Shipping', '3,90'),
        part('Promotion', 'Shipping', '-3,90'),
        part('ItemWithheldTax', 'MarketplaceFacilitatorVAT-Principal', '-4,94'),
        part('ItemFees', 'Commission', '-3,90'),
      ]),
    );
    expect(orders).toMatchObject([
      {
        id: '302-1',
        currency: 'EUR',
        created_at: '2026-04-12T10:18:55+00:00',
        subtotal_price: '1025.99',
        total_discounts: '3.90',
        total_price: '1025.99',
      },
    ]);
  });

  it('reads a title with a quotation mark in it', async () => {
    const headings = [...V2, 'sku'];
    const rows: Cells[] = [
      { currency: 'EUR' },
      { ...part('ItemPrice', 'Principal', '5,00'), sku: '"12 inch' },
    ];
    const { orders } = await readOrders(table(headings, rows));
    expect(orders).toMatchObject([{ total_price: '5.00' }]);
  });
});

describe('Amazon date-range report', () => {
  const HEADINGS = [
    'date/time',
    'settlement id',
    'type',
    'order id',
    'sku',
    'description',
    'quantity',
    'marketplace',
    'order city',
    'order state',
    'order postal',
    'product sales',
    'product sales tax',
    'shipping credits',
    'promotional rebates',
    'marketplace withheld tax',
    'selling fees',
    'total',
  ];
  const row = (type: string, orderId: string, sales: string, more: Cells = {}) => {
    const cells: Cells = {
      'date/time': 'Jan 5, 2026 1:02:03 PM PST',
      type,
      'order id': orderId,
      marketplace: 'amazon.com',
      'order city': 'Cairo',
      'product sales': sales,
      'selling fees': '-1.00',
      total: '1.00',
      ...more,
    };
    return HEADINGS.map((heading) => cells[heading] ?? '');
  };
  const file = (...rows: readonly (readonly string[])[]) =>
    csv([
      ['Includes Amazon Marketplace, Fulfillment by Amazon (FBA), and Amazon Webstore transactions'],
      ['All amounts in USD, unless specified'],
      ['Definitions:'],
      ['Product sales: what was sold, "before" discounts'],
      HEADINGS,
      ...rows,
    ]);

  it('reads orders and refunds after its lines of explanation', async () => {
    const { orders, bad } = await readOrders(
      file(
        row('Order', '111-1', '1,234.56', {
          'product sales tax': '10.00',
          'shipping credits': '5.99',
          'promotional rebates': '-5.99',
          'marketplace withheld tax': '-10.00',
        }),
        row('Order', '111-1', '0.44'),
        row('Refund', '111-1', '-34.00', { 'date/time': 'Jan 6, 2026 1:02:03 AM PST' }),
        row('Service Fee', '', '0'),
        row('Transfer', '', '0'),
        row('Order', '111-2', '7'),
      ),
    );
    expect(bad).toEqual([]);
    expect(orders).toMatchObject([
      {
        id: '111-1',
        currency: 'USD',
        total_price: '1235.00',
        subtotal_price: '1235.00',
        total_discounts: '5.99',
        financial_status: 'partially_refunded',
        created_at: '2026-01-05T13:02:03-08:00',
        updated_at: '2026-01-06T01:02:03-08:00',
        shipping_address: { address_line: 'Cairo' },
      },
      { id: '111-2', total_price: '7.00' },
    ]);
  });
});

describe('times of Amazon reports', () => {
  it.each([
    ['Jan 5, 2026 1:02:03 PM PST', '2026-01-05T13:02:03-08:00'],
    ['Jan. 5, 2026 12:02:03 a.m. PDT', '2026-01-05T00:02:03-07:00'],
    ['5 Jan 2026 13:02:03 UTC', '2026-01-05T13:02:03+00:00'],
    ['5 Jan 2026 1:02:03 pm GMT+4', '2026-01-05T13:02:03+04:00'],
    ['05.01.2026 13:02:03 UTC', '2026-01-05T13:02:03+00:00'],
    ['2026/01/05 9:02:03JST', '2026-01-05T09:02:03+09:00'],
    ['2026-01-05 13:02:03 UTC', '2026-01-05T13:02:03+00:00'],
    ['2026-01-05T13:02:03+02:00', '2026-01-05T13:02:03+02:00'],
    ['2026-01-05', '2026-01-05T00:00:00+00:00'],
    ['05.01.2026', '2026-01-05T00:00:00+00:00'],
    ['٥ Jan ٢٠٢٦ ١٣:٠٢:٠٣ UTC', '2026-01-05T13:02:03+00:00'],
    ['01/05/2026 13:02', null],
    ['Jan 5, 2026 1:02:03 PM XYZ', null],
    ['Jan 5, 2026 13:02:03 PM PST', null],
    ['5 Foo 2026 13:02:03 UTC', null],
    ['', null],
  ])('%s', (text, expected) => {
    expect(amazonTime(text)).toBe(expected);
  });
});

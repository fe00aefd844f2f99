import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { csv, readOrders } from './read-orders.ts';

const HEADINGS = [
  'Name',
  'Email',
  'Financial Status',
  'Paid at',
  'Fulfillment Status',
  'Currency',
  'Subtotal',
  'Total',
  'Discount Amount',
  'Created at',
  'Lineitem quantity',
  'Lineitem name',
  'Lineitem price',
  'Shipping Street',
  'Shipping Zip',
  'Shipping Country',
  'Notes',
  'Cancelled at',
  'Payment Method',
  'Id',
  'Source',
  'Tax 1 Name',
  'Tax 1 Name',
];

type Cells = Partial<Record<string, string>>;

function row(cells: Cells): string[] {
  return HEADINGS.map((heading) => cells[heading] ?? '');
}

function first(name: string, status: string, total: string, more: Cells = {}): string[] {
  return row({
    Name: name,
    Email: 'a@example.com',
    'Financial Status': status,
    'Fulfillment Status': 'fulfilled',
    Currency: 'EGP',
    Subtotal: total,
    Total: total,
    'Discount Amount': '0.00',
    'Created at': '2026-03-01 10:00:00 +0200',
    'Lineitem quantity': '2',
    'Lineitem name': 'Cup',
    'Lineitem price': '25.00',
    'Shipping Country': 'EG',
    ...more,
  });
}

function next(name: string): string[] {
  return row({ Name: name, Email: 'a@example.com', 'Lineitem quantity': '2', 'Lineitem name': 'Plate' });
}

const B40 = [
  HEADINGS,
  first('#1001', 'paid', '300.00'),
  next('#1001'),
  next('#1001'),
  first('#1002', 'refunded', '80.00'),
  next('#1002'),
  first('#1003', 'paid', '50.00'),
];

describe('Shopify orders CSV', () => {
  it('B40: makes one order of an order that spans several rows', async () => {
    const { orders, bad } = await readOrders(csv(B40));
    expect(bad).toEqual([]);
    expect(orders.map((order) => [order.id, order.financial_status, order.total_price])).toEqual([
      ['#1001', 'paid', '300.00'],
      ['#1002', 'refunded', '80.00'],
      ['#1003', 'paid', '50.00'],
    ]);
  });

  it('gives an order in our form', async () => {
    const { orders } = await readOrders(
      csv([
        HEADINGS,
        first('#7', 'paid', '1234.50', {
          Id: "'3823262946960",
          'Paid at': '2026-03-02 09:00:00 +0200',
          'Payment Method': 'PayGate + gift_card',
          'Shipping Street': '1 Tahrir Street',
          'Shipping Zip': "'0183",
          Source: 'web',
        }),
      ]),
    );
    expect(orders).toEqual([
      {
        kind: 'order',
        id: '3823262946960',
        channel: 'web',
        created_at: '2026-03-01T10:00:00+02:00',
        updated_at: '2026-03-02T09:00:00+02:00',
        cancelled_at: undefined,
        currency: 'EGP',
        subtotal_price: '1234.50',
        total_discounts: '0.00',
        total_price: '1234.50',
        financial_status: 'paid',
        fulfillment_status: 'fulfilled',
        payment_gateway_names: 'PayGate, gift_card',
        customer_id: expect.stringMatching(/^sha256-[0-9a-f]{20}$/),
        shipping_address: { country_code: 'EGY', address_line: '1 Tahrir Street' },
      },
    ]);
  });

  it('names a customer by a digest that does not depend on how the address is written', async () => {
    const { orders } = await readOrders(
      csv([
        HEADINGS,
        first('#1', 'paid', '1.00', { Email: 'Mona@Example.com' }),
        first('#2', 'paid', '1.00', { Email: ' mona@example.com' }),
        first('#3', 'paid', '1.00', { Email: 'other@example.com' }),
        first('#4', 'paid', '1.00', { Email: '' }),
      ]),
    );
    const [one, two, three, none] = orders.map((order) => order.customer_id);
    expect(two).toBe(one);
    expect(three).not.toBe(one);
    expect(none).toBe('');
    expect(JSON.stringify(orders)).not.toContain('example.com');
  });

  it('reads a note of many lines, and says on which line a later row stands', async () => {
    const note = Array.from({ length: 13 }, (_, i) => `line ${i}`).join('\n');
    const { lines } = await readOrders(
      csv([HEADINGS, first('#1', 'paid', '1.00', { Notes: note }), first('#2', 'paid', '2.00')]),
    );
    expect(lines.map((line) => line.line)).toEqual([2, 15]);
  });

  it('takes the others when a row in the middle is bad', async () => {
    const { orders, bad } = await readOrders(
      csv([HEADINGS, first('#1', 'paid', '1.00'), next('#9'), first('#2', 'paid', '2.00')]),
    );
    expect(orders.map((order) => order.id)).toEqual(['#1', '#2']);
    expect(bad).toMatchObject([
      {
        line: 3,
        field: 'Name',
        value: '#9',
        unreadable: 'the row continues an order whose first row is not above it',
      },
    ]);
  });

  it('refuses an id whose last digits a spreadsheet has lost', async () => {
    const { orders, bad } = await readOrders(
      csv([HEADINGS, first('#1', 'paid', '1.00', { Id: '3.82326E+12' }), first('#2', 'paid', '2.00')]),
    );
    expect(orders).toHaveLength(1);
    expect(bad).toMatchObject([{ line: 2, field: 'Id', value: '3.82326E+12' }]);
  });

  it('leaves what is no amount and no time to the service to refuse', async () => {
    const { orders } = await readOrders(
      csv([
        HEADINGS,
        first('#0', 'paid', '1.50'),
        first('#1', 'paid', '1,234', { 'Created at': '01/03/2026 10:00' }),
      ]),
    );
    expect(orders[1]).toMatchObject({ total_price: '1,234', created_at: '01/03/2026 10:00' });
  });

  it('says where a quotation mark is never closed', async () => {
    const { orders, bad } = await readOrders(
      `${csv([HEADINGS, first('#1', 'paid', '1.00')])}#2,"broken,paid\r\n#3,,paid\r\n`,
    );
    expect(orders).toHaveLength(1);
    expect(bad).toMatchObject([{ line: 3, unreadable: 'a quotation mark opened here is never closed' }]);
  });

  it('reads names in Arabic and Chinese whole, whatever the encoding of the file', async () => {
    const text = csv([HEADINGS, first('#1', 'paid', '1.00', { 'Shipping Street': 'شارع التحرير 東京' })]);
    const utf16 = Buffer.from(text, 'utf16le');
    const files = [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
      utf16,
      gzipSync(text),
      Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))]),
    ];
    for (const file of files) {
      const { orders } = await readOrders(file);
      expect(orders).toMatchObject([{ id: '#1', shipping_address: { address_line: 'شارع التحرير 東京' } }]);
    }
  });

  it('reads what Excel makes of it: semicolons with decimal commas, and tabs in UTF-16', async () => {
    const rows = [HEADINGS, first('#1', 'paid', '1.234,50', { Subtotal: '699,00', Notes: 'say "hi"; bye' })];
    const excel = Buffer.from(`\ufeff${csv(rows, '\t')}`, 'utf16le');
    for (const file of [csv(rows, ';'), excel]) {
      const { orders } = await readOrders(file);
      expect(orders).toMatchObject([{ total_price: '1234.50', subtotal_price: '699.00' }]);
    }
  });

  it('asks for the encoding of an Arabic file of old Windows, and reads it when told', async () => {
    const text = csv([HEADINGS, first('#1', 'paid', '1.00', { 'Shipping Street': 'S' })]);
    const file = Buffer.concat(
      text
        .split('S')
        .flatMap((part) => [Buffer.from('S'), Buffer.from(part)])
        .slice(1),
    );
    const street = Buffer.from([0xd4, 0xc7, 0xd1, 0xda]);
    const at = file.indexOf(',S,');
    const old = Buffer.concat([file.subarray(0, at + 1), street, file.subarray(at + 2)]);
    await expect(readOrders(old)).rejects.toMatchObject({
      refusal: { hint: expect.stringContaining('windows-1256') },
    });
    const { orders } = await readOrders(old, { encoding: 'windows-1256' });
    expect(orders).toMatchObject([{ shipping_address: { address_line: 'شارع' } }]);
  });

  it('refuses a text with lost letters where it would be kept, and passes it over elsewhere', async () => {
    const { orders, bad } = await readOrders(
      csv([
        HEADINGS,
        first('#1', 'paid', '1.00', { Notes: 'lost \ufffd' }),
        first('#2', 'paid', '1.00', { Source: 'lost \ufffd' }),
      ]),
    );
    expect(orders.map((order) => order.id)).toEqual(['#1']);
    expect(bad.map((line) => line.line)).toEqual([3]);
  });
});

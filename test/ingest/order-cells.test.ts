import { describe, expect, it } from 'vitest';
import type { MerchantFileOptions } from '../../src/ingest/merchant-files.ts';
import { RefusedFile } from '../../src/ingest/refused-file.ts';
import { csv, readOrders } from './read-orders.ts';

type Said = Partial<MerchantFileOptions>;

const SHOPIFY = ['Name', 'Financial Status', 'Total', 'Currency', 'Created at', 'Lineitem name'];
const WOO = ['order_id', 'status', 'order_date', 'order_total', 'order_currency'];
const shopify = (total: string, at: string, status = 'paid', delimiter = ',') =>
  csv([SHOPIFY, ['#1', status, total, 'EGP', at, 'Cup']], delimiter);
const woo = (total: string, at: string, status = 'completed', delimiter = ';') =>
  csv([WOO, ['7', status, at, total, 'EGP']], delimiter);

async function only(text: string, said: Said = {}) {
  const { orders, bad } = await readOrders(text, said);
  expect(bad).toEqual([]);
  return orders[0] as Record<string, unknown>;
}

async function stopped(text: string, said: Said = {}): Promise<string> {
  const refused = await readOrders(text, said).then(
    () => null,
    (error) => error,
  );
  if (!(refused instanceof RefusedFile)) throw new Error('the file was not refused');
  return `${refused.refusal.message} ${refused.refusal.hint}`;
}

describe('the times of a delimited order export', () => {
  it.each([
    [shopify('5.00', '13/05/2021 11:01:12 +0200'), { dateFormat: 'DD/MM/YYYY' }, '2021-05-13T11:01:12+02:00'],
    [
      shopify('5.00', '05.04.21 11:01 PM', 'paid', '\t'),
      { dateFormat: 'DD.MM.YY', timeZone: '+02:00' },
      '2021-04-05T23:01:00+02:00',
    ],
    [woo('5.00', '05-04-2021 11:01'), { dateFormat: 'MM-DD-YYYY' }, '2021-05-04T11:01:00+02:00'],
    [
      woo('5.00', '05/04/2021 11:01', 'completed', '|'),
      { dateFormat: 'DD/MM/YYYY', timeZone: 'UTC' },
      '2021-04-05T11:01:00+00:00',
    ],
    [woo('5.00', '5 Apr 2021 11:01'), {}, '2021-04-05T11:01:00+02:00'],
  ])('are read as --date-format and --time-zone say: %s', async (text, said: Said, expected) => {
    expect((await only(text, said)).created_at).toBe(expected);
  });

  it('stop the file where nothing says which is the day', async () => {
    expect(await stopped(woo('5.00', '05/04/2021 11:01'))).toContain('--date-format DD/MM/YYYY');
    expect(await stopped(shopify('5.00', '13/05/2021 11:01 +0200'))).toContain('--date-format DD/MM/YYYY');
  });
});

describe('the amounts of a delimited order export', () => {
  it.each([
    ['1.234', 'comma', '1234.00'],
    ['1.234', undefined, null],
    ['1,234', 'point', '1234.00'],
    ['EGP 1.234,50', undefined, '1234.50'],
    ['١٬٢٣٤٫٥٠', undefined, '1234.50'],
    ['12,5', 'comma', '12.50'],
  ])('%s with --decimal %s', async (total, decimal, expected) => {
    const text = woo(total, '2021-04-05 11:01');
    const said = decimal === undefined ? {} : { decimal };
    if (expected === null) expect(await stopped(text, said)).toContain('--decimal comma or --decimal point');
    else expect((await only(text, said)).total_price).toBe(expected);
  });
});

describe('the words of --status for orders', () => {
  it('say what became of the money', async () => {
    const status = 'posted="x",Shipped,تم failed=Lost reversed=مستردة pending=Held';
    const financial = async (text: string) => (await only(text, { status })).financial_status;
    expect(await financial(woo('5.00', '2021-04-05 11:01', 'تم'))).toBe('paid');
    expect(await financial(woo('5.00', '2021-04-05 11:01', 'مستردة'))).toBe('refunded');
    expect(await financial(shopify('5.00', '2021-05-13 11:01:12 +0200', 'Lost'))).toBe('voided');
    expect(await financial(shopify('5.00', '2021-05-13 11:01:12 +0200', 'pending'))).toBe('pending');
  });
});

describe('a flag that says nothing of an order file', () => {
  const json = '{"orders":[{"id":1,"total_price":"5.00"}]}';
  const settlement = 'settlement-id\ttransaction-type\torder-id\tposted-date\tprice-type\tprice-amount\n';

  it.each([
    [json, { dateFormat: 'DD/MM/YYYY' }, '--date-format'],
    [json, { decimal: 'comma' }, '--decimal'],
    ['{"kind":"order"}\n', { timeZone: 'UTC' }, '--time-zone'],
    [settlement, { status: 'posted=Done' }, '--status'],
  ])('is refused: %s %j', async (text, said: Said, flag) => {
    expect(await stopped(text, said)).toContain(`${flag} says nothing of`);
  });
});

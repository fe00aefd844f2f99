import { describe, expect, it } from 'vitest';
import { command } from '../../src/commands/merchants/import.ts';
import { ENCODINGS } from '../../src/ingest/decoded-text.ts';
import { INPUT_FORMATS, recognisedExport } from '../../src/ingest/order-formats.ts';
import { readOrders } from './read-orders.ts';

function told(head: string, format: string | null = null): string | null {
  const found = recognisedExport(head, format);
  return found === null || found === 'jsonl' ? found : found.says;
}

describe('an order file', () => {
  it.each([
    ['{"kind":"order","merchant":"m"}\n', 'jsonl'],
    ['\n\n{"external_id":"x","kind" : "merchant"}\n', 'jsonl'],
    ['not json at all\n{"kind":"order"}\n', 'jsonl'],
    ['{"orders":[{"id":1,"total_price":"1.00"', 'Shopify orders JSON'],
    ['[ {"id":1,"admin_graphql_api_id":"gid"', 'Shopify orders JSON'],
    ['{"data":[{"id":1,"order_key":"k"', 'WooCommerce orders JSON'],
    ['[{"id":1,"date_created_gmt":"2026-01-01T00:00:00"', 'WooCommerce orders JSON'],
    ['Name,Email,Financial Status,Total,Created at,Lineitem name\n', 'Shopify orders CSV'],
    ['"Name";"Financial Status";"Total";"Created at";"Lineitem name"\n', 'Shopify orders CSV'],
    ['sep=;\nName;Financial Status;Total;Created at;Lineitem name\n', 'Shopify orders CSV'],
    ['order_id,date,status,order_total,order_currency\n', 'WooCommerce orders CSV'],
    [
      'settlement-id\ttransaction-type\torder-id\tposted-date\tprice-type\tprice-amount\n',
      'Amazon settlement report',
    ],
    [
      'settlement-id\ttransaction-type\torder-id\tposted-date\tamount-type\tamount-description\tamount\n',
      'Amazon settlement report',
    ],
    ['"About"\n"x"\ndate/time,type,order id,product sales,total\n', 'Amazon date-range report'],
    ['id,name,total\n1,2,3\n', null],
    ['Receipt No.,Completion Time,Details\n', null],
  ])('that begins %j is told from it', (head, expected) => {
    expect(told(head)).toBe(expected);
  });

  it('is what --input-format says, when its headings are there', () => {
    expect(told('{"id":1}', 'shopify-json')).toBe('Shopify orders JSON');
    expect(told('{"id":1}', 'shopify-csv')).toBeNull();
    expect(told('order_id,date,status,order_total,order_currency\n', 'woocommerce-csv')).toBe(
      'WooCommerce orders CSV',
    );
    expect(told('anything', 'jsonl')).toBe('jsonl');
  });

  it.each([
    ['', 'is empty', 'again'],
    ['<!doctype html><title>Sign in</title>', 'HTML page', 'login'],
    ['<?xml version="1.0"?><AmazonEnvelope>', 'Amazon settlement in XML', 'flat file'],
    ['PK\u0003\u0004abcdefgh', 'zip archive', 'CSV UTF-8'],
    ['id,name,total\n1,2,3\n', 'in no format that is known', 'shopify-csv'],
  ])('%j is refused whole, saying what helps', async (content, why, helps) => {
    await expect(readOrders(content)).rejects.toMatchObject({
      refusal: {
        code: 'file_unreadable',
        message: expect.stringContaining(why),
        hint: expect.stringContaining(helps),
      },
    });
  });

  it('without the headings of the format it is said to be is refused', async () => {
    await expect(readOrders('a,b,c\n', { inputFormat: 'shopify-csv' })).rejects.toMatchObject({
      refusal: { message: expect.stringContaining('does not have the headings of shopify-csv') },
    });
  });

  it('that is an export needs to be told whose it is; our own lines say it themselves', async () => {
    const options = { ownerKnown: false };
    await expect(readOrders('{"orders":[{"id":1,"total_price":"1"}]}', options)).rejects.toMatchObject({
      refusal: { code: 'values_missing', hint: expect.stringContaining('--store STORE') },
    });
    expect((await readOrders('{"kind":"order","id":"1"}\n', options)).orders).toHaveLength(1);
  });

  it('can be said to have each format and encoding there is a reader for', () => {
    const choices = (flag: string) =>
      command.options.find((option) => option.flag === flag)?.value?.choices ?? [];
    expect([...choices('--input-format')].sort()).toEqual([...INPUT_FORMATS].sort());
    expect(choices('--encoding')).toEqual(ENCODINGS);
  });
});

import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { DataLine } from '../../../src/ingest/data-line.ts';
import { readMerchantFile } from '../../../src/ingest/merchant-files.ts';
import { readUserFile } from '../../../src/ingest/user-files.ts';
import { type MadeSheet, ods, serialOf, xlsx } from './made-workbooks.ts';

async function all(batches: AsyncIterable<readonly DataLine[]>): Promise<readonly DataLine[]> {
  const lines: DataLine[] = [];
  for await (const batch of batches) lines.push(...batch);
  return lines;
}

const values = (lines: readonly DataLine[]) =>
  lines.flatMap(({ notice, value }) => (notice === undefined ? [value] : []));
const stream = (bytes: Uint8Array | string) => Readable.from([Buffer.from(bytes)]);

describe('a history in a workbook', () => {
  const said = { user: 'u-1', institution: 'Delta Bank', accountType: 'debit', currency: 'EGP' };
  const sheet = (days: readonly MadeSheet['rows'][number][number][]): MadeSheet => ({
    name: 'April',
    rows: [
      ['timestamp', 'details', 'amount'],
      [days[0] ?? null, 'Salary', 9000.5],
      [days[1] ?? null, 'Rent', -1250.25],
    ],
    hiddenRows: [3],
  });
  const csv = 'timestamp,details,amount\n2026-04-13,Salary,9000.50\n2026-04-14,Rent,-1250.25\n';

  it.each([
    ['days as dates', xlsx([sheet([{ day: '2026-04-13' }, { day: '2026-04-14' }])])],
    ['days as serial numbers', xlsx([sheet([serialOf('2026-04-13'), serialOf('2026-04-14')])])],
    ['ODS', ods([sheet([{ day: '2026-04-13' }, { day: '2026-04-14' }])])],
  ])('%s gives the transactions of its CSV', async (_name, bytes) => {
    const lines = await all(readUserFile('-', stream(bytes), said));
    expect(values(lines)).toEqual(values(await all(readUserFile('-', stream(csv), said))));
    expect(values(lines)).toHaveLength(2);
    expect(lines.flatMap(({ notice }) => notice ?? [])).toContain(
      'Sheet "April" has hidden rows (3): read like the others.',
    );
  });
});

describe('an order export in a workbook', () => {
  const csv = [
    'order_id,order_number,date,status,order_total,order_currency',
    '11,1001,2026-04-13 10:30:00,completed,1250.50,EGP',
    '12,1002,2026-04-14 11:00:00,completed,300.00,EGP',
    '',
  ].join('\n');
  const rows: MadeSheet['rows'] = [
    ['order_id', 'order_number', 'date', 'status', 'order_total', 'order_currency'],
    [11, 1001, '2026-04-13 10:30:00', 'completed', 1250.5, 'EGP'],
    [12, 1002, '2026-04-14 11:00:00', 'completed', 300, 'EGP'],
  ];

  it.each([
    [
      'XLSX',
      xlsx([
        { name: 'Orders', rows },
        { name: 'Notes', rows: [['hello']] },
      ]),
    ],
    [
      'ODS',
      ods([
        { name: 'Orders', rows },
        { name: 'Notes', rows: [['hello']] },
      ]),
    ],
  ])('%s gives the orders of its CSV', async (_name, bytes) => {
    const lines = await all(readMerchantFile('-', stream(bytes), 100));
    const amounts = (some: readonly DataLine[]) =>
      JSON.stringify(values(some)).replaceAll('"300.00"', '"300"').replaceAll('"1250.50"', '"1250.5"');
    expect(amounts(lines)).toEqual(amounts(await all(readMerchantFile('-', stream(csv), 100))));
    expect(values(lines)).toHaveLength(2);
    expect(lines.flatMap(({ notice }) => notice ?? [])).toContain(
      'Only the sheet "Orders" is read, not "Notes" (--sheet names one).',
    );
  });
});

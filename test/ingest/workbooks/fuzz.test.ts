import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRightOrRefused, mutated, readOrRefused, rowsOf } from '../statements/mutated-statements.ts';
import { type MadeSheet, ods, partsOf, xlsx, zipped } from './made-workbooks.ts';

const MONTH: MadeSheet = {
  name: 'April',
  rows: [
    ['Account Number', '0123456789'],
    ['Date', 'Description', 'Reference', 'Debit', 'Credit', 'Balance'],
    [{ day: '2026-04-13' }, 'Transfer, LN-7', 'TRX1', null, 1250.5, { formula: 'F1', gives: 2250.5 }],
    [{ day: '2026-04-14' }, 'Fee', 'TRX2', 12.25, null, 2238.25],
    ['15/04/2026', 'Transfer LN-8', 'TRX3', null, '٣٠٠٫٥٠', 2538.75],
  ],
  hiddenRows: [4],
  merged: ['A1:B1'],
};

const HTML = [
  '<html><body><table border=1><tr><th>Date<th>Description<th>Reference<th>Debit<th>Credit</tr>',
  '<tr><td>13/04/2026</td><td>Transfer &amp; LN-7</td><td>TRX1</td><td></td><td>1,250.50</td></tr>',
  '<tr><td>14/04/2026<td>Fee<td>TRX2<td>12.25<td></table></html>',
].join('\n');

describe('changed workbooks', () => {
  it.each([
    ['XLSX', xlsx([MONTH])],
    ['ODS', ods([MONTH])],
  ])('%s with other bytes is refused, or gives what it held', async (_name, bytes) => {
    const whole = new Set(rowsOf((await readOrRefused(bytes)) ?? []).map(({ amount }) => amount));
    expect(whole).toEqual(new Set(['1250.50', '12.25', '300.50']));
    await fc.assert(
      fc.asyncProperty(mutated(bytes), async (changed) => {
        const rows = rowsOf((await readOrRefused(changed)) ?? []);
        expect(rows.every(({ amount }) => whole.has(amount))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['XLSX', partsOf(xlsx([MONTH])), 'xl/worksheets/sheet1.xml'],
    ['XLSX, its texts', partsOf(xlsx([MONTH])), 'xl/sharedStrings.xml'],
    ['XLSX, its forms', partsOf(xlsx([MONTH])), 'xl/styles.xml'],
    ['XLSX, its list of sheets', partsOf(xlsx([MONTH])), 'xl/workbook.xml'],
    ['ODS', partsOf(ods([MONTH])), 'content.xml'],
  ])('%s with another part is refused, or holds no amount that is not there', async (_name, parts, part) => {
    const all = Buffer.concat(Object.values(parts).map((bytes) => Buffer.from(bytes)));
    await fc.assert(
      fc.asyncProperty(mutated(Buffer.from(parts[part] as Uint8Array)), async (changed) => {
        const read = await readOrRefused(zipped({ ...parts, [part]: changed }));
        // A number may have an exponent, and the amount then stands nowhere by its digits.
        if (!/\de\d/i.test(Buffer.from(changed).toString()))
          expectRightOrRefused(Buffer.concat([all, changed]), read);
      }),
      { numRuns: 150 },
    );
  });

  it('HTML cut short anywhere is refused', async () => {
    for (let end = 0; end < HTML.length - '</table></html>'.length; end += 7)
      expect(await readOrRefused(Buffer.from(HTML.slice(0, end)))).toBeNull();
  });

  it('HTML is refused, or holds no amount that is not there', async () => {
    const bytes = Buffer.from(HTML);
    expect(rowsOf((await readOrRefused(bytes)) ?? [])).not.toHaveLength(0);
    await fc.assert(
      fc.asyncProperty(mutated(bytes), async (changed) => {
        // A row whose amount was taken away is information about nothing, and nothing stands nowhere.
        const parts = await readOrRefused(changed);
        const told = parts?.filter((part) => part.kind !== 'row' || part.status !== 'info');
        expectRightOrRefused(changed, told ?? null);
      }),
      { numRuns: 150 },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type RenderOptions, renderedText } from '../../src/render/rendered.ts';
import type { ListView } from '../../src/render/view.ts';

const VIEW: ListView = {
  shape: 'list',
  rowsKey: 'rows',
  empty: 'None.',
  columns: [
    { key: 'name', title: 'Name', kind: 'text' },
    { key: 'phone', title: 'Phone', kind: 'phone' },
    { key: 'at', title: 'Time', kind: 'unix_seconds' },
    { key: 'month', title: 'Month', kind: 'month' },
  ],
  below: {
    key: 'averages',
    title: 'On average',
    columns: [{ key: 'salary', title: 'Salary', kind: 'money' }],
  },
};
const DATA = {
  rows: [
    { name: 'Evil\u001b[2J\u200fX', phone: '+201001234567', at: 1_767_225_599, month: 202512 },
    { name: 'أَحْمَد', phone: '', at: 0, month: 202601 },
    { name: '漢字', phone: '12', at: null, month: null },
  ],
  averages: [{ salary: 1234.5 }],
};

function rendered(format: RenderOptions['format']): Promise<string> {
  const plain = { columns: null, headers: true, excel: false, colorLevel: 0, drawings: true } as const;
  return renderedText(DATA, VIEW, { ...plain, format, widthCells: 120 });
}

describe('cells of user data', () => {
  it('are masked, aligned and safe in a table, with the second list below', async () => {
    const lines = (await rendered('table')).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'Name                  Phone             Time                  Month',
      'Evil\\u001b[2J\\u200fX  +20 1•• ••• •567  2025-12-31 23:59:59Z  2025-12',
      'أَحْمَد                  –                 1970-01-01 00:00:00Z  2026-01',
      '漢字                  ••                –                     –',
    ]);
    expect(lines.slice(4)).toEqual(['', 'On average', '  Salary', '1,234.50', '']);
  });

  it('are masked in TSV and CSV, where numbers stay numbers', async () => {
    expect((await rendered('tsv')).split('\n')[1]).toBe(
      'Evil\\u001b[2J\\u200fX\t+20 1•• ••• •567\t1767225599\t202512',
    );
    // A text that begins with a plus would be a formula to a spreadsheet.
    expect((await rendered('csv')).split('\r\n')[1]).toContain(",'+20 1•• ••• •567,1767225599,202512");
  });

  it('are whole in JSON and NDJSON, escaped but given back untouched', async () => {
    const json = await rendered('json');
    expect(JSON.parse(json)).toEqual(DATA);
    expect(json).not.toMatch(/[\u001b\u200f]/);
    expect(JSON.parse((await rendered('ndjson')).split('\n')[0] as string)).toEqual(DATA.rows[0]);
  });
});

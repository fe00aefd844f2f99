import { describe, expect, it } from 'vitest';
import { type TableOptions, tableText } from '../../src/render/table.ts';
import { textWidth } from '../../src/render/text-width.ts';
import type { ListView, RecordView } from '../../src/render/view.ts';

const plain: TableOptions = { columns: null, headers: true, colorLevel: 0, widthCells: null, drawings: true };

const merchants: ListView = {
  shape: 'list',
  columns: [
    { key: 'id', title: 'Id', kind: 'id' },
    { key: 'name', title: 'Name', kind: 'text' },
    { key: 'owed', title: 'Owed', kind: 'money' },
    { key: 'status', title: 'Status', kind: 'status' },
    { key: 'note', title: 'Note', kind: 'text', wideOnly: true },
  ],
  empty: 'No merchant yet.',
};

const rows = [
  { id: 'M-1', name: 'متجر مُحَمَّد', owed: 1234567.5, status: 'overdue', note: 'x' },
  { id: 'M-2', name: 'Café 🛒 Nile', owed: 0, status: 'current', note: 'y' },
  { id: 'M-3', name: '東京商店', owed: -12, status: 'pending', note: null },
];

describe('tables on a terminal', () => {
  it('lines columns up whatever the script, and money on its right', () => {
    const lines = tableText(rows, merchants, plain).trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    const ends = lines.slice(1).map((line) => textWidth(/^.*\d\.\d\d/.exec(line)![0]));
    expect(new Set(ends).size).toBe(1);
    expect(lines[1]).toContain('1,234,567.50');
    expect(lines.join('\n')).not.toContain('Note');
  });

  it('stacks records that are too wide, and cuts nothing', () => {
    const long = 'A name of exactly sixty letters, which no narrow table can ho';
    const text = tableText([{ ...rows[0], name: long }], merchants, { ...plain, widthCells: 40 });
    expect(text.split('\n')[0]).toMatch(/^Id {6}M-1$/);
    expect(text.replaceAll(/\n {8}/g, ' ')).toContain(`Name    ${long}\n`);
    for (const line of text.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(40);
    expect(tableText([{ ...rows[0], name: long }], merchants, { ...plain, widthCells: 200 })).toMatch(
      /^Id +Name/,
    );
  });

  it('breaks words within their column when that is enough, and nothing else', () => {
    const name = 'Nile Crafts and Sons for handmade goods of 12,000.00 EGP';
    expect(tableText([{ ...rows[0], name }, rows[1]], merchants, { ...plain, widthCells: 54 })).toBe(
      [
        'Id   Name                              Owed  Status',
        'M-1  Nile Crafts and Sons for  1,234,567.50  overdue',
        '     handmade goods of',
        '     12,000.00 EGP',
        'M-2  Café 🛒 Nile                      0.00  current',
        '',
      ].join('\n'),
    );
  });

  it('gives a hash that is too long for its line a line of its own', () => {
    const hash = 'ab'.repeat(32);
    const view = { shape: 'record', columns: [{ key: 'hash', title: 'Anchor', kind: 'id' }] } as const;
    expect(tableText({ hash }, view, { ...plain, widthCells: 80 })).toBe(`Anchor  ${hash}\n`);
    expect(tableText({ hash }, view, { ...plain, widthCells: 70 })).toBe(`Anchor\n${hash}\n`);
  });

  it('colours only where the word says the same', () => {
    const coloured = tableText(rows, merchants, { ...plain, colorLevel: 1 });
    expect(coloured).toContain('\u001b[31moverdue\u001b[39m');
    // Yellow, white and the bright colours are lost on a light terminal, blue on a dark one.
    for (const status of ['pending', 'due', 'submitted', 'completed', 'failed']) {
      const row = [{ ...rows[0], status }];
      expect(tableText(row, merchants, { ...plain, colorLevel: 1 })).not.toMatch(/\u001b\[(33|34|37|9\d)m/);
    }
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(tableText(rows, merchants, plain));
  });

  it('says how many of how many are shown, and what to say of none', () => {
    expect(tableText(rows, { ...merchants, totalCount: 3012 }, plain)).toContain('\n\n3 of 3,012 shown\n');
    expect(tableText([], merchants, plain)).toBe('No merchant yet.\n');
  });

  it('shows outside text escaped', () => {
    const text = tableText([{ ...rows[0], name: 'a\u001b[31mb\u202ec\nd' }], merchants, plain);
    expect(text).toContain('a\\u001b[31mb\\u202ec\\nd');
  });

  const narrow = { ...merchants, columns: merchants.columns.slice(0, 2) };

  it('holds more rows than a call has arguments', () => {
    const many = Array.from({ length: 200_000 }, () => rows[1]);
    expect(tableText(many, narrow, { ...plain, widthCells: 10 }).length).toBeGreaterThan(many.length);
  });

  it('shows nowhere that it is laid out in pieces', () => {
    const many = [...Array.from({ length: 999 }, () => rows[1]), { ...rows[1], name: 'a'.repeat(40) }];
    const lines = tableText(many, { ...merchants, columns: merchants.columns.slice(0, 3) }, plain)
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(many.length + 1);
    expect(new Set(lines.slice(1, -1)).size).toBe(1);
  });
});

describe('one thing on a terminal', () => {
  const loan: RecordView = {
    shape: 'record',
    title: 'Loan L-1',
    columns: [
      { key: 'balance', title: 'Outstanding', kind: 'money' },
      { key: 'rate', title: 'Rate', kind: 'percent' },
      { key: 'closed.kind', title: 'Closed', kind: 'text' },
    ],
    bar: { label: 'repaid', done: 250, whole: 1000 },
    inner: { key: 'parts', title: 'Parts', columns: [{ key: 'n', title: 'No', kind: 'integer' }] },
  };
  const data = { balance: 21382.03, rate: 24.5, closed: { kind: 'cancelled' }, parts: [{ n: 1000 }] };

  it('lists its fields, the bar and what it holds', () => {
    expect(tableText(data, loan, plain)).toBe(
      `${[
        'Loan L-1',
        'Outstanding  21,382.03\nRate         24.5 %\nClosed       cancelled',
        `${'█'.repeat(7)}${'░'.repeat(23)} repaid 250.00 of 1,000.00 (25 %)`,
        'Parts\n   No\n1,000',
      ].join('\n\n')}\n`,
    );
  });

  it('draws nothing in accessible mode', () => {
    const text = tableText(data, loan, { ...plain, drawings: false });
    expect(text).toContain('\nrepaid 250.00 of 1,000.00 (25 %)\n');
    expect(text).not.toMatch(/[█░]/);
  });

  it('shows a missing value as a dash', () => {
    expect(tableText({ rate: null }, loan, plain)).toContain('Outstanding  –');
  });
});

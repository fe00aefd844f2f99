import { describe, expect, it } from 'vitest';
import { csvText, tsvText } from '../../src/render/delimited.ts';
import { displayText } from '../../src/render/display-text.ts';
import { jsonText } from '../../src/render/json.ts';
import { ndjsonText } from '../../src/render/ndjson.ts';
import { renderedText } from '../../src/render/rendered.ts';
import type { ListView, RecordView } from '../../src/render/view.ts';

const view: ListView = {
  shape: 'list',
  rowsKey: 'data',
  columns: [
    { key: 'name', title: 'Name', kind: 'text' },
    { key: 'owed', title: 'Owed', kind: 'money' },
    { key: 'parts', title: 'Parts', kind: 'integer' },
    { key: 'closed.kind', title: 'Closed', kind: 'text' },
  ],
  empty: 'None.',
};
const all = { columns: null, headers: true } as const;
const hostile = 'x\u001b]0;t\u0007\u202e\u2066\ufeff\u009b31m\u200f';

describe('tab-separated', () => {
  it('has a line of keys, plain numbers, counts for lists and nothing for null', () => {
    const data = { data: [{ name: 'A', owed: 1234.5, parts: [1, 2], closed: null }] };
    expect(tsvText(data, view, all)).toBe('name\towed\tparts\tclosed.kind\nA\t1234.50\t2\t\n');
  });

  it('keeps a row on its line and escapes what a terminal would obey', () => {
    const data = { data: [{ name: `a\tb\nc${hostile}`, owed: 0, parts: [] }] };
    const text = tsvText(data, view, { columns: ['name'], headers: false });
    expect(text.split('\n')).toHaveLength(2);
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200f\u202e\u2066\ufeff]/);
    expect(text).toContain('a\\tb\\nc');
  });
});

describe('CSV', () => {
  const cell = (name: unknown) =>
    csvText({ data: [{ name }] }, view, { columns: ['name'], headers: false, excel: false });

  it.each([
    ['=1+1', "'=1+1"],
    ['+20 100', "'+20 100"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['a "b", c', '"a ""b"", c"'],
    ['two\nlines', '"two\nlines"'],
    ['محل', 'محل'],
  ])('writes %j as %j', (given, written) => {
    expect(cell(given)).toBe(`${written}\r\n`);
  });

  it('does not take a number for text', () => {
    expect(csvText({ data: [{ owed: -5 }] }, view, { columns: ['owed'], headers: false, excel: false })).toBe(
      '-5.00\r\n',
    );
  });

  it('puts the mark that Excel needs in front', () => {
    expect(csvText({ data: [] }, view, { ...all, excel: true })).toBe(
      '\ufeffname,owed,parts,closed.kind\r\n',
    );
  });
});

describe('JSON', () => {
  it('escapes control, direction and format characters, and reads back the same', () => {
    const text = jsonText({ name: hostile, tag: '\u{e0041}', joiner: '\u200d\u2028' }, 2);
    expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028]|\p{Cf}/u);
    expect(JSON.parse(text)).toEqual({ name: hostile, tag: '\u{e0041}', joiner: '\u200d\u2028' });
  });

  it('writes null for a key without a value and prints amounts exactly', () => {
    expect(jsonText({ a: undefined, b: 999999999999.99, c: 0.1 }, 0)).toBe(
      '{"a":null,"b":999999999999.99,"c":0.1}',
    );
  });

  it('does not write what is no number', () => {
    expect(() => jsonText({ a: Number.NaN }, 0)).toThrow(RangeError);
  });

  it('is one line a row as NDJSON', () => {
    const data = {
      data: [
        { name: 'A', owed: 1 },
        { name: 'B', owed: 2 },
      ],
    };
    expect(ndjsonText(data, view, null)).toBe('{"name":"A","owed":1}\n{"name":"B","owed":2}\n');
    expect(ndjsonText(data, view, ['owed'])).toBe('{"owed":1}\n{"owed":2}\n');
  });
});

describe('every format', () => {
  const record: RecordView = {
    shape: 'record',
    columns: [{ key: 'id', title: 'Id', kind: 'id' }],
    inner: { key: 'stores', title: 'Stores', columns: [{ key: 's', title: 'S', kind: 'id' }] },
  };
  const options = {
    columns: null,
    headers: true,
    excel: false,
    colorLevel: 0,
    widthCells: null,
    drawings: true,
  } as const;

  it('gives a record with the count of what is in it', async () => {
    const text = await renderedText({ id: 'M-1', stores: [{ s: 'a' }] }, record, {
      ...options,
      format: 'tsv',
    });
    expect(text).toBe('id\tstores\nM-1\t1\n');
  });

  it('gives words as they are, and their data as JSON', async () => {
    const words = { shape: 'text', text: 'hello' } as const;
    expect(await renderedText({ a: 1 }, words, { ...options, format: 'csv' })).toBe('hello\n');
    expect(await renderedText({ a: 1 }, words, { ...options, format: 'json' })).toBe('{\n  "a": 1\n}\n');
  });

  it('ends with a newline', async () => {
    for (const format of ['table', 'json', 'ndjson', 'csv', 'tsv'] as const) {
      expect(await renderedText({ id: 'x', stores: [] }, record, { ...options, format })).toMatch(/\n$/);
    }
  });
});

describe('text for a terminal', () => {
  it('keeps letters, joiners and emoji of every script', () => {
    for (const text of ['مُحَمَّد', 'می‌خواهم', '👨‍👩‍👧', 'naïve', '東京']) expect(displayText(text)).toBe(text);
  });

  it('escapes lone surrogates and line separators', () => {
    expect(displayText('\ud800\u2028')).toBe('\\ud800\\u2028');
  });
});

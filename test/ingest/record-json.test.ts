import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecordJson } from '../../src/ingest/record-json.ts';

const numberOf = (written: string) => (readRecordJson(`{"n": ${written}}`) as { n: unknown }).n;

describe('the JSON of a record', () => {
  it.each([
    '999999999999.9900001',
    '12345678901234567890',
    '9007199254740993',
    '0.00100000000000000001',
    '-999999999999.9900001',
    '1e400',
    '-1E400',
    '1e-400',
    '1.00000000000000000000001e2',
  ])('keeps %s as it was written, since a float would say something else', (written) => {
    expect(numberOf(written)).toBe(written);
    expect(readRecordJson(`[1,${written}]`)).toEqual([1, written]);
    expect(readRecordJson(`{"a":{"b":${written}},"c":1}`)).toEqual({ a: { b: written }, c: 1 });
  });

  it.each(['0', '-0', '0.00', '1500.50', '999999999999.99', '9007199254740991', '1e3', '1.50E+2', '0e999'])(
    'reads %s as a number',
    (written) => {
      expect(numberOf(written)).toBe(Number(written));
    },
  );

  it('sees a doubtful number wherever it stands, and that one alone', () => {
    const text = '{"a":"1e400","b":[{"c":null},{"d":[true,1e400]}],"e":{},"f":2}';
    expect(readRecordJson(text)).toEqual({
      a: '1e400',
      b: [{ c: null }, { d: [true, '1e400'] }],
      e: {},
      f: 2,
    });
  });

  it('leaves digits in texts alone', () => {
    const record = { a: '999999999999.9900001', b: ',1e400', c: ['[12345678901234567890'], d: 5 };
    expect(readRecordJson(JSON.stringify(record))).toEqual(record);
  });

  it('reads what is written with fifteen digits or fewer, and never another number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?$/), (written) => {
        const read = numberOf(written);
        if (typeof read === 'string') expect(read).toBe(written);
        else expect(plain(String(read))).toBe(plain(written));
      }),
    );
  });

  it('throws at what is not JSON, doubtful numbers or not', () => {
    for (const text of ['{"a":', '{"a":1e400', '']) expect(() => readRecordJson(text)).toThrow(SyntaxError);
  });
});

/** Decimal text without zeros that say nothing; exponents written out. */
function plain(text: string): string {
  const [, sign = '', digits = '', exponent = '0'] = /^(-?)([\d.]+)(?:e([+-]\d+))?$/.exec(text) ?? [];
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = Number(exponent);
  const all = shift < 0 ? `${'0'.repeat(-shift)}${whole}` : `${whole}`;
  const point = all.length + shift;
  const every = `${all}${fraction}`.padEnd(point, '0');
  const trimmed = `${every.slice(0, point)}.${every.slice(point)}`.replace(/^0+/, '').replace(/\.?0*$/, '');
  return trimmed === '' ? '0' : `${sign}${trimmed}`;
}

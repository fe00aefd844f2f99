import { describe, expect, it } from 'vitest';
import { DecimalEvidence, isNoAmount, readNumberCell } from '../../src/ingest/column-numbers.ts';

function decide(cells: readonly string[]) {
  const evidence = new DecimalEvidence();
  for (const cell of cells) evidence.see(cell);
  return evidence.decide();
}

function read(cells: readonly string[]): string[] {
  const { mark } = decide(cells);
  if (mark === null) throw new Error('not decided');
  return cells.map((cell) => {
    const number = readNumberCell(cell, mark);
    return 'reason' in number ? number.reason : `${number.negative ? '-' : ''}${number.digits}`;
  });
}

describe('B29: the decimal mark of a column', () => {
  it.each([
    [
      ['25,000', '1,250.50', '3,000'],
      ['25000', '1250.50', '3000'],
    ],
    [
      ['1.355,90', '4.711,98', '1.000'],
      ['1355.90', '4711.98', '1000'],
    ],
    [['-110.7'], ['-110.7']],
    [
      ['1,250', '1,234,500'],
      ['1250', '1234500'],
    ],
    [
      ['12', '700'],
      ['12', '700'],
    ],
    [
      ['9,', '11,8', '107,'],
      ['9', '11.8', '107'],
    ],
    [['1 234,567'], ['1234.567']],
    [
      ["1'234.50", "12'000"],
      ['1234.50', '12000'],
    ],
    [
      ['٢٥٬٠٠٠', '1,250.5'],
      ['25000', '1250.5'],
    ],
  ])('is settled by the whole column: %s', (cells, numbers) => {
    expect(read(cells)).toEqual(numbers);
  });

  it('stays open when every cell could be read both ways', () => {
    expect(decide(['1,234', '5,678'])).toEqual({ mark: null, why: 'ambiguous', cell: '1,234' });
    expect(decide(['1.234', '700'])).toEqual({ mark: null, why: 'ambiguous', cell: '1.234' });
  });

  it('is not decided against one of its cells', () => {
    expect(decide(['11,8', '1,250.50'])).toEqual({
      mark: null,
      why: 'contradictory',
      cell: '1,250.50 and 11,8',
    });
  });

  it('is not swayed by cells that are no numbers', () => {
    expect(decide(['n/a', '2026-04-02', '', '1.5.2026', '0,5'])).toEqual({ mark: 'comma' });
    expect(decide(['1.5.2026', '0.5'])).toEqual({ mark: 'point' });
    expect(decide(['n/a', ''])).toEqual({ mark: 'point' });
  });
});

describe('B30: a cell of money', () => {
  it.each([
    ['(900.23)', '-900.23', null],
    ['900.23-', '-900.23', null],
    ['E£ 1,500.00', '1500.00', ['EGP']],
    ['1,500.00 ج.م', '1500.00', ['EGP']],
    ['1,500.00ج.م.', '1500.00', ['EGP']],
    ['L.E. 5.50', '5.50', ['EGP']],
    ['EGP -45.00', '-45.00', ['EGP']],
    ['- EGP 45.00', '-45.00', ['EGP']],
    ['(EGP 45.00)', '-45.00', ['EGP']],
    ['−12.00', '-12.00', null],
    ['+ 70.00', '70.00', null],
    ['5 usd', '5', ['USD']],
    ['£5', '5', ['GBP', 'EGP']],
    ['\u200f١٢٫٥٠\u200f', '12.50', null],
  ])('reads %s', (cell, value, currencies) => {
    const number = readNumberCell(cell, 'point');
    if ('reason' in number) throw new Error(number.reason);
    expect(`${number.negative ? '-' : ''}${number.digits}`).toBe(value);
    expect(number.currencies).toEqual(currencies);
  });

  it('tells whether a sign was written', () => {
    expect(readNumberCell('5', 'point')).toMatchObject({ signed: false });
    for (const cell of ['+5', '-5', '5-', '(5)', '−5']) {
      expect(readNumberCell(cell, 'point')).toMatchObject({ signed: true });
    }
  });

  it.each([
    'abc',
    '',
    '-',
    '(5',
    '5)',
    '-(5)',
    '--5',
    '+-5',
    '1,23',
    '1,234,56',
    '1.2.3',
    '1e5',
    '5%',
    '5 USD EUR',
    '12 34',
    '5-3',
    '0x10',
    '0,123',
  ])('answers a fault for "%s", never 0', (cell) => {
    expect(readNumberCell(cell, 'point')).toHaveProperty('reason');
  });

  it('refuses a cell that goes against the column', () => {
    expect(readNumberCell('1,000.50', 'comma')).toEqual({
      reason: 'has misplaced separators for a decimal comma',
    });
  });
});

describe('B34: Arabic-Indic digits', () => {
  it.each([
    ['١٤٬٥٠٠٫٥٥', '14500.55'],
    ['۱۲۳', '123'],
    ['١2٣', '123'],
  ])('reads %s whatever the column decided', (cell, digits) => {
    expect(readNumberCell(cell, 'point')).toMatchObject({ digits, negative: false });
    expect(readNumberCell(cell, 'comma')).toMatchObject({ digits, negative: false });
  });
});

describe('a side of the account beside an amount', () => {
  it.each([
    ['1,000.00 Cr', '1000.00', 'credit'],
    ['10.00 Dr', '-10.00', 'debit'],
    ['10.00DR.', '-10.00', 'debit'],
    ['Cr. 5.50', '5.50', 'credit'],
    ['-10.00 Dr', '-10.00', 'debit'],
    ['EGP 25.00 C', '25.00', 'credit'],
    ['\u0661\u0662\u066b\u0665 \u0645\u062f\u064a\u0646', '-12.5', 'debit'],
    ['10.00-', '-10.00', null],
  ])('%s is read', (cell, number, side) => {
    const read = readNumberCell(cell, 'point');
    if ('reason' in read) throw new Error(read.reason);
    expect([`${read.negative ? '-' : ''}${read.digits}`, read.side]).toEqual([number, side]);
  });

  it('is refused where a sign contradicts it, or two are there', () => {
    expect(readNumberCell('-10.00 Cr', 'point')).toEqual({ reason: 'has a sign and a side that contradict' });
    expect(readNumberCell('Dr 10.00 Cr', 'point')).toEqual({ reason: 'holds something besides a number' });
  });

  it('knows a cell without an amount', () => {
    expect(['', '  ', '-', ' \u2014 ', '--', '\u200f-\u200f'].map(isNoAmount)).toEqual(Array(6).fill(true));
    expect(['0', '-5', 'x', '.'].map(isNoAmount)).toEqual([false, false, false, false]);
  });
});

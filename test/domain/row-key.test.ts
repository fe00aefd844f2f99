import { describe, expect, it } from 'vitest';
import { type KeyedRow, RowKeys } from '../../src/domain/row-key.ts';
import { day } from './loan-builders.ts';

const ROW: KeyedRow = {
  status: 'booked',
  direction: 'credit',
  amount: '500.00',
  currency: 'EGP',
  bookingDate: day('2026-04-02'),
  valueDate: null,
  bankReference: null,
  customerReference: null,
  endToEndId: null,
  text: 'LN-9',
  payerAccount: null,
  payerPhone: null,
  payerName: null,
};

/** The keys of the rows of one file, with their numbers. */
function keysOf(...rows: readonly Partial<KeyedRow>[]): string[] {
  const keys = new RowKeys((content) => content);
  return rows.map((row) => {
    const { key, occurrence } = keys.next('ACC', { ...ROW, ...row });
    return `${key} ${occurrence}`;
  });
}

/** How many of a file's rows are in none of the files before it. */
function newIn(file: readonly string[], ...before: readonly (readonly string[])[]): number {
  const seen = new Set(before.flat());
  return file.filter((key) => !seen.has(key)).length;
}

describe('RowKeys', () => {
  it('counts equal rows: two, the same two again, then three of which one is new', () => {
    const two = keysOf({}, {});
    expect(newIn(two)).toBe(2);
    expect(newIn(keysOf({}, {}), two)).toBe(0);
    expect(newIn(keysOf({}, {}, {}), two)).toBe(1);
  });

  it('tells apart what one reference is used for: other amounts, days and directions', () => {
    const reference = { bankReference: 'INST-04' };
    const keys = keysOf(
      reference,
      { ...reference, amount: '600.00' },
      { ...reference, bookingDate: day('2026-04-03') },
      { ...reference, direction: 'debit' },
      { ...reference, currency: 'USD' },
    );
    expect(new Set(keys).size).toBe(5);
    expect(newIn(keysOf({ ...reference, amount: '600.00' }), keys)).toBe(0);
  });

  it('knows a row again by its reference, whatever else another file tells of it', () => {
    const reference = { bankReference: 'FT26001' };
    const other = { ...reference, text: 'told differently', payerName: 'A', valueDate: day('2026-04-01') };
    expect(newIn(keysOf(other), keysOf(reference))).toBe(0);
  });

  it('takes every part of the content where there is no reference', () => {
    const rows: Partial<KeyedRow>[] = [
      {},
      { text: 'LN-8' },
      { payerName: 'LN-9' },
      { payerPhone: '0100' },
      { payerAccount: '0100' },
      { customerReference: 'a' },
      { endToEndId: 'a' },
      { valueDate: day('2026-04-02') },
      { bankReference: 'LN-9' },
    ];
    expect(new Set(keysOf(...rows)).size).toBe(rows.length);
  });

  it('finds late rows in any order of overlapping files', () => {
    const first = keysOf({ bookingDate: day('2026-06-03'), bankReference: 'a' });
    const second = keysOf(
      { bookingDate: day('2026-06-01'), bankReference: 'b' },
      { bookingDate: day('2026-06-03'), bankReference: 'a' },
      { bookingDate: day('2026-06-03'), bankReference: 'c' },
    );
    expect(newIn(second, first)).toBe(2);
    expect(newIn(first, second)).toBe(0);
  });

  it('keeps accounts apart', () => {
    const keys = new RowKeys((content) => content);
    const one = keys.next('A', ROW);
    const other = keys.next('B', ROW);
    expect(other.key).not.toBe(one.key);
    expect(other.occurrence).toBe(1);
  });

  it('takes what a bank announces for another row than the one it books, whichever stands in the file first', () => {
    const booked = keysOf({ bankReference: 'R-1' });
    const announced = keysOf({ bankReference: 'R-1', status: 'pending' }, { bankReference: 'R-1' });
    expect(announced[0]).not.toBe(booked[0]);
    expect(announced[1]).toBe(booked[0]);
  });
});

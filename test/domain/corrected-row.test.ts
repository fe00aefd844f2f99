import { describe, expect, it } from 'vitest';
import { correctedRow } from '../../src/domain/corrected-row.ts';

const other = (occurrence: number) => ({ occurrence, mayBeAgain: false });
const corrected = (occurrence: number) => ({ occurrence, mayBeAgain: true });

describe('a corrected row', () => {
  it('is the first of its key where nothing equals it', () => {
    expect(correctedRow(1, [])).toEqual({ occurrence: 1, equals: null });
    expect(correctedRow(3, [])).toEqual({ occurrence: 3, equals: null });
  });

  it('is the row that came with corrected ones before, the nth of them the nth', () => {
    expect(correctedRow(1, [corrected(1)])).toEqual({ before: corrected(1) });
    expect(correctedRow(2, [corrected(3), other(1), corrected(2)])).toEqual({ before: corrected(3) });
  });

  it('has a number behind those of rows that came another way, and equals the first of them', () => {
    expect(correctedRow(1, [other(2), other(1)])).toEqual({ occurrence: 3, equals: other(1) });
    expect(correctedRow(2, [other(1)])).toEqual({ occurrence: 3, equals: other(1) });
    expect(correctedRow(2, [other(1), corrected(2)])).toEqual({ occurrence: 3, equals: other(1) });
  });

  it('takes the numbers that undone imports left free', () => {
    expect(correctedRow(2, [corrected(3)])).toEqual({ occurrence: 1, equals: null });
    expect(correctedRow(4, [corrected(2)])).toEqual({ occurrence: 4, equals: null });
    expect(correctedRow(1, [other(2)])).toEqual({ occurrence: 1, equals: other(2) });
  });
});

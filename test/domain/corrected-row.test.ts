import { describe, expect, it } from 'vitest';
import { correctedRow, equalRows } from '../../src/domain/corrected-row.ts';

const other = (occurrence: number) => ({ occurrence, mayBeAgain: false });
const corrected = (occurrence: number) => ({ occurrence, mayBeAgain: true });

describe('a corrected row', () => {
  it('is new where nothing equals it', () => {
    expect(correctedRow(1, equalRows([]))).toEqual({ equals: null });
    expect(correctedRow(2, equalRows([corrected(3)]))).toEqual({ equals: null });
  });

  it('is the row that came with corrected ones before, the nth of them the nth', () => {
    expect(correctedRow(1, equalRows([corrected(1)]))).toEqual({ before: corrected(1) });
    const known = equalRows([corrected(3), other(1), corrected(2)]);
    expect(correctedRow(2, known)).toEqual({ before: corrected(3) });
  });

  it('equals the first of the rows that came another way', () => {
    expect(correctedRow(1, equalRows([other(2), other(1)]))).toEqual({ equals: other(1) });
    expect(correctedRow(2, equalRows([other(1), corrected(2)]))).toEqual({ equals: other(1) });
  });
});

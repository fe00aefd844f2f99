import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compare,
  floorOf,
  minus,
  over,
  parseDecimal,
  rational,
  roundedHalfUp,
  squareRoot,
  sum,
  times,
  toDecimalText,
  toJsonNumber,
} from '../../src/domain/rational.ts';

const fraction = fc
  .tuple(fc.integer({ min: -100_000, max: 100_000 }), fc.integer({ min: 1, max: 10_000 }))
  .map(([n, d]) => rational(n, d));

describe('exact fractions', () => {
  it('keep the laws of arithmetic', () => {
    fc.assert(
      fc.property(fraction, fraction, (a, b) => {
        expect(minus(sum(a, b), b)).toEqual(a);
        if (b.numerator !== 0n) expect(over(times(a, b), b)).toEqual(a);
        expect(Math.sign(compare(a, b))).toBe(Math.sign(Number(minus(a, b).numerator)));
        expect(compare(rational(floorOf(a)), a)).toBeLessThanOrEqual(0);
      }),
    );
    expect(rational(6, -4)).toEqual({ numerator: -3n, denominator: 2n });
    expect(() => rational(1, 0)).toThrow(RangeError);
  });

  it('round half up', () => {
    expect(toDecimalText(rational(12345, 1000), 2)).toBe('12.35');
    expect(toDecimalText(rational(12344, 1000), 2)).toBe('12.34');
    expect(toDecimalText(rational(5, 100), 1)).toBe('0.1');
    expect(toDecimalText(rational(-7, 2), 0)).toBe('-3');
    expect(toDecimalText(rational(-1, 3), 2)).toBe('-0.33');
    expect(toDecimalText(rational(3125, 100), 1)).toBe('31.3');
    expect(toJsonNumber(rational(1, 3), 4)).toBe(0.3333);
    expect(roundedHalfUp(rational(1, 8), 2)).toEqual(rational(13, 100));
  });

  it('read plain decimals only', () => {
    expect(parseDecimal('0.40')).toEqual(rational(2, 5));
    expect(parseDecimal('-3')).toEqual(rational(-3));
    for (const text of ['', '1e3', '.5', '5.', '1,000', ' 1', '0x1', '1.1234567']) {
      expect(parseDecimal(text)).toBeUndefined();
    }
  });

  it('take exact roots of squares and cut others after thirty decimals', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), (n) => {
        const root = rational(n, 1000n);
        expect(squareRoot(times(root, root))).toEqual(root);
      }),
    );
    expect(toDecimalText(squareRoot(rational(2)), 20)).toBe('1.41421356237309504880');
    expect(() => squareRoot(rational(-1))).toThrow(RangeError);
  });
});

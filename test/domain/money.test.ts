import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountToNumber,
  divideHalfAwayFromZero,
  foldDigits,
  formatAmount,
  formatAmountGrouped,
  MAX_AMOUNT_PIASTRES,
  parseAmount,
  piastres,
} from '../../src/domain/money.ts';
import { isRefusal } from '../../src/domain/refusal.ts';

/** The message an amount is refused with; fails when it is taken. */
function refusalOf(text: string, options?: { grouping?: boolean }): string {
  const parsed = parseAmount(text, options);
  if (!isRefusal(parsed)) throw new Error(`${text} was read as ${parsed}`);
  expect(parsed.code).toBe('invalid_amount');
  return parsed.message;
}

describe('a group of thousands that begins with a zero', () => {
  it.each(['0,500', '0,005', '00,500'])('is not guessed: %s', (text) => {
    expect(isRefusal(parseAmount(text, { grouping: true }))).toBe(true);
  });
});

describe('parseAmount', () => {
  it.each([
    ['1500', 150_000],
    ['1500.5', 150_050],
    ['1500.50', 150_050],
    ['0', 0],
    ['0.01', 1],
    ['007', 700],
    ['999999999999.99', MAX_AMOUNT_PIASTRES],
  ])('reads %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it('reads correctly grouped thousands only where they are allowed', () => {
    expect(parseAmount('1,500.50', { grouping: true })).toBe(150_050);
    expect(parseAmount('999,999,999,999.99', { grouping: true })).toBe(MAX_AMOUNT_PIASTRES);
    expect(refusalOf('1,500.50')).toContain('1,500.50');
    for (const text of ['1,50', '15,00.00', '1,5000', ',500', '1500,000', '1,500,', '1.5,000']) {
      refusalOf(text, { grouping: true });
    }
  });

  it.each([
    ['-10', 'negative'],
    ['−10', 'negative'],
    ['+10', 'sign'],
    ['10.555', 'more than two decimals'],
    ['1.500,50', 'the other way round'],
    ['1e5', 'exponent'],
    ['0x1F', 'hexadecimal'],
    ['1 500', 'blanks'],
    [' 10', 'blanks'],
    ['', 'empty'],
    ['NaN', 'not an amount'],
    ['Infinity', 'not an amount'],
    ['.5', 'not an amount'],
    ['5.', 'not an amount'],
    ['1000000000000', 'largest'],
    ['9'.repeat(400), 'largest'],
  ])('refuses %s and says why', (text, reason) => {
    expect(refusalOf(text, { grouping: true })).toContain(reason);
  });

  it('reads back whatever it formats, grouped or not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_AMOUNT_PIASTRES }), (n) => {
        const amount = piastres(n);
        expect(parseAmount(formatAmount(amount))).toBe(n);
        expect(parseAmount(formatAmountGrouped(amount), { grouping: true })).toBe(n);
        expect(parseAmount(String(amountToNumber(amount)))).toBe(n);
      }),
    );
  });

  it('never reads a text that is not digits and one point', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseAmount(text);
        expect(isRefusal(parsed)).toBe(!/^\d{1,12}(\.\d{1,2})?$/.test(foldDigits(text)));
      }),
    );
  });
});

describe('formatAmount', () => {
  it('writes two decimals, signs and groups', () => {
    expect(formatAmount(piastres(123_450))).toBe('1234.50');
    expect(formatAmount(piastres(-5))).toBe('-0.05');
    expect(formatAmount(piastres(-0))).toBe('0.00');
    expect(formatAmountGrouped(piastres(123_456_789))).toBe('1,234,567.89');
    expect(formatAmountGrouped(piastres(-100_000))).toBe('-1,000.00');
    expect(formatAmountGrouped(piastres(99_999))).toBe('999.99');
  });
});

describe('piastres', () => {
  it('takes whole safe numbers only', () => {
    for (const n of [0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY]) expect(() => piastres(n)).toThrow();
  });
});

describe('divideHalfAwayFromZero', () => {
  it('rounds a half away from zero, on both sides', () => {
    const rounded = [5n, -5n, 4n, -4n, 6n, 0n].map((n) => divideHalfAwayFromZero(n, 10n));
    expect(rounded).toEqual([1n, -1n, 0n, 0n, 1n, 0n]);
    expect(() => divideHalfAwayFromZero(1n, 0n)).toThrow();
  });

  it('is never further than a half from the exact quotient', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (n, d) => {
          const twice = 2n * (n - divideHalfAwayFromZero(n, d) * d);
          expect(twice <= d && twice >= -d).toBe(true);
        },
      ),
    );
  });
});

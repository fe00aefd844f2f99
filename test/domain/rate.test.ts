import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRate, parseRate, rateE4, rateToNumber } from '../../src/domain/rate.ts';
import { isRefusal } from '../../src/domain/refusal.ts';

/** The message a rate is refused with. */
function refusalOf(text: string, minE4?: number): string {
  const parsed = parseRate(text, minE4 === undefined ? {} : { minE4 });
  if (!isRefusal(parsed)) throw new Error(`${text} was read as ${parsed}`);
  expect(parsed.code).toBe('invalid_rate');
  return parsed.message;
}

describe('parseRate', () => {
  it('reads percent per year with at most four decimals', () => {
    expect(['0', '1', '24.5', '17.25', '9.4822', '100', '٢٤٫٥'].map((text) => parseRate(text))).toEqual([
      0, 10_000, 245_000, 172_500, 94_822, 1_000_000, 245_000,
    ]);
  });

  it('refuses what looks like a fraction, unless the policy allows rates that low', () => {
    expect(refusalOf('0.245')).toBe('0.245 looks like a fraction; write 24.5 for 24.5 %');
    expect(refusalOf('0.9999')).toBe('0.9999 looks like a fraction; write 99.99 for 99.99 %');
    expect(parseRate('0.245', { minE4: 2450 })).toBe(2450);
    expect(parseRate('0.245', { minE4: 0 })).toBe(2450);
    expect(refusalOf('3', 50_000)).toBe('3 is below the least rate, 5 %');
    expect(parseRate('0', { minE4: 50_000 })).toBe(0);
  });

  it('refuses everything else', () => {
    expect(refusalOf('24.50001')).toContain('more than four decimals');
    expect(refusalOf('100.0001')).toContain('above 100 %');
    for (const text of ['-1', '24.5%', '', '1e1', '24,5', ' 24', 'NaN', '.5']) {
      expect(refusalOf(text)).toContain('not a rate');
    }
  });

  it('reads back whatever it formats', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (n) => {
        expect(parseRate(formatRate(rateE4(n)), { minE4: 0 })).toBe(n);
        expect(parseRate(String(rateToNumber(rateE4(n))), { minE4: 0 })).toBe(n);
      }),
    );
  });

  it('is never branded outside 0 to 1,000 percent', () => {
    for (const n of [-1, 10_000_001, 0.5]) expect(() => rateE4(n)).toThrow();
  });
});

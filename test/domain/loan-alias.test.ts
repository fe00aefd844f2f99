import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldAlias } from '../../src/domain/loan-alias.ts';
import { foldForSearch } from '../../src/domain/search-folding.ts';

/** Every character of ASCII, control characters included. */
const ascii = fc.string({ unit: fc.nat(127).map((code) => String.fromCharCode(code)) });
/** Any letter beyond ASCII makes a text be folded the long way. */
const ALEF = '\u0627';

describe('folding', () => {
  it('makes the same of plain text as it would beside other letters', () => {
    fc.assert(
      fc.property(ascii, (text) => {
        expect(`${foldAlias(text)}${ALEF}`).toBe(foldAlias(`${text}${ALEF}`));
        expect(`${foldForSearch(text)}${ALEF}`).toBe(foldForSearch(`${text}${ALEF}`));
      }),
    );
  });

  it('takes spellings of one alias for one', () => {
    const spellings = ['Shop 12-a', 'SHOP_12A', 'shop\u201112 a', 'Shop \u0661\u0662\u2013A'];
    expect(new Set(spellings.map(foldAlias))).toEqual(new Set(['shop12a']));
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT_PIASTRES } from '../../../src/domain/money.ts';
import { arabicAmount } from '../../../src/render/documents/arabic-amount.ts';
import { englishAmount } from '../../../src/render/documents/english-amount.ts';
import { readEnglishAmount } from './read-english-amount.ts';

const amounts = fc.oneof(
  fc.integer({ min: 0, max: 250_000 }),
  fc.integer({ min: 0, max: MAX_AMOUNT_PIASTRES }),
  // Round figures, where the words change.
  fc
    .tuple(fc.nat({ max: 999 }), fc.constantFrom(1, 100, 100_000, 100_000_000, 100_000_000_000))
    .map(([n, of]) => n * of),
);

describe('an amount in English words', () => {
  it.each([
    [0, 'Zero Egyptian pounds only'],
    [1, 'One piastre only'],
    [100, 'One Egyptian pound only'],
    [201, 'Two Egyptian pounds and one piastre only'],
    [1_917, 'Nineteen Egyptian pounds and seventeen piastres only'],
    [4_200_000, 'Forty-two thousand Egyptian pounds only'],
    [10_110_099, 'One hundred one thousand one hundred Egyptian pounds and ninety-nine piastres only'],
    [100_000_100, 'One million one Egyptian pounds only'],
    [
      MAX_AMOUNT_PIASTRES,
      'Nine hundred ninety-nine billion nine hundred ninety-nine million nine hundred ninety-nine thousand nine hundred ninety-nine Egyptian pounds and ninety-nine piastres only',
    ],
  ])('%d piastres', (piastres, words) => {
    expect(englishAmount(piastres)).toBe(words);
  });

  it('reads back as the same amount', () => {
    fc.assert(
      fc.property(amounts, (piastres) => {
        expect(readEnglishAmount(englishAmount(piastres))).toBe(piastres);
      }),
      { numRuns: 3_000 },
    );
  });
});

/** Whole pounds, as they stand before «فقط لا غير». */
const POUNDS: readonly (readonly [number, string])[] = [
  [0, 'صفر جنيه مصري'],
  [1, 'جنيه مصري واحد'],
  [2, 'جنيهان مصريان'],
  [3, 'ثلاثة جنيهات مصرية'],
  [4, 'أربعة جنيهات مصرية'],
  [5, 'خمسة جنيهات مصرية'],
  [7, 'سبعة جنيهات مصرية'],
  [8, 'ثمانية جنيهات مصرية'],
  [10, 'عشرة جنيهات مصرية'],
  [11, 'أحد عشر جنيهًا مصريًا'],
  [12, 'اثنا عشر جنيهًا مصريًا'],
  [13, 'ثلاثة عشر جنيهًا مصريًا'],
  [18, 'ثمانية عشر جنيهًا مصريًا'],
  [20, 'عشرون جنيهًا مصريًا'],
  [21, 'واحد وعشرون جنيهًا مصريًا'],
  [22, 'اثنان وعشرون جنيهًا مصريًا'],
  [36, 'ستة وثلاثون جنيهًا مصريًا'],
  [48, 'ثمانية وأربعون جنيهًا مصريًا'],
  [99, 'تسعة وتسعون جنيهًا مصريًا'],
  [100, 'مائة جنيه مصري'],
  [101, 'مائة جنيه مصري وجنيه مصري واحد'],
  [102, 'مائة جنيه مصري وجنيهان مصريان'],
  [103, 'مائة وثلاثة جنيهات مصرية'],
  [110, 'مائة وعشرة جنيهات مصرية'],
  [111, 'مائة وأحد عشر جنيهًا مصريًا'],
  [112, 'مائة واثنا عشر جنيهًا مصريًا'],
  [150, 'مائة وخمسون جنيهًا مصريًا'],
  [200, 'مائتا جنيه مصري'],
  [201, 'مائتا جنيه مصري وجنيه مصري واحد'],
  [205, 'مائتان وخمسة جنيهات مصرية'],
  [211, 'مائتان وأحد عشر جنيهًا مصريًا'],
  [300, 'ثلاثمائة جنيه مصري'],
  [800, 'ثمانمائة جنيه مصري'],
  [999, 'تسعمائة وتسعة وتسعون جنيهًا مصريًا'],
  [1_000, 'ألف جنيه مصري'],
  [1_001, 'ألف جنيه مصري وجنيه مصري واحد'],
  [1_002, 'ألف جنيه مصري وجنيهان مصريان'],
  [1_003, 'ألف وثلاثة جنيهات مصرية'],
  [1_011, 'ألف وأحد عشر جنيهًا مصريًا'],
  [1_100, 'ألف ومائة جنيه مصري'],
  [1_200, 'ألف ومائتا جنيه مصري'],
  [1_234, 'ألف ومائتان وأربعة وثلاثون جنيهًا مصريًا'],
  [2_000, 'ألفا جنيه مصري'],
  [2_001, 'ألفا جنيه مصري وجنيه مصري واحد'],
  [2_005, 'ألفان وخمسة جنيهات مصرية'],
  [2_200, 'ألفان ومائتا جنيه مصري'],
  [3_000, 'ثلاثة آلاف جنيه مصري'],
  [3_003, 'ثلاثة آلاف وثلاثة جنيهات مصرية'],
  [10_000, 'عشرة آلاف جنيه مصري'],
  [11_000, 'أحد عشر ألف جنيه مصري'],
  [11_011, 'أحد عشر ألفًا وأحد عشر جنيهًا مصريًا'],
  [12_500, 'اثنا عشر ألفًا وخمسمائة جنيه مصري'],
  [20_000, 'عشرون ألف جنيه مصري'],
  [100_000, 'مائة ألف جنيه مصري'],
  [101_000, 'مائة ألف وألف جنيه مصري'],
  [102_000, 'مائة ألف وألفا جنيه مصري'],
  [102_300, 'مائة ألف وألفان وثلاثمائة جنيه مصري'],
  [103_000, 'مائة وثلاثة آلاف جنيه مصري'],
  [200_000, 'مائتا ألف جنيه مصري'],
  [250_000, 'مائتان وخمسون ألف جنيه مصري'],
  [1_000_000, 'مليون جنيه مصري'],
  [1_000_001, 'مليون جنيه مصري وجنيه مصري واحد'],
  [2_000_000, 'مليونا جنيه مصري'],
  [2_000_500, 'مليونان وخمسمائة جنيه مصري'],
  [3_000_000, 'ثلاثة ملايين جنيه مصري'],
  [11_000_000, 'أحد عشر مليون جنيه مصري'],
  [11_000_003, 'أحد عشر مليونًا وثلاثة جنيهات مصرية'],
  [100_000_000, 'مائة مليون جنيه مصري'],
  [1_000_000_000, 'مليار جنيه مصري'],
  [2_000_000_000, 'مليارا جنيه مصري'],
  [4_000_000_000, 'أربعة مليارات جنيه مصري'],
  [15_000_000_000, 'خمسة عشر مليار جنيه مصري'],
];

const WITH_PIASTRES: readonly (readonly [number, string])[] = [
  [1, 'قرش واحد'],
  [2, 'قرشان'],
  [9, 'تسعة قروش'],
  [10, 'عشرة قروش'],
  [11, 'أحد عشر قرشًا'],
  [75, 'خمسة وسبعون قرشًا'],
  [101, 'جنيه مصري واحد وقرش واحد'],
  [202, 'جنيهان مصريان وقرشان'],
  [350, 'ثلاثة جنيهات مصرية وخمسون قرشًا'],
  [20_012, 'مائتا جنيه مصري واثنا عشر قرشًا'],
  [3_087_272, 'ثلاثون ألفًا وثمانمائة واثنان وسبعون جنيهًا مصريًا واثنان وسبعون قرشًا'],
  [
    99_999_999_999_999,
    'تسعمائة وتسعة وتسعون مليارًا وتسعمائة وتسعة وتسعون مليونًا وتسعمائة وتسعة وتسعون ألفًا وتسعمائة وتسعة وتسعون جنيهًا مصريًا وتسعة وتسعون قرشًا',
  ],
];

describe('an amount in Arabic words', () => {
  it.each(POUNDS)('%d pounds', (pounds, words) => {
    expect(arabicAmount(pounds * 100)).toBe(`${words} فقط لا غير`);
  });

  it.each(WITH_PIASTRES)('%d piastres', (piastres, words) => {
    expect(arabicAmount(piastres)).toBe(`${words} فقط لا غير`);
  });

  it('says every amount otherwise than any other, in Arabic letters alone', () => {
    const said = new Map<string, number>();
    fc.assert(
      fc.property(amounts, (piastres) => {
        const words = arabicAmount(piastres);
        expect(words).toMatch(/^[\u0621-\u0652 ]+$/);
        expect(words).not.toMatch(/ {2}|undefined/);
        expect(said.get(words) ?? piastres).toBe(piastres);
        said.set(words, piastres);
      }),
      { numRuns: 3_000 },
    );
  });
});

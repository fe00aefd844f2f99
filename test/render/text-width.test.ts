import { expect, it } from 'vitest';
import { textWidth } from '../../src/render/text-width.ts';

it.each([
  ['', 0],
  ['plain', 5],
  ['مُحَمَّد', 4],
  ['e\u0301', 1],
  ['東京', 4],
  ['🛒', 2],
  ['👨‍👩‍👧', 2],
  ['👍🏽', 2],
  ['🇪🇬', 2],
  ['✔️', 2],
  ['ｱ', 1],
  ['한국', 4],
  ['–', 1],
  ['█░', 2],
])('%s takes %i cells', (text, cells) => {
  expect(textWidth(text)).toBe(cells);
});

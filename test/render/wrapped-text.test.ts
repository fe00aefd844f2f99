import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../src/render/text-width.ts';
import { wrappedLines, wrappedText } from '../../src/render/wrapped-text.ts';

describe('text broken to a width', () => {
  it('breaks at blanks only, and keeps an amount with its unit', () => {
    expect(wrappedLines('pays 8,901.20 EGP at 23 %.', 10)).toEqual(['pays', '8,901.20 EGP', 'at 23 %.']);
    expect(wrappedLines(`anchor ${'a'.repeat(30)} end`, 12)).toEqual(['anchor', 'a'.repeat(30), 'end']);
  });

  it('puts what is broken off under the last column, or under the beginning', () => {
    expect(wrappedText('  --json    one document instead of a table', 30)).toBe(
      '  --json    one document\n            instead of a table',
    );
    expect(wrappedText('    a line that starts further in', 20)).toBe(
      '    a line that\n    starts further\n    in',
    );
    expect(wrappedText('short\nand a longer line', 12)).toBe('short\nand a longer\nline');
  });

  it('leaves a pipe as it is', () => {
    expect(wrappedText('a  b '.repeat(80), null)).toBe('a  b '.repeat(80));
  });

  it('loses and adds no word, and keeps to the width wherever words allow', () => {
    const words = fc.array(fc.constantFrom('a', 'loan', 'LN-7K3QX9B23', '12.00', 'EGP', '%', 'محمد'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 60 }), (list, cells) => {
        const lines = wrappedLines(list.join(' '), cells);
        expect(lines.join(' ')).toBe(list.join(' '));
        for (const line of lines) {
          if (!/EGP|%/.test(line)) expect(textWidth(line)).toBeLessThanOrEqual(cells);
        }
      }),
    );
  });
});

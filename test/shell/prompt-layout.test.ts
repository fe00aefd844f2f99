import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { layoutOf } from '../../src/shell/prompt-layout.ts';

const LONG = { message: 'Why do the terms differ from the recommendation? Enter for none' };
const plain = stripVTControlCharacters;

describe('a question on the terminal', () => {
  it('is broken between words and leaves room for an id', () => {
    expect(plain(layoutOf({ ...LONG, name: '--override-reason' }, 80).question)).toBe(
      'Why do the terms differ from the recommendation? Enter for none\n  (--override-reason)',
    );
    for (const cells of [30, 40, 80, 200]) {
      const { question } = layoutOf({ ...LONG, name: '--override-reason' }, cells);
      const lines = `? ${plain(question)}`.split('\n');
      for (const line of lines) expect(line.length, String(cells)).toBeLessThanOrEqual(cells);
      expect(lines.at(-1)!.length, String(cells)).toBeLessThanOrEqual(Math.max(cells - 13, 21));
    }
  });

  it('has its answer beside it, or below it where it does not fit', () => {
    const layout = layoutOf({ message: 'Id of the loan', name: 'LOAN' }, 40);
    expect(plain(layout.answer('LN-7K3QX9B23'))).toBe('LN-7K3QX9B23');
    const says = 'LN-7K3QX9B23   Nile Textiles and Sons, 31,000.00 EGP, current';
    expect(plain(layout.answer(says))).toBe(
      '\n  LN-7K3QX9B23 Nile Textiles and Sons,\n  31,000.00 EGP, current',
    );
  });

  it('has choices whose words stay whole where the terminal breaks them', () => {
    const { choice } = layoutOf({ message: 'Which?' }, 40);
    expect(choice('LN-7K3QX9B23', 'Nile')).toBe('LN-7K3QX9B23   Nile');
    expect(choice('DD/MM/YYYY')).toBe('DD/MM/YYYY');
    const drawn = `❯ ${choice('LN-7K3QX9B23', 'Nile Textiles and Sons, 31,000.00 EGP, current')}`;
    const rows = Array.from({ length: Math.ceil(drawn.length / 40) }, (_, at) =>
      drawn.slice(at * 40, at * 40 + 40).trimEnd(),
    );
    expect(rows).toEqual([
      '❯ LN-7K3QX9B23   Nile Textiles and Sons,',
      '                 31,000.00 EGP, current',
    ]);
    const narrow = `❯ ${layoutOf({ message: 'Which?' }, 24).choice('LN-7K3QX9B23', 'Nile, 31,000.00 EGP')}`;
    expect(narrow.slice(0, 24).trimEnd()).toBe('❯ LN-7K3QX9B23');
    expect(narrow.slice(24)).toBe('  Nile, 31,000.00 EGP');
  });
});

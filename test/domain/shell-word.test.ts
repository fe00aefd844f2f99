import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellWord } from '../../src/domain/shell-word.ts';

describe('a word for a shell', () => {
  it('is left as it is where nothing in it means anything', () => {
    for (const plain of ['LN-7K3QX9B23', 'nile@bank.example', 'متجر-1', 'a/b:c=d,e+f%g_h.i'])
      expect(shellWord(plain)).toBe(plain);
  });

  it('is quoted elsewhere, and kept from being a flag', () => {
    expect(shellWord("Ann's shop; rm -rf ~")).toBe(`'Ann'\\''s shop; rm -rf ~'`);
    expect(shellWord('')).toBe("''");
    expect(shellWord('~root')).toBe("'~root'");
    expect(shellWord('--ledger')).toBe("-- '--ledger'");
  });

  it('comes out of a shell as it went in', () => {
    // No newline or NUL: the shell gives them back otherwise or not at all.
    const text = fc.string({ unit: fc.constantFrom(...'ab$`"\'\\ ;|&<>(){}[]*?!#~=%\t-ش') });
    const texts = fc.sample(text, { numRuns: 200, seed: 7 }).filter((one) => !one.startsWith('-'));
    const script = texts.map((one) => `printf '%s\\n' ${shellWord(one)}`).join('\n');
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(
      texts.map((one) => `${one}\n`).join(''),
    );
  });
});

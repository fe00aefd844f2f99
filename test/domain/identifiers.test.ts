import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ID_PREFIXES,
  type IdKind,
  looksLikeId,
  makeId,
  nearbyIds,
  parseId,
} from '../../src/domain/identifiers.ts';
import { isRefusal } from '../../src/domain/refusal.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const kinds = Object.keys(ID_PREFIXES) as IdKind[];
const bytes = fc.uint8Array({ minLength: 5, maxLength: 5 });

function codeOf(result: ReturnType<typeof parseId>): string | null {
  return isRefusal(result) ? result.code : null;
}

describe('identifiers', () => {
  it('reads the published example in any letter case, blanks around it dropped', () => {
    expect(parseId('loan', 'LN-7K3QX9B23')).toBe('LN-7K3QX9B23');
    expect(parseId('loan', '  ln-7k3qx9b23 ')).toBe('LN-7K3QX9B23');
  });

  it('makes ids of every kind that it reads again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), bytes, (kind, random) => {
        const id = makeId(kind, random);
        expect(id).toMatch(/^[A-Z]{2,3}-[0-9A-HJKMNP-TV-Z]{9}$/);
        expect(parseId(kind, id)).toBe(id);
        expect(looksLikeId(id)).toBe(kind);
      }),
    );
    expect(makeId('loan', new Uint8Array(5))).not.toBe(makeId('loan', new Uint8Array([0, 0, 0, 0, 1])));
    expect(() => makeId('loan', new Uint8Array(4))).toThrow(RangeError);
  });

  it('catches every substitution of one character', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        const id = makeId('payment', random);
        for (let i = 4; i < id.length; i++) {
          for (const letter of ALPHABET) {
            if (letter === id[i]) continue;
            expect(codeOf(parseId('payment', id.slice(0, i) + letter + id.slice(i + 1)))).toBe('id_mistyped');
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('catches every swap of neighbours but those of two letters next to each other in the alphabet', () => {
    let missed = 0;
    let swaps = 0;
    fc.assert(
      fc.property(bytes, (random) => {
        const id = makeId('loan', random);
        for (let i = 3; i + 1 < id.length; i++) {
          const [a, b] = [id[i] as string, id[i + 1] as string];
          if (a === b) continue;
          swaps += 1;
          const swapped = id.slice(0, i) + b + a + id.slice(i + 2);
          if (codeOf(parseId('loan', swapped)) === 'id_mistyped') continue;
          missed += 1;
          const distance = Math.abs(ALPHABET.indexOf(a) - ALPHABET.indexOf(b));
          expect([1, 31]).toContain(distance);
        }
      }),
      { numRuns: 2000, seed: 7064 },
    );
    expect(missed / swaps).toBeLessThan(0.004);
  });

  it('names the form when the form is wrong', () => {
    const cases: [IdKind, string][] = [
      ['loan', ''],
      ['loan', 'LN-'],
      ['loan', 'LN-7K3QX9B2'],
      ['loan', 'LN-7K3QX9B234'],
      ['loan', 'LN-7K3QX9B2O'],
      ['loan', 'LN7K3QX9B23'],
      ['loan', 'LN-7K3 X9B23'],
      ['loan', '7K3QX9B23'],
      ['loan', '\u202eLN-7K3QX9B23'],
      ['application', 'LN-7K3QX9B23'],
    ];
    for (const [kind, text] of cases) expect(codeOf(parseId(kind, text)), text).toBe('invalid_id');
    expect(parseId('application', 'LN-7K3QX9B23')).toMatchObject({
      message: 'LN-7K3QX9B23 is a loan id; an application id starts with APP-',
    });
    expect(parseId('loan', 'LN-7K3QX9B24')).toMatchObject({
      code: 'id_mistyped',
      message: 'LN-7K3QX9B24 is mistyped',
    });
  });

  it('tells what looks like an id of ours', () => {
    expect(looksLikeId('ln-7k3qx9b24')).toBe('loan');
    expect(looksLikeId('LN-7K3QX9BOO')).toBe('loan');
    expect(looksLikeId('hld-000000000')).toBe('held_row');
    for (const other of ['LN-7K3QX9B2', 'shop-7', 'MRC_7K3QX9B23', 'XLN-7K3QX9B23']) {
      expect(looksLikeId(other)).toBeNull();
    }
  });

  it('offers the id that was meant after one slip, and only valid ones', () => {
    fc.assert(
      fc.property(bytes, fc.nat(8), fc.nat(31), (random, at, letter) => {
        const id = makeId('application', random);
        const i = 4 + at;
        const slip = id.slice(0, i) + ALPHABET[letter] + id.slice(i + 1);
        const candidates = nearbyIds('application', slip);
        if (slip !== id) expect(candidates).toContain(id);
        for (const candidate of candidates) expect(parseId('application', candidate)).toBe(candidate);
      }),
      { numRuns: 50 },
    );
    expect(nearbyIds('loan', 'LN-K73QX9B23')).toContain('LN-7K3QX9B23');
    expect(nearbyIds('loan', 'LN-7K3QX9BZO')).not.toContain('LN-7K3QX9BZO');
    expect(nearbyIds('loan', 'LN-7K3QX9B23')).not.toContain('LN-7K3QX9B23');
    expect(nearbyIds('loan', 'nonsense')).toEqual([]);
  });
});

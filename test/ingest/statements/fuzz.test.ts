import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectRightOrRefused, mutated, readOrRefused, rowsOf, WHOLE_FILES } from './mutated-statements.ts';

describe('changed statements', () => {
  it.each(Object.entries(WHOLE_FILES))('%s: refused or read rightly', async (_name, bytes) => {
    expect(rowsOf((await readOrRefused(bytes)) ?? []).length).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(mutated(bytes), async (changed) => {
        expectRightOrRefused(changed, await readOrRefused(changed));
      }),
      { numRuns: 120 },
    );
  });

  it('random bytes are refused, or hold no amount that is not there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expectRightOrRefused(bytes, await readOrRefused(bytes));
      }),
      { numRuns: 200 },
    );
  });

  it.each(['MT940', 'camt.053', 'OFX 1', 'OFX 2', 'BAI2'])(
    '%s cut short anywhere is never taken for whole',
    async (name) => {
      const bytes = WHOLE_FILES[name] as Uint8Array;
      const whole = rowsOf((await readOrRefused(bytes)) ?? []).map(({ amount }) => amount);
      for (let end = 0; end < bytes.length; end += 3) {
        const parts = await readOrRefused(bytes.subarray(0, end));
        if (parts === null || parts.some(({ kind }) => kind === 'fault')) continue;
        expect(rowsOf(parts).map(({ amount }) => amount)).toEqual(whole);
      }
    },
  );
});

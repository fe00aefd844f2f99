import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  expectRightOrRefused,
  mutated,
  readOrRefused,
  WHOLE_FILES,
} from '../ingest/statements/mutated-statements.ts';

const RUNS = 100_000;

describe('a hundred thousand changed statements', () => {
  const files = Object.entries(WHOLE_FILES);
  it.each(files)('%s: refused or read rightly', async (_name, bytes) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 9, arbitrary: mutated(bytes) }, fc.uint8Array({ maxLength: 400 })),
        async (changed) => {
          expectRightOrRefused(changed, await readOrRefused(changed));
        },
      ),
      { numRuns: Math.ceil(RUNS / files.length) },
    );
  });
});

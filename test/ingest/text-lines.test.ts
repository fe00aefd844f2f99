import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../src/ingest/text-lines.ts';

async function* oneByOne(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks;
}

async function allLines(chunks: readonly string[], mostCharacters: number): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const some of linesOf(oneByOne(chunks), mostCharacters)) lines.push(...some);
  return lines;
}

describe('the lines of a text', () => {
  it('are the same wherever it is cut, and those beyond the bound are none', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: fc.constantFrom('a', 'ن', '\n') })), async (chunks) => {
        const whole = chunks.join('').split('\n');
        if (whole.at(-1) === '') whole.pop();
        expect(await allLines(chunks, 4)).toEqual(whole.map((line) => (line.length > 4 ? null : line)));
      }),
    ));

  it('take a line of many chunks no longer than its chunks do', async () => {
    const chunk = 'x'.repeat(65_536);
    const [line] = await allLines(
      Array.from({ length: 1_000 }, () => chunk),
      67_108_864,
    );
    expect(line?.length).toBe(65_536_000);
    expect(
      await allLines(
        Array.from({ length: 2_000 }, () => chunk),
        67_108_864,
      ),
    ).toEqual([null]);
  }, 5_000);
});

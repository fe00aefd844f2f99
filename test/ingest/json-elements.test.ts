import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonElement, jsonElements } from '../../src/ingest/json-elements.ts';

async function elements(chunks: readonly string[], keys = ['data']): Promise<JsonElement[]> {
  async function* text() {
    yield* chunks;
  }
  const found: JsonElement[] = [];
  for await (const element of jsonElements(text(), keys)) found.push(element);
  return found;
}

function cut(text: string, sizes: readonly number[]): string[] {
  const chunks: string[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return [...chunks, text.slice(at)];
}

describe('elements of a JSON document', () => {
  it('are the same wherever the text is cut', async () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(object, { maxLength: 5 }),
        fc.constantFrom('array', 'envelope', 'lines'),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }),
        async (objects, form, sizes) => {
          const texts = objects.map((one) => JSON.stringify(one, null, 1));
          const text = {
            array: `[${texts.join(',')}]`,
            envelope: `{"page":{"data":[1]},"data":[${texts.join(',\n')}],"more":[{"x":1}]}`,
            // An object with a list named `data` would be an envelope itself.
            lines: texts.map((one) => one.replaceAll('"data"', '"dat"')).join('\n'),
          }[form];
          const found = await elements(cut(text, sizes));
          const expected = form === 'lines' ? text : texts.join('');
          expect(found.map((element) => element.text).join(form === 'lines' ? '\n' : '')).toBe(expected);
          expect(found).toHaveLength(objects.length);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('know their lines', async () => {
    const found = await elements(['{"total":2,\n"data":[\n{"a":1},{"b":\n2}\n,\n{"c":3}]}']);
    expect(found.map((element) => element.line)).toEqual([3, 3, 6]);
  });

  it('longer than the bound are refused and not kept, those after them are read', async () => {
    const long = `{"note":"${'x'.repeat(5_000_000)}"}`;
    const found = await elements(cut(`[${long},{"a":1}]`, Array(80).fill(65_536)));
    expect(found).toEqual([
      { line: 1, text: null, unreadable: 'the record is too long for an order' },
      { line: 1, text: '{"a":1}' },
    ]);
  });
});

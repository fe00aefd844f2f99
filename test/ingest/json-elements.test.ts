import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonElement, jsonElements } from '../../src/ingest/json-elements.ts';

async function elements(
  chunks: readonly string[],
  paths: readonly string[] = ['', 'data'],
  alone = true,
): Promise<JsonElement[]> {
  async function* text() {
    yield* chunks;
  }
  const found: JsonElement[] = [];
  const wanted = { paths, alone, broken: (why: string) => new Error(why) };
  for await (const element of jsonElements(text(), wanted)) found.push(element);
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

const everySome = (text: string, size: number) => cut(text, Array(Math.ceil(text.length / size)).fill(size));

describe('elements of a JSON document', () => {
  it('are the same wherever the text is cut', async () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), {
      maxKeys: 4,
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(object, { maxLength: 5 }),
        fc.constantFrom('array', 'envelope', 'lines'),
        fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }),
        async (objects, form, sizes) => {
          const texts = objects.map((one) => JSON.stringify(one, null, 1));
          // An object with a list named `data` would be an envelope itself.
          const lone = texts.map((one) => one.replaceAll('"data"', '"dat"'));
          const text = {
            array: `[${texts.join(',')}]`,
            envelope: `{"page":{"data":[1]},"data":[${texts.join(',\n')}],"more":[{"x":1}]}`,
            lines: lone.join('\n'),
          }[form];
          const found = await elements(cut(text, sizes));
          const expected = (form === 'lines' ? lone : texts).map((one) => JSON.parse(one));
          expect(found.map((element) => element.value)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('know their lines', async () => {
    const found = await elements(['{"total":2,\n"data":[\n{"a":1},{"b":\n2}\n,\n{"c":3}]}']);
    expect(found.map((element) => element.line)).toEqual([3, 3, 6]);
  });

  it.each([1, 3, 1000])(
    'are found by their path, brackets in strings or not, in chunks of %i',
    async (size) => {
      const text = `{"x":{"list":[{"no":1}]},\n"list":[{"a":"]}\\"[{","b":{"c":[{}]}},\n7,{"d":"ع"}],"list2":[{"no":2}]}`;
      const found = async (...paths: readonly string[]) =>
        (await elements(everySome(text, size), paths, false)).map(({ line, path, value }) => [
          line,
          path,
          value,
        ]);
      expect(await found('list')).toEqual([
        [2, 'list', { a: ']}"[{', b: { c: [{}] } }],
        [3, 'list', { d: 'ع' }],
      ]);
      expect(await found('x.list', 'list2')).toEqual([
        [1, 'x.list', { no: 1 }],
        [3, 'list2', { no: 2 }],
      ]);
    },
  );

  it('are refused one by one when they cannot be read, those after them are read', async () => {
    const long = `{"note":"${'x'.repeat(5_000_000)}"}`;
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const [paths, alone] of [
      [['', 'data'], true],
      [[''], false],
    ] as const) {
      const text = `[${long},{"b":},${deep},{"c":1}]`;
      const found = await elements(everySome(text, 65_536), paths, alone);
      expect(found.map(({ value, unreadable }) => unreadable ?? value)).toEqual([
        'the record is too long',
        'the record is not JSON',
        'the record nests deeper than 64 levels',
        { c: 1 },
      ]);
    }
  });

  it('are taken up to where the text ends, and what it ends in is refused', async () => {
    const cutOff = 'the file ends in the middle of a record';
    for (const alone of [true, false]) {
      const found = await elements(['{"data":[{"a":1},\n{"a":'], ['data'], alone);
      expect(found.map(({ line, value, unreadable }) => [line, unreadable ?? value])).toEqual([
        [1, { a: 1 }],
        [2, cutOff],
      ]);
    }
    expect(await elements(['{"a":'])).toMatchObject([{ line: 1, shown: '{"a":', unreadable: cutOff }]);
  });

  it('are refused altogether when there is no such array, or no end to the brackets', async () => {
    await expect(elements(['{"list":"['], ['list'], false)).rejects.toThrow('ends in the middle');
    await expect(elements(['{"list":{}}'], ['list'], false)).rejects.toThrow('has no list list');
    const brackets = everySome('['.repeat(1_000_000), 65_536);
    await expect(elements(brackets, [''], false)).rejects.toThrow('nests deeper than 64 levels');
    await expect(elements(brackets)).rejects.toThrow('nests deeper than 64 levels');
  });
});

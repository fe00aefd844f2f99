import { expect } from 'vitest';

/** What a command printed in one form; `form` is what was typed for it, such as `--format csv`. */
export interface Printed {
  readonly form: string;
  readonly out: string;
  readonly said: string;
}

type Row = Readonly<Record<string, unknown>>;

/** What the interface says is absent rather than null. */
const MAY_BE_ABSENT = new Set(['latest_update']);
/** What is asked for to be drawn (`--chart`), and added to JSON with that. */
const DRAWN = new Set(['monthly_sales']);

/**
 * Holds what every command promises of its output: no escape byte in a pipe, exactly one JSON document, and the same
 * keys in a pipe, in CSV, in NDJSON and in JSON.
 */
export function expectPromisedForms(printed: readonly Printed[]): void {
  for (const { form, out, said } of printed) {
    expect(out + said, `escape bytes with ${form}`).not.toMatch(/\u001b/);
  }
  const json = printed.find(({ form, out }) => form === '--json' && out !== '');
  if (json === undefined) return;
  const document: unknown = JSON.parse(json.out);
  const lines = (form: string) => printed.find((one) => one.form === form)?.out.split(/\r?\n/) ?? [];
  const keys = lines('--format csv')[0]?.split(',') ?? [];
  const pipe = lines('')[0] ?? '';
  if (pipe === '' || keys.length === 0) return;
  expect(pipe.split('\t'), 'keys of a pipe').toEqual(keys);
  const rows = rowsOf(document, keys);
  // A list without rows says nothing of their keys, and the interface leaves some out where there is nothing to say.
  if (rows.length === 0) return;
  const known = new Set(rows.flatMap((row) => Object.keys(row)));
  const shown = new Set(keys.map((key) => key.split('.')[0]!));
  expect(
    [...shown].filter((key) => !known.has(key) && !MAY_BE_ABSENT.has(key)),
    'keys JSON lacks',
  ).toEqual([]);
  expect(
    [...known].filter((key) => !shown.has(key) && !DRAWN.has(key)),
    'keys CSV lacks',
  ).toEqual([]);
  const lined = lines('--format ndjson').filter((line) => line !== '');
  expect(new Set(lined.flatMap((line) => Object.keys(JSON.parse(line)))), 'keys of NDJSON').toEqual(known);
}

/** A list of things, not of words such as ids. */
function isRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
}

/** The rows a pipe prints: of a list, of a list within the document, or the document itself; whichever has its keys. */
function rowsOf(document: unknown, keys: readonly string[]): readonly Row[] {
  if (Array.isArray(document)) return document;
  const lists = Object.values(document as Row).filter(isRows);
  const shared = ([first]: readonly Row[]) =>
    keys.filter((key) => first && key.split('.')[0]! in first).length;
  const [best = []] = [[document as Row], ...lists].sort((one, other) => shared(other) - shared(one));
  return shared(best) * 2 > keys.length ? best : [];
}

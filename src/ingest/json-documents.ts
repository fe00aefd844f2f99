import { readStrictJson } from '../domain/strict-json.ts';
import { MAX_JSON_DEPTH } from './json-depth.ts';

/** What a text of JSON holds, or where it stops being JSON. */
export type JsonDocuments =
  | {
      readonly ok: true;
      readonly documents: readonly unknown[];
      /** True for one JSON value that is not an array. */
      readonly single: boolean;
    }
  | { readonly ok: false; readonly where: string; readonly reason: string };

/**
 * Reads one JSON object, an array, or JSON Lines. A number that a float would change (`1e400`, 20 digits,
 * `1500.50`) is kept as its text, so that amounts are judged by what was written. A name twice in one object is refused.
 */
export function readJsonDocuments(text: string): JsonDocuments {
  const body = text.replace(/^\uFEFF/, '').trim();
  if (body === '') return { ok: false, where: 'line 1', reason: 'the file is empty' };
  const whole = readStrictJson(body, MAX_JSON_DEPTH);
  if (whole.ok) {
    const { value } = whole;
    return Array.isArray(value)
      ? { ok: true, documents: value, single: false }
      : { ok: true, documents: [value], single: true };
  }
  const lines = body.split(/\r?\n/);
  const documents: unknown[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const one = readStrictJson(line, MAX_JSON_DEPTH);
    if (!one.ok) {
      const reason =
        lines.length > 1 && index === 0 && !line.trim().endsWith('}') ? whole.reason : one.reason;
      return { ok: false, where: `line ${index + 1}`, reason };
    }
    documents.push(one.value);
  }
  return { ok: true, documents, single: false };
}

import { MAX_JSON_DEPTH, nestsTooDeep } from './json-depth.ts';

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
 * `1500.50`) is kept as its text, so that amounts are judged by what was written.
 */
export function readJsonDocuments(text: string): JsonDocuments {
  const body = text.replace(/^\uFEFF/, '').trim();
  if (body === '') return { ok: false, where: 'line 1', reason: 'the file is empty' };
  const whole = readOne(body);
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
    const one = readOne(line);
    if (!one.ok) {
      const reason =
        lines.length > 1 && index === 0 && !line.trim().endsWith('}') ? whole.reason : one.reason;
      return { ok: false, where: `line ${index + 1}`, reason };
    }
    documents.push(one.value);
  }
  return { ok: true, documents, single: false };
}

function readOne(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  if (nestsTooDeep(text)) return { ok: false, reason: `it nests deeper than ${MAX_JSON_DEPTH} levels` };
  try {
    return { ok: true, value: JSON.parse(text, keepNumberText) };
  } catch (error) {
    return { ok: false, reason: `it is not JSON (${error instanceof Error ? error.message : 'unreadable'})` };
  }
}

function keepNumberText(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return String(value) === context.source ? value : context.source;
}

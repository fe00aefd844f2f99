import { readStrictJson, type StrictJson } from '../domain/strict-json.ts';

/** No request of ours nests deeper than a batch of records. */
const JSON_DEPTH = 16;

/** The JSON of a request's body: an empty one asks with no fields. */
export function readRequestJson(text: string): StrictJson {
  return text.trim() === '' ? { ok: true, value: {} } : readStrictJson(text, JSON_DEPTH);
}

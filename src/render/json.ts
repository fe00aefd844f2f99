import { unicodeEscapes } from './display-text.ts';

/** What may stand in a JSON string but must not reach a terminal or turn text around. */
const UNSAFE = /[\x7f-\x9f\u2028\u2029]|\p{Cf}/gu;
const MAYBE_UNSAFE = /[^\x00-\x7e]/;

/**
 * One JSON document without a newline at its end; control, direction and format characters are `\u` escapes.
 * A key that is there but undefined is written as null. `indent` 0 gives one line.
 * Throws on NaN and infinities, which are faults of ours.
 */
export function jsonText(data: unknown, indent: 0 | 2): string {
  const text = JSON.stringify(data ?? null, replaceValue, indent);
  return MAYBE_UNSAFE.test(text) ? text.replace(UNSAFE, unicodeEscapes) : text;
}

function replaceValue(key: string, value: unknown): unknown {
  if (value === undefined) return null;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError(`not a JSON number: ${value} at "${key}"`);
  }
  return value;
}

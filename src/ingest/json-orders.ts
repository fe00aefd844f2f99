import { jsonElements } from './json-elements.ts';
import { badRow, type OrderRow, orderRow } from './order-row.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Digits that a JavaScript number may not hold exactly. */
const LONG_NUMBER = /[:[,]\s*-?\d{16}/;

/**
 * Reads the orders of a JSON export: an array, an array under one of `keys`, one order (bare or under `order`), or
 * one a line. `toOrder` says what an order of the platform is in our form; null when the object is no order.
 */
export async function* jsonOrders(
  text: AsyncIterable<string>,
  keys: readonly string[],
  toOrder: (order: JsonObject) => JsonObject | null,
): AsyncGenerator<OrderRow> {
  for await (const element of jsonElements(text, keys)) {
    const { line } = element;
    if (element.text === null) {
      yield badRow(line, '', '', element.unreadable ?? 'the record cannot be read');
      continue;
    }
    const parsed = parse(element.text);
    if (parsed === null) {
      yield badRow(line, '', element.text.slice(0, 200), 'the record is not JSON');
      continue;
    }
    const order = toOrder(objectOf(parsed.order) ?? parsed);
    if (order === null)
      yield badRow(line, '', element.text.slice(0, 200), 'the record is no order of this platform');
    else yield orderRow(line, order);
  }
}

function parse(text: string): JsonObject | null {
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return null;
  }
}

/** An id of more digits than a number holds stays the text it was written as. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? context.source : value;
}

/** The value as an object, or null. */
export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** The objects of a list; none when it is no list. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf).filter((one) => one !== null) : [];
}

/** A text or number as text; '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

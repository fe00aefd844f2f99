import { jsonElements } from './json-elements.ts';
import { badRow, type OrderRow, orderRow } from './order-row.ts';
import { unreadableFile } from './refused-file.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads the orders of a JSON export: an array, an array under one of `keys`, one order, bare or in an envelope of its
 * own (`{"data": {…}}`, `{"order": {…}}`), or one a line. `toOrder` says what an order of the platform is in our form; null when the object is no order.
 */
export async function* jsonOrders(
  text: AsyncIterable<string>,
  source: string,
  keys: readonly string[],
  toOrder: (order: JsonObject) => JsonObject | null,
): AsyncGenerator<OrderRow> {
  const broken = (why: string) => unreadableFile(source, why, 'Export the orders again.');
  const wanted = { paths: ['', ...keys], alone: true, broken };
  for await (const { line, value, shown, unreadable } of jsonElements(text, wanted)) {
    if (unreadable !== undefined) {
      yield badRow(line, '', shown, unreadable);
      continue;
    }
    for (const record of inEnvelope(value as JsonObject)) {
      const order = toOrder(record);
      if (order === null) yield badRow(line, '', shown, 'the record is no order of this platform');
      else yield orderRow(line, order);
    }
  }
}

/** Members that platforms and proxies put around what they answer. */
const ENVELOPES = ['data', 'order', 'orders'];

/** The orders a record holds: itself, unless it is nothing but an envelope. */
function inEnvelope(record: JsonObject): readonly JsonObject[] {
  // An order has an id, and may have members of these names all the same.
  if (record.id !== undefined) return [record];
  for (const name of ENVELOPES) {
    const one = objectOf(record[name]);
    if (one !== null) return inEnvelope(one);
    if (Array.isArray(record[name])) return objectsOf(record[name]).flatMap(inEnvelope);
  }
  return [record];
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

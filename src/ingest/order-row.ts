import type { DataLine } from './data-line.ts';

/** What a reader of an order export makes of a place in the file: a {@link DataLine} before it has a source. */
export type OrderRow = Omit<DataLine, 'source'>;

/** A row that holds an order, in our JSON Lines form but for the merchant and the store, which `--store` says. */
export function orderRow(line: number, order: Readonly<Record<string, unknown>>): OrderRow {
  for (const value of Object.values(order)) {
    if (typeof value === 'string' && value.includes('\ufffd')) {
      return badRow(
        line,
        '',
        value,
        'it has letters that are not in the encoding of the file, or were lost before',
      );
    }
  }
  return { line, value: { kind: 'order', ...order } };
}

/** A row no order can be made of. */
export function badRow(line: number, field: string, value: string, reason: string): OrderRow {
  return { line, value, field, unreadable: reason };
}

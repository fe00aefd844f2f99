import type { Connection } from './connection.ts';
import { MOST_ROWS, severalRows, sharedValues, textFor } from './insert-rows.ts';
import type { PackedRows } from './packed-rows.ts';
import { unpackedValues, unshared } from './unpacked-rows.ts';

/** Writes rows that came packed from another thread, in as few statements as can be. */
export function insertPacked(connection: Connection, packed: PackedRows): void {
  const { insert, first } = packed;
  if (packed.count === 1) {
    connection.statement(insert).run(first);
    return;
  }
  const own = packed.columns.map(({ at }) => at);
  const counts = [MOST_ROWS, packed.count % MOST_ROWS];
  const areTexts = counts.every((count) => count === 0 || textFor(insert, count, own) !== null);
  const given = areTexts ? packed : unshared(packed);
  const places = given.columns.map(({ at }) => at);
  const shared = sharedValues(first);
  for (const { rows, values } of unpackedValues(given, MOST_ROWS)) {
    connection
      .statement(textFor(insert, rows, places) ?? severalRows(insert, rows, places))
      .run(values, shared);
  }
}

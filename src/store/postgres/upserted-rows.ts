import type { UpsertOutcome } from '../port.ts';

/** What becomes of rows that are taken one after the other. */
export interface UpsertedRows<Now> {
  /** One for each row. */
  readonly outcomes: readonly UpsertOutcome[];
  /** As they are to be written. */
  readonly added: readonly Now[];
  readonly changed: readonly Now[];
}

/**
 * Takes rows in their order over what is known of them by their keys; several may have one key. `next` answers what is
 * known afterwards, and null where a row changes nothing.
 */
export function upsertedRows<Row, Now>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  known: ReadonlyMap<string, Now>,
  next: (row: Row, now: Now | undefined) => Now | null,
): UpsertedRows<Now> {
  const added = new Map<string, Now>();
  const changed = new Map<string, Now>();
  const outcomes = rows.map((row): UpsertOutcome => {
    const key = keyOf(row);
    const now = added.get(key) ?? changed.get(key) ?? known.get(key);
    const then = next(row, now);
    if (then === null) return 'unchanged';
    const isNew = now === undefined || added.has(key);
    (isNew ? added : changed).set(key, then);
    return now === undefined ? 'new' : 'updated';
  });
  return { outcomes, added: [...added.values()], changed: [...changed.values()] };
}

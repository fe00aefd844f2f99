import type { WriteTx } from '../../store/port.ts';
import type { Call } from '../call.ts';
import { freshIds } from '../fresh-ids.ts';
import type { FilePlan } from './file-plan.ts';
import { inParts } from './in-parts.ts';
import type { PlannedRow } from './planned-row.ts';

/** Rows named together: each part is a question to the store, which may be far away. */
const NAMED_AT_ONCE = 1_000;

/** Gives what is held its ids. */
export async function nameHeld(tx: WriteTx, plan: FilePlan, call: Call): Promise<void> {
  const isHeld = (row: PlannedRow) => row.isKept && !row.isPosted && row.outcome === 'held';
  for await (const rows of inParts(plan.rows.where(isHeld), NAMED_AT_ONCE)) {
    const ids = await freshIds(tx, call, 'held_row', rows.length);
    rows.forEach((row, at) => {
      row.heldId = ids[at] as string;
    });
  }
}

/**
 * Gives payments their ids, in the order of the letters: those of many that are booked one after the other then stand
 * side by side in the indexes, which takes a tenth off the time the engine needs for a large file. Which ids there are
 * is chance all the same.
 */
export async function namePayments(tx: WriteTx, rows: readonly PlannedRow[], call: Call): Promise<void> {
  const ids = await freshIds(tx, call, 'payment', rows.length);
  ids.sort();
  rows.forEach((row, at) => {
    row.paymentId = ids[at] as string;
  });
}

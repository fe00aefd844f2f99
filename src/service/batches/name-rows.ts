import type { WriteTx } from '../../store/port.ts';
import type { Call } from '../call.ts';
import { freshIds } from '../fresh-ids.ts';
import type { FilePlan } from './file-plan.ts';
import { inParts } from './in-parts.ts';
import type { PlannedRow } from './planned-row.ts';

/** Gives what the rows make its ids. */
export async function nameRows(tx: WriteTx, plan: FilePlan, call: Call): Promise<void> {
  const isHeld = (row: PlannedRow) => row.isKept && !row.isPosted && row.outcome === 'held';
  const isPosted = (row: PlannedRow) => row.isKept && row.isPosted;
  for await (const rows of inParts(plan.rows.where(isPosted))) {
    const ids = await freshIds(tx, call, 'payment', rows.length);
    rows.forEach((row, at) => {
      row.paymentId = ids[at] as string;
    });
  }
  for await (const rows of inParts(plan.rows.where(isHeld))) {
    const ids = await freshIds(tx, call, 'held_row', rows.length);
    rows.forEach((row, at) => {
      row.heldId = ids[at] as string;
    });
  }
}

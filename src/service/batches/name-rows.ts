import type { WriteTx } from '../../store/port.ts';
import type { Call } from '../call.ts';
import { freshIds } from '../fresh-ids.ts';
import type { FilePlan } from './file-plan.ts';
import { inParts } from './in-parts.ts';
import type { PlannedRow } from './planned-row.ts';

/** Rows named together: each part is a question to the store, which may be far away. */
const NAMED_AT_ONCE = 1_000;

/** Gives what the rows make its ids. */
export async function nameRows(tx: WriteTx, plan: FilePlan, call: Call): Promise<void> {
  const isHeld = (row: PlannedRow) => row.isKept && !row.isPosted && row.outcome === 'held';
  const isPosted = (row: PlannedRow) => row.isKept && row.isPosted;
  for await (const rows of inParts(plan.rows.where(isPosted), NAMED_AT_ONCE)) {
    const ids = await freshIds(tx, call, 'payment', rows.length);
    rows.forEach((row, at) => {
      row.paymentId = ids[at] as string;
    });
  }
  for await (const rows of inParts(plan.rows.where(isHeld), NAMED_AT_ONCE)) {
    const ids = await freshIds(tx, call, 'held_row', rows.length);
    rows.forEach((row, at) => {
      row.heldId = ids[at] as string;
    });
  }
}

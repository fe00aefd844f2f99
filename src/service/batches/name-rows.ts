import type { WriteTx } from '../../store/port.ts';
import { breathe } from '../breathing.ts';
import type { Call } from '../call.ts';
import { freshIds } from '../fresh-ids.ts';
import { inBookingOrder } from './booking-order.ts';
import type { FilePlan } from './file-plan.ts';
import { inParts } from './in-parts.ts';
import type { PlannedRow } from './planned-row.ts';

/** Rows named together: each part is a question to the store, which may be far away. */
const NAMED_AT_ONCE = 1_000;

/** Gives what the rows make its ids. */
export async function nameRows(tx: WriteTx, plan: FilePlan, call: Call): Promise<void> {
  const isHeld = (row: PlannedRow) => row.isKept && !row.isPosted && row.outcome === 'held';
  await namePayments(tx, plan, call);
  for await (const rows of inParts(plan.rows.where(isHeld), NAMED_AT_ONCE)) {
    const ids = await freshIds(tx, call, 'held_row', rows.length);
    rows.forEach((row, at) => {
      row.heldId = ids[at] as string;
    });
  }
}

/**
 * Payments get their ids in the order of the letters: what is booked one after the other then stands side by side in the
 * indexes, which takes a tenth off the time the engine needs for a large file. Which ids there are is chance all the same.
 */
async function namePayments(tx: WriteTx, { rows }: FilePlan, call: Call): Promise<void> {
  let unnamed = 0;
  for (const row of rows) if (row.isKept && row.isPosted) unnamed += 1;
  const ids: string[] = [];
  while (ids.length < unnamed) {
    ids.push(...(await freshIds(tx, call, 'payment', Math.min(unnamed - ids.length, NAMED_AT_ONCE))));
    await breathe();
  }
  ids.sort();
  let named = 0;
  for (const row of inBookingOrder({ rows })) {
    row.paymentId = ids[named] as string;
    named += 1;
  }
}

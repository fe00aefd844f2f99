import { type IdKind, nearbyIds, parseId } from '../../domain/identifiers.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { ReadTx } from '../../store/port.ts';
import type { BatchWithUndo, HeldRow } from '../../store/receipt-port.ts';

/** Finds an imported file by its id; refuses mistyped and unknown ids. */
export async function resolveBatch(tx: ReadTx, text: string): Promise<BatchWithUndo | Refusal> {
  const find = (ids: readonly string[]) => tx.receipts.batchesByIds(ids);
  const id = await checkedReceiptId('batch', text, async (ids) => (await find(ids))[0]?.batchId);
  if (isRefusal(id)) return id;
  const [batch] = await find([id]);
  if (batch !== undefined) return batch;
  return refuse('batch_not_found', `there is no imported file ${id}`, {
    hint: 'List them: loandesk pay batches ls',
  });
}

/** Finds a held row by its id; refuses mistyped and unknown ids. */
export async function resolveHeldRow(tx: ReadTx, text: string): Promise<HeldRow | Refusal> {
  const find = (ids: readonly string[]) => tx.receipts.heldByIds(ids);
  const id = await checkedReceiptId('held_row', text, async (ids) => (await find(ids))[0]?.heldId);
  if (isRefusal(id)) return id;
  const [row] = await find([id]);
  return row ?? refuse('held_row_not_found', `there is no held row ${id}`);
}

/** Checks the form of an id; for a mistyped one the hint names the nearest that exists. */
async function checkedReceiptId(
  kind: Extract<IdKind, 'batch' | 'held_row'>,
  text: string,
  existing: (ids: readonly string[]) => Promise<string | undefined>,
): Promise<string | Refusal> {
  const id = parseId(kind, text);
  if (!isRefusal(id) || id.code !== 'id_mistyped') return id;
  const nearest = await existing(nearbyIds(kind, text));
  return nearest === undefined ? id : { ...id, hint: `Did you mean ${nearest}?` };
}

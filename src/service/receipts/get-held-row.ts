import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { ReadHandler } from '../call.ts';
import { candidatesOf } from './held-candidates.ts';
import { heldRowResponse } from './held-row-response.ts';
import { resolveHeldRow } from './resolve-receipt.ts';

/** A held row with what became of it. */
export const handle: ReadHandler<OperationInput<'held_rows.get'>, OperationOutput<'held_rows.get'>> = async (
  tx,
  input,
) => {
  const row = await resolveHeldRow(tx, input.held_id);
  if (isRefusal(row)) return row;
  return heldRowResponse(row, (await candidatesOf(tx, [row])).get(row.heldId));
};

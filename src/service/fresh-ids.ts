import type { IdKind } from '../domain/identifiers.ts';
import type { ReadTx } from '../store/port.ts';
import type { Call } from './call.ts';

/** Ids looked up at a time. */
const IDS_AT_ONCE = 1_000;

/**
 * Draws ids that nothing of the kind has. Their eight places are 40 bits: of a million drawn blindly two are alike
 * every other time, and no store tells ids of payments apart across loans.
 */
export async function freshIds(
  tx: Pick<ReadTx, 'ids'>,
  call: Pick<Call, 'newId'>,
  kind: IdKind,
  count: number,
): Promise<string[]> {
  const fresh: string[] = [];
  while (fresh.length < count) {
    const drawn = Array.from({ length: Math.min(count - fresh.length, IDS_AT_ONCE) }, () => call.newId(kind));
    const taken = new Set(await tx.ids.existing(kind, drawn));
    fresh.push(...drawn.filter((id) => !taken.has(id)));
  }
  return fresh;
}

/** Draws one id that nothing of the kind has. */
export async function freshId(
  tx: Pick<ReadTx, 'ids'>,
  call: Pick<Call, 'newId'>,
  kind: IdKind,
): Promise<string> {
  const [id] = await freshIds(tx, call, kind, 1);
  return id as string;
}

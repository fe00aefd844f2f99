import { describe, expect, it } from 'vitest';
import { makeId } from '../../src/domain/identifiers.ts';
import { freshId, freshIds } from '../../src/service/fresh-ids.ts';
import { newCall } from '../../src/service/new-call.ts';

/** A call whose chance gives these bytes one after the other, each five times over. */
function callDrawing(...bytes: number[]) {
  const drawn = bytes.values();
  const randomBytes = (size: number) => new Uint8Array(size).fill(drawn.next().value ?? 255);
  const parts = { randomBytes, nowMs: () => 0, givenBusinessDate: null, caller: {} };
  return newCall(parts as unknown as Parameters<typeof newCall>[0]).call;
}

const idOf = (byte: number) => makeId('payment', new Uint8Array(5).fill(byte));

/** A ledger that has these ids. */
const having = (...taken: string[]) =>
  ({
    ids: {
      existing: async (_kind: string, ids: readonly string[]) => ids.filter((id) => taken.includes(id)),
    },
  }) as unknown as Parameters<typeof freshId>[0];

describe('ids that nothing has', () => {
  it('are drawn again when the ledger has them', async () => {
    expect(await freshId(having(idOf(1), idOf(2)), callDrawing(1, 2, 3), 'payment')).toBe(idOf(3));
  });

  it('are another one each within a call', async () => {
    const ids = await freshIds(having(idOf(2)), callDrawing(1, 1, 2, 2, 1, 3, 4), 'payment', 3);
    expect(ids).toEqual([idOf(1), idOf(3), idOf(4)]);
  });
});

import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/service/access/tokens.ts';
import { authenticator } from '../../src/service/identity.ts';
import type { TokenState } from '../../src/store/access-port.ts';
import type { ReadTx } from '../../src/store/port.ts';

const NOW_MS = 1_000;

/** A store that others write to as well, with tokens of officers 1 and 2. */
function sharedStore(): { reads: number; ended: number | null } & Parameters<typeof authenticator>[0] {
  const holders = new Map([1, 2].map((userId) => [sha256(`token of ${userId}`), userId]));
  const stateOf = (hash: string): TokenState | null => {
    const userId = holders.get(hash);
    if (userId === undefined) return null;
    const officer = { userId, email: `${userId}@bank.example`, roles: 'officer', disabledAt: null };
    const times = { expiresAtMs: 2_000, signInEndsAtMs: 2_000, signInEndedAtMs: store.ended };
    return { kind: 'access', ...times, officer } as unknown as TokenState;
  };
  const tx = { tokens: { byHash: async (hash: string) => stateOf(hash) } } as unknown as ReadTx;
  const store = {
    reads: 0,
    ended: null as number | null,
    changeMark: () => null,
    read: <T>(query: (reads: ReadTx) => Promise<T>) => {
      store.reads += 1;
      return query(tx);
    },
  };
  return store;
}

describe('tokens of a ledger that others write to as well', () => {
  it('that come in one turn are looked up together, each for itself', async () => {
    const store = sharedStore();
    const authenticate = authenticator(store);
    const tokens = ['token of 1', 'token of 2', 'token of nobody', 'token of 1'];
    const found = await Promise.all(tokens.map((token) => authenticate(token, NOW_MS)));
    expect(found.map((identity) => identity?.userId ?? null)).toEqual([1, 2, null, 1]);
    expect(store.reads).toBe(1);
  });

  it('are looked up again in the next turn', async () => {
    const store = sharedStore();
    const authenticate = authenticator(store);
    expect(await authenticate('token of 1', NOW_MS)).toMatchObject({ userId: 1 });
    store.ended = 500;
    expect(await authenticate('token of 1', NOW_MS)).toBeNull();
    expect(store.reads).toBe(2);
  });
});

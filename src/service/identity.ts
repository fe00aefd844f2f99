import type { Role } from '../contract/operations.ts';
import type { TokenState } from '../store/access-port.ts';
import type { Store } from '../store/port.ts';
import { sha256 } from './access/tokens.ts';

/** Whom an access token stands for. */
export interface Identity {
  readonly userId: number;
  readonly email: string;
  readonly roles: readonly Role[];
}

/** Tells whom an access token stands for; `nowMs` is the real clock, whatever business date is given. */
type Authenticate = (bearerToken: string, nowMs: number) => Promise<Identity | null>;

/** More are used at once by nobody this serves; then it begins anew. */
const TOKENS_KEPT = 1_000;

/**
 * Makes what tells whom an access token stands for; null when it is none of ours, has expired, was revoked, or its
 * officer is disabled. What the ledger says of a token is kept for as long as nobody has committed anything to the
 * ledger, so that it ends at once with whatever ends it; the clock is asked each time. Requests that came together,
 * in one turn of the event loop, are let in by one look at the ledger.
 */
export function authenticator(store: Pick<Store, 'read' | 'changeMark'>): Authenticate {
  let keptAt: number | null = null;
  let markOfTurn: number | null = null;
  const kept = new Map<string, TokenState>();
  const lookedAt = (): number | null => {
    if (markOfTurn !== null) return markOfTurn;
    markOfTurn = store.changeMark();
    if (markOfTurn !== null) {
      setImmediate(() => {
        markOfTurn = null;
      });
    }
    return markOfTurn;
  };
  /** Looks of this turn; null when the next begins one. */
  let looks: { hashes: string[]; states: Promise<(TokenState | null)[]> } | null = null;
  const look = async (hash: string): Promise<TokenState | null> => {
    if (looks === null) {
      const hashes: string[] = [];
      const turn = new Promise((resolve) => setImmediate(resolve));
      const states = turn.then(() => {
        looks = null;
        return store.read((tx) => Promise.all(hashes.map((each) => tx.tokens.byHash(each))));
      });
      looks = { hashes, states };
    }
    const { hashes, states } = looks;
    if (!hashes.includes(hash)) hashes.push(hash);
    return (await states)[hashes.indexOf(hash)] ?? null;
  };
  return async (bearerToken, nowMs) => {
    const hash = sha256(bearerToken);
    const mark = lookedAt();
    if (mark !== null && mark !== keptAt) {
      kept.clear();
      keptAt = mark;
    }
    const known = mark === null ? undefined : kept.get(hash);
    const token = known ?? (await (mark === null ? look(hash) : store.read((tx) => tx.tokens.byHash(hash))));
    if (token === null) return null;
    // What was read while another call found the ledger changed may be from before that.
    if (known === undefined && mark !== null && mark === keptAt) {
      if (kept.size >= TOKENS_KEPT) kept.clear();
      kept.set(hash, token);
    }
    return holderOf(token, nowMs);
  };
}

function holderOf(token: TokenState, nowMs: number): Identity | null {
  if (token.kind !== 'access') return null;
  if (nowMs >= token.expiresAtMs || nowMs >= token.signInEndsAtMs) return null;
  if (token.signInEndedAtMs !== null || token.officer.disabledAt !== null) return null;
  const { userId, email, roles } = token.officer;
  return { userId, email, roles: roles.split(',') as Role[] };
}

import type { Role } from '../contract/operations.ts';
import type { Store } from '../store/port.ts';
import { sha256 } from './access/tokens.ts';

/** Whom an access token stands for. */
export interface Identity {
  readonly userId: number;
  readonly email: string;
  readonly roles: readonly Role[];
}

/**
 * Tells whom an access token stands for; null when it is none of ours, has expired, was revoked, or its officer is
 * disabled. `nowMs` is the real clock, whatever business date is given.
 */
export async function authenticate(
  store: Pick<Store, 'read'>,
  bearerToken: string,
  nowMs: number,
): Promise<Identity | null> {
  const token = await store.read((tx) => tx.tokens.byHash(sha256(bearerToken)));
  if (token === null || token.kind !== 'access') return null;
  if (nowMs >= token.expiresAtMs || nowMs >= token.signInEndsAtMs) return null;
  if (token.signInEndedAtMs !== null || token.officer.disabledAt !== null) return null;
  const { userId, email, roles } = token.officer;
  return { userId, email, roles: roles.split(',') as Role[] };
}

import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { OperationOutput } from '../../contract/operation-types.ts';
import type { OfficerState } from '../../store/access-port.ts';
import type { WriteTx } from '../../store/port.ts';
import type { Call } from '../call.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long an access token is good for. */
const ACCESS_MS = HOUR_MS;
/** How long a refresh token is, when it is not used. */
const REFRESH_MS = 30 * DAY_MS;
/** However often it is used: then the password is asked for again. */
export const SIGN_IN_MS = 90 * DAY_MS;

const TOKEN_BYTES = 32;

/** SHA-256 of a token or an e-mail, lower-case hex: what the ledger knows it by. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}

/** One signing in, to which tokens are to be added. */
export interface OpenSignIn {
  readonly signInId: number;
  readonly endsAtMs: number;
  /** Place of the new pair among the tokens of the signing in. */
  readonly number: number;
}

/** Makes an access token and a refresh token and keeps their hashes. */
export async function newTokens(
  tx: WriteTx,
  officer: OfficerState,
  signIn: OpenSignIn,
  call: Call,
): Promise<OperationOutput<'auth.token'>> {
  const { signInId, number, endsAtMs } = signIn;
  const access = newToken('lda_', call);
  const refresh = newToken('ldr_', call);
  const until = (ms: number) => Math.min(call.clockMs + ms, endsAtMs);
  await tx.session.addTokens([
    { hash: sha256(access), signInId, kind: 'access', number, expiresAtMs: until(ACCESS_MS) },
    { hash: sha256(refresh), signInId, kind: 'refresh', number, expiresAtMs: until(REFRESH_MS) },
  ]);
  return { access_token: access, refresh_token: refresh, user_id: officer.userId, email: officer.email };
}

/** 256 random bits behind a few letters by which a token in the wrong place is recognised. */
function newToken(prefix: string, call: Call): string {
  return prefix + Buffer.from(call.randomBytes(TOKEN_BYTES)).toString('base64url');
}

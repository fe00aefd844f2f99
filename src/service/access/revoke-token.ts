import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { readRefreshToken } from './refresh-token.ts';
import { sha256 } from './tokens.ts';

/**
 * Ends a signing in with all its tokens. A token that is none is answered alike, as RFC 7009 has it: what was asked
 * for holds.
 */
export const handle: WriteHandler<OperationInput<'auth.revoke'>, OperationOutput<'auth.revoke'>> = async (
  tx,
  input,
  call,
) => {
  const sent = readRefreshToken(input);
  if (isRefusal(sent)) return sent;
  const token = await tx.tokens.byHash(sha256(sent));
  const value = { revoked: true };
  if (token === null || token.kind !== 'refresh' || token.signInEndedAtMs !== null)
    return { value, audit: null };
  await tx.session.endSignIn(token.signInId, call.clockMs);
  const { userId, email } = token.officer;
  return { value, audit: { object: String(userId), after: { user_id: userId, email }, actor: email } };
};

import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { WriteHandler } from '../call.ts';
import { newTokens, sha256 } from './tokens.ts';

type Input = OperationInput<'auth.refresh'>;

/** Two processes of one person may refresh at once; the slower one is no thief. */
const SAME_MOMENT_MS = 10_000;

/**
 * Exchanges a refresh token for a new pair. The one just replaced, sent again within ten seconds, is refused and
 * nothing more; any other use of one that was replaced ends the signing in with all its tokens, since one of two
 * holders of the same token must have stolen it.
 */
export const handle: WriteHandler<Input, OperationOutput<'auth.refresh'>> = async (tx, input, call) => {
  const sent = readRefreshToken(input);
  if (isRefusal(sent)) return sent;
  const token = await tx.tokens.byHash(sha256(sent));
  if (token === null || token.kind !== 'refresh') return refused();
  const { officer, signInId } = token;
  const about = { object: String(officer.userId), actor: officer.email };
  if (token.signInEndedAtMs !== null || officer.disabledAt !== null) {
    return { refusal: refused(), audit: { ...about, after: { because: 'the signing in has ended' } } };
  }
  if (token.replacedAtMs !== null) {
    const justReplaced = token.number === token.newestNumber - 1;
    if (justReplaced && call.clockMs - token.replacedAtMs <= SAME_MOMENT_MS) {
      return {
        refusal: refuse('already_refreshed', 'this refresh token was replaced a moment ago'),
        audit: { ...about, after: { because: 'replaced a moment ago' } },
      };
    }
    await tx.session.endSignIn(signInId, call.clockMs);
    return {
      refusal: refused(),
      audit: { ...about, after: { because: 'a replaced token was used again: the signing in was ended' } },
    };
  }
  if (call.clockMs >= token.expiresAtMs || call.clockMs >= token.signInEndsAtMs) {
    return { refusal: refused(), audit: { ...about, after: { because: 'expired' } } };
  }
  await tx.session.replaceToken(token.hash, call.clockMs);
  const signIn = { signInId, endsAtMs: token.signInEndsAtMs, number: token.number + 1 };
  return {
    value: await newTokens(tx, officer, signIn, call),
    audit: { ...about, after: { user_id: officer.userId, email: officer.email } },
  };
};

/** The token of a request, or what is wrong with the request. */
export function readRefreshToken(input: Input): string | Refusal {
  const reader = new FieldReader({ ...input });
  reader.allowOnly(['refresh_token']);
  reader.require(['refresh_token']);
  if (reader.has('refresh_token') && typeof input.refresh_token !== 'string') {
    reader.fault('refresh_token', 'invalid_text', 'refresh_token must be text');
  }
  return reader.refusal() ?? input.refresh_token;
}

function refused(): Refusal {
  return refuse('token_refused', 'the refresh token is not valid, or not any more');
}

import type { OperationInput, OperationOutput } from '../../contract/operation-types.ts';
import { FieldReader } from '../../domain/field-reader.ts';
import { foldEmail, looksLikeEmail } from '../../domain/officer.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { OfficerState } from '../../store/access-port.ts';
import type { ReadTx, WriteTx } from '../../store/port.ts';
import type { Call, Preparation, WriteHandler } from '../call.ts';
import { KEPT_ANSWER_MS } from '../kept-answer.ts';
import { busyOr } from './busy.ts';
import { newTokens, SIGN_IN_MS, sha256 } from './tokens.ts';

type Input = OperationInput<'auth.token'>;

const FAILURES_ALLOWED = 5;
const WINDOW_MS = 15 * 60_000;

/** What was found out about a password before the transaction. */
interface Compared {
  /** Number of changes the officer had then; null: there is none of that e-mail, or it may not sign in. */
  readonly officerChanges: number | null;
  readonly fits: boolean;
}

/**
 * Compares the password, which takes as long whether there is such an officer or not. Refuses with
 * `validation_failed`, `sign_in_throttled` (then nothing is compared) or `overloaded`.
 */
export const prepare: Preparation<Input, Compared> = async (input, call, outside) => {
  const reader = new FieldReader({ ...input });
  reader.allowOnly(['email', 'password']);
  reader.require(['email', 'password']);
  for (const field of ['email', 'password'] as const) {
    if (reader.has(field) && typeof input[field] !== 'string') {
      reader.fault(field, 'invalid_text', `${field} must be text`);
    }
  }
  const fault = reader.refusal();
  if (fault !== null) return fault;
  const found = await outside.store.read(async (tx) => {
    const throttled = await throttling(tx, input.email, call);
    return throttled ?? { officer: await signingIn(tx, input.email) };
  });
  if (isRefusal(found)) return found;
  const { officer } = found;
  const fits = await busyOr(() => outside.passwords.fits(input.password, officer?.passwordHash ?? null));
  if (isRefusal(fits)) return fits;
  return { officerChanges: officer?.changes ?? null, fits };
};

/**
 * Signs in. A wrong password, an unknown e-mail and a disabled account are refused alike, and each counts as a
 * failure of that e-mail.
 */
export const handle: WriteHandler<Input, OperationOutput<'auth.token'>, Compared> = async (
  tx,
  input,
  call,
  compared,
) => {
  // Again: others may have failed while the password was compared.
  const throttled = await throttling(tx, input.email, call);
  if (throttled !== null) return throttled;
  await forgetOld(tx, call);
  const officer = await signingIn(tx, input.email);
  // One changed meanwhile is compared anew when it signs in again.
  if (officer === null || !compared.fits || officer.changes !== compared.officerChanges) {
    await tx.session.noteSignInFailure(sha256(foldEmail(input.email)), call.clockMs);
    const tried = looksLikeEmail(input.email.trim()) ? input.email.trim() : '';
    return {
      refusal: refuse('credentials_refused', 'the e-mail or the password is not right'),
      audit: { object: tried.slice(0, 64), after: { email: tried } },
    };
  }
  const endsAtMs = call.clockMs + SIGN_IN_MS;
  const { userId, email } = officer;
  const signInId = await tx.session.startSignIn({ userId, startedAtMs: call.clockMs, endsAtMs });
  return {
    value: await newTokens(tx, officer, { signInId, endsAtMs, number: 1 }, call),
    audit: { object: String(userId), after: { user_id: userId, email }, actor: email },
  };
};

/** The officer an e-mail belongs to, when it may sign in. */
async function signingIn(tx: ReadTx, email: string): Promise<OfficerState | null> {
  const officer = await tx.officers.byEmail(foldEmail(email));
  return officer === null || officer.disabledAt !== null || officer.passwordHash === null ? null : officer;
}

async function throttling(tx: ReadTx, email: string, call: Call): Promise<Refusal | null> {
  const failures = await tx.signInFailures.later(sha256(foldEmail(email)), call.clockMs - WINDOW_MS);
  const blocking = failures.at(-FAILURES_ALLOWED);
  if (blocking === undefined) return null;
  const waitMs = Math.min(blocking + WINDOW_MS - call.clockMs, WINDOW_MS);
  return refuse(
    'sign_in_throttled',
    `${FAILURES_ALLOWED} sign-ins with this e-mail failed within 15 minutes`,
    {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    },
  );
}

/** A day longer than anything asks for. */
async function forgetOld(tx: WriteTx, call: Call): Promise<void> {
  const dayAgoMs = call.clockMs - 24 * 3_600_000;
  await tx.session.forget({
    signInsBeforeMs: dayAgoMs,
    failuresBeforeMs: dayAgoMs,
    answersBeforeMs: dayAgoMs - KEPT_ANSWER_MS,
  });
}

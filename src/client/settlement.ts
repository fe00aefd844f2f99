import type { Problem } from '../contract/problem.ts';
import { readAnswerJson } from './answer-json.ts';
import type { HttpResponse } from './http-exchange.ts';
import type { PendingWrite } from './pending-folder.ts';
import type { SignedCalls } from './signed-calls.ts';
import { writeOutcome } from './write-outcome.ts';

/** What became of an attempt to settle a pending write. `gone`: another process settled it meanwhile. */
export type Settled =
  | { readonly kind: 'settled'; readonly response: HttpResponse }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unsettled'; readonly why: string };

/** A server keeps keys for 30 days; sent again after that, a write would be a second one. */
const KEYS_LAST_MS = 29 * 24 * 60 * 60 * 1_000;

/**
 * Sends a pending write again under its key: carried out before, the server answers as it did then; not carried out,
 * it is now. Only to a server that knows keys, and by the person who sent it.
 */
export async function settlePending(
  write: PendingWrite,
  calls: SignedCalls,
  nowMs: number,
): Promise<Settled> {
  const bearer = await calls.bearer();
  if ('code' in bearer) return unsettled(bearer.detail);
  if (bearer.identity !== write.identity) {
    return unsettled('it was sent under another sign-in, and only that one can ask for its answer');
  }
  if (nowMs - Date.parse(write.sentAt) > KEYS_LAST_MS) {
    return unsettled('it is older than a server keeps keys');
  }
  const isOurs = await calls.isOurs();
  if (typeof isOurs !== 'boolean') return unsettled(isOurs.detail);
  if (!isOurs) return unsettled('this server does not know idempotency keys, so it cannot be asked');
  const exchanged = await calls.send(write, write.key);
  const outcome = writeOutcome(exchanged);
  if (outcome.kind === 'not_sent') return unsettled(outcome.problem.detail);
  if (outcome.kind === 'unknown') return unsettled(outcome.why);
  const { status } = outcome.response;
  // Not let in: whether it was carried out before is as unknown as it was.
  if (status === 401 || status === 403 || status === 429 || status >= 500) {
    return unsettled(`the server answered ${status}`);
  }
  return { kind: 'settled', response: outcome.response };
}

/** One line that says what became of an earlier write, with the plain values of its answer. */
export function settledInWords(write: PendingWrite, response: HttpResponse): string {
  const what = `${nameOf(write)} of ${write.sentAt}`;
  const answer = readAnswerJson(response.text);
  const fields = Object.entries(isObject(answer) ? answer : {});
  if (response.status >= 300) {
    const { detail, code } = Object.fromEntries(fields) as { detail?: string; code?: string };
    return `settled: ${what} was refused: ${detail ?? code ?? response.status}`;
  }
  const values = fields
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name} ${value}`);
  return `settled: ${what} was carried out: ${values.slice(0, 12).join(', ')}`;
}

/** Why a write has to wait for an earlier one. */
export function unsettledProblem(write: PendingWrite, why: string): Problem {
  const sentence = why.replace(/\.$/, '');
  return {
    code: 'pending_unsettled',
    detail: `An earlier write (${nameOf(write)} of ${write.sentAt}) is not settled: ${sentence}. Nothing was sent.`,
    hint: `Try "loandesk pending settle --server ${write.server}". When you have seen for yourself whether it was carried out (loandesk loan show, applications): loandesk pending drop ${write.key}`,
  };
}

/** The operation, or the request itself, with what it is about. */
function nameOf(write: PendingWrite): string {
  const name = write.operation ?? `${write.method} ${write.path}`;
  return write.about.length === 0 ? name : `${name} ${write.about.join(' ')}`;
}

function unsettled(why: string): Settled {
  return { kind: 'unsettled', why };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

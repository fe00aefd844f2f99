import { gunzipSync, gzipSync } from 'node:zlib';
import type { CallOptions } from '../contract/backend.ts';
import type { OperationName } from '../contract/operation-types.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { Outcome } from '../contract/problem.ts';
import { type Refusal, refuse } from '../domain/refusal.ts';
import type { ReadTx, WriteTx } from '../store/port.ts';
import type { Call, Caller } from './call.ts';

/** How long an answer is kept for a caller that asks again. */
export const KEPT_ANSWER_MS = 30 * 24 * 3_600_000;
/** One write in so many clears away answers that are over, some dozens at a time: that keeps up. */
const CLEARS_ONE_IN = 16;

/** An idempotency key with what it is a key to. */
export interface Key {
  readonly caller: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly operation: OperationName;
}

/** The key of a call; null when it has none. A dry run does nothing, so it has none. */
export function keyOf(name: OperationName, caller: Caller, options: CallOptions): Key | null {
  const given = options.idempotency;
  if (given === undefined || options.dryRun === true || 'open' in OPERATIONS[name]) return null;
  return {
    caller: caller.userId === null ? `local ${caller.actor}` : `officer ${caller.userId}`,
    key: given.key,
    fingerprint: given.fingerprint,
    operation: name,
  };
}

/** What was answered under the key before, or `key_reused`; null when it is new. */
export async function keptAnswer(
  tx: ReadTx,
  key: Key | null,
  call: Call,
): Promise<Outcome<unknown> | Refusal | null> {
  if (key === null) return null;
  const kept = await tx.keptAnswers.byKey(key.caller, key.key);
  if (kept === null || call.clockMs - kept.keptAtMs > KEPT_ANSWER_MS) return null;
  if (kept.fingerprint !== key.fingerprint || kept.operation !== key.operation) {
    return refuse('key_reused', 'the idempotency key was used for another request', {
      hint: 'Every new request needs a new key; only its repetition has the same one.',
    });
  }
  return { ...(JSON.parse(unpacked(kept.answerJson)) as Outcome<unknown>), replayed: true };
}

/** Keeps an answer in the transaction of what it answers. */
export async function keepAnswer(
  tx: WriteTx,
  key: Key | null,
  outcome: Outcome<unknown>,
  call: Call,
): Promise<void> {
  if (key === null) return;
  const bound = call.clockMs - KEPT_ANSWER_MS;
  const answerJson = packed(JSON.stringify(outcome));
  await tx.session.keepAnswer({ ...key, answerJson, keptAtMs: call.clockMs }, bound);
  const [drawn = 0] = call.randomBytes(1);
  if (drawn % CLEARS_ONE_IN !== 0) return;
  await tx.session.forget({ signInsBeforeMs: 0, failuresBeforeMs: 0, answersBeforeMs: bound });
}

/** An answer as long as a file of repayments is kept packed. */
const PACKED_FROM_CHARACTERS = 65_536;
const PACKED = 'gzip:';

function packed(answerJson: string): string {
  if (answerJson.length < PACKED_FROM_CHARACTERS) return answerJson;
  return PACKED + gzipSync(answerJson, { level: 1 }).toString('base64');
}

function unpacked(kept: string): string {
  if (!kept.startsWith(PACKED)) return kept;
  return gunzipSync(Buffer.from(kept.slice(PACKED.length), 'base64')).toString('utf8');
}

import { readAnswerJson } from './answer-json.ts';
import type { PendingFolder, PendingWrite } from './pending-folder.ts';
import { settlePending } from './settlement.ts';
import type { SignedCalls } from './signed-calls.ts';

/** What became of a pending write that was asked about. */
export interface SettledWrite {
  readonly write: PendingWrite;
  readonly outcome: 'carried_out' | 'refused' | 'unsettled' | 'gone';
  readonly status: number | null;
  readonly answer: unknown;
  /** Why it is not settled. */
  readonly why: string | null;
}

/** Asks the server for the answers of its pending writes, oldest first; `key`: of one of them. */
export async function settleAll(
  pending: PendingFolder,
  calls: SignedCalls,
  nowMs: number,
  key: string | null,
): Promise<readonly SettledWrite[]> {
  const settled: SettledWrite[] = [];
  for (const write of pending.list()) {
    if (write.server !== calls.server || (key !== null && write.key !== key)) continue;
    settled.push(await settleOne(write, pending, calls, nowMs));
  }
  return settled;
}

async function settleOne(
  write: PendingWrite,
  pending: PendingFolder,
  calls: SignedCalls,
  nowMs: number,
): Promise<SettledWrite> {
  const open = { write, outcome: 'unsettled', status: null, answer: null, why: null } as const;
  const lock = pending.tryLock(write.key);
  if (lock === null) return { ...open, why: 'another process waits for its answer' };
  try {
    if (pending.find(write.key) === null) return { ...open, outcome: 'gone' };
    const found = await settlePending(write, calls, nowMs);
    if (found.kind === 'unsettled') return { ...open, why: found.why };
    if (found.kind === 'gone') return { ...open, outcome: 'gone' };
    const { status, text } = found.response;
    pending.remove(write.key);
    const outcome = status < 300 ? 'carried_out' : 'refused';
    return { write, outcome, status, answer: readAnswerJson(text) ?? text, why: null };
  } finally {
    lock.release();
  }
}

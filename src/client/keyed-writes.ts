import type { Problem } from '../contract/problem.ts';
import type { PendingFolder, PendingWrite } from './pending-folder.ts';
import { type Settled, settledInWords, settlePending, unsettledProblem } from './settlement.ts';
import type { SignedCalls } from './signed-calls.ts';
import { type WriteOutcome, writeOutcome } from './write-outcome.ts';
import { holdsSecret, mayConcernTheSame } from './write-subject.ts';

/** A write before it has a key. */
export type NewWrite = Pick<PendingWrite, 'operation' | 'method' | 'path' | 'body' | 'about'>;

export interface WriteParts {
  readonly calls: SignedCalls;
  readonly pending: PendingFolder;
  nowMs(): number;
  newKey(): string;
  /** Says a line on stderr. */
  tell(line: string): void;
}

type Answered = Extract<WriteOutcome, { kind: 'answered' }>;

/** What became of a write. `recovered`: the answer is that of an earlier, equal write whose answer had been lost. */
export type Written = (Answered & { readonly recovered: boolean }) | { kind: 'problem'; problem: Problem };

/** As long as another process may still wait for its own answer. */
const OTHERS_ANSWER_MS = 65_000;

/**
 * Writes that are carried out once, whatever happens to their answers: each has a key that is on the disk before
 * it is sent and stays there until its result has been shown.
 */
export class KeyedWrites {
  readonly #parts: WriteParts;
  /** Answered, and to be forgotten once what they answered is printed. */
  readonly #answered: { readonly key: string; release(): void }[] = [];

  constructor(parts: WriteParts) {
    this.#parts = parts;
  }

  /** Settles what is pending, sends the write under a new key, and says what became of it. */
  async write(write: NewWrite): Promise<Written> {
    const { calls, pending, nowMs, newKey } = this.#parts;
    const bearer = await calls.bearer();
    if ('code' in bearer) return { kind: 'problem', problem: bearer };
    const before = await this.settleBefore(write);
    if (before !== null) return before;
    const key = newKey();
    const kept: PendingWrite = {
      ...write,
      key,
      server: calls.server,
      identity: bearer.identity,
      sentAt: new Date(nowMs()).toISOString(),
    };
    if (holdsSecret(write.operation, write.path)) {
      return this.#judged(kept, writeOutcome(await calls.send(write, key)), null);
    }
    const lock = pending.tryLock(key);
    pending.keep(kept);
    return this.#judged(kept, writeOutcome(await calls.send(write, key)), lock);
  }

  /**
   * Settles every pending write to this server and prints its result. Answers what an equal one was answered, or
   * why the write cannot go out yet; null: go ahead.
   */
  async settleBefore(write: NewWrite): Promise<Written | null> {
    this.forgetAnswered();
    const { calls, pending } = this.#parts;
    for (const earlier of pending.list().filter(({ server }) => server === calls.server)) {
      const isEqual = isSameWrite(earlier, write);
      const mayBeSame = isEqual || mayConcernTheSame(earlier.about, write.about);
      const lock = isEqual
        ? await pending.waitForLock(earlier.key, OTHERS_ANSWER_MS)
        : pending.tryLock(earlier.key);
      // Another process waits for its answer: it is about to be settled there.
      if (lock === null && !isEqual) continue;
      const settled: Settled =
        lock === null
          ? { kind: 'unsettled', why: 'another process still waits for its answer' }
          : await this.#settle(earlier);
      if (settled.kind === 'unsettled') {
        lock?.release();
        if (mayBeSame) return { kind: 'problem', problem: unsettledProblem(earlier, settled.why) };
        this.#parts.tell(`note: an earlier write is not settled (${settled.why}): loandesk pending ls`);
        continue;
      }
      const isOurAnswer = isEqual && settled.kind === 'settled' && settled.response.status < 300;
      if (isOurAnswer && lock !== null) {
        this.#parts.tell(
          `This was sent before, on ${earlier.sentAt}, and its answer was lost: here it is. Nothing was sent twice.`,
        );
        this.#answered.push({ key: earlier.key, release: () => lock.release() });
        return { kind: 'answered', response: settled.response, recovered: true };
      }
      if (settled.kind === 'settled') this.#parts.tell(settledInWords(earlier, settled.response));
      pending.remove(earlier.key);
      lock?.release();
    }
    return null;
  }

  /** What was answered is shown: nothing has to be remembered of it. */
  forgetAnswered(): void {
    for (const { key, release } of this.#answered.splice(0)) {
      this.#parts.pending.remove(key);
      release();
    }
  }

  async #settle(earlier: PendingWrite): Promise<Settled> {
    const { calls, pending, nowMs } = this.#parts;
    // Read again under the lock: whoever held it may have settled it.
    if (pending.find(earlier.key) === null) return { kind: 'gone' };
    return settlePending(earlier, calls, nowMs());
  }

  #judged(write: PendingWrite, outcome: WriteOutcome, lock: { release(): void } | null): Written {
    const { pending } = this.#parts;
    if (outcome.kind === 'answered') {
      if (lock !== null) this.#answered.push({ key: write.key, release: () => lock.release() });
      return { ...outcome, recovered: false };
    }
    if (outcome.kind === 'not_sent') pending.remove(write.key);
    lock?.release();
    if (outcome.kind === 'unknown') return { kind: 'problem', problem: unknownProblem(write, outcome.why) };
    const { problem } = outcome;
    return { kind: 'problem', problem: { ...problem, detail: `${problem.detail} Nothing was written.` } };
  }
}

function isSameWrite(one: NewWrite, other: NewWrite): boolean {
  return one.method === other.method && one.path === other.path && one.body === other.body;
}

function unknownProblem(write: PendingWrite, why: string): Problem {
  const sentence = why.replace(/\.$/, '');
  return {
    code: 'server_unreachable',
    detail: `Whether it was carried out is not known: ${sentence}.`,
    hint: holdsSecret(write.operation, write.path)
      ? 'Look at the list before you give the command again.'
      : `Give the same command again: it is carried out once. To find out without: loandesk pending settle --server ${write.server}`,
  };
}

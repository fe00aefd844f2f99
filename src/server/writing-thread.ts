import { Worker } from 'node:worker_threads';
import type { CallOptions } from '../contract/backend.ts';
import type { OperationName } from '../contract/operation-types.ts';
import type { Outcome } from '../contract/problem.ts';
import { CLOSE_WITHIN_MS, WRITES_WAITING } from './limits.ts';
import type { HttpCaller } from './service-parts.ts';
import type { FromWriting, ToWriting, WritingAnswer, WritingCall, WritingSetup } from './writing-calls.ts';
import { WrittenJson } from './written-json.ts';

/** The thread that owns the connection that writes. */
export interface WritingThread {
  /**
   * Has a call carried out there; answers when it is durable. Beyond the bound of the queue answers `overloaded` at
   * once, after the thread was lost `outcome_unknown` for what it had been given.
   */
  call(
    caller: HttpCaller,
    name: OperationName,
    input: unknown,
    options: CallOptions,
  ): Promise<Outcome<unknown>>;
  /** Calls not answered yet. */
  waiting(): number;
  /** Resolves when the thread ended though nobody had asked it to, to why. */
  readonly lost: Promise<Error>;
  /** Lets the calls given so far be carried out, closes the ledger and ends the thread. */
  stop(): Promise<void>;
}

/**
 * Calls of one turn go over together, since each message wakes the other thread, but not more than these: it is to
 * work on the first while the others are still being read.
 */
const CALLS_A_MESSAGE = 16;

interface Waiting {
  answer(outcome: Outcome<unknown>): void;
  fail(error: Error): void;
}

/** Starts the thread whose program is at `programUrl`; resolves when it has opened the ledger. */
export async function startWritingThread(programUrl: URL, setup: WritingSetup): Promise<WritingThread> {
  const worker = new Worker(programUrl, { workerData: setup });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let turn: WritingCall[] = [];
  let isStopping = false;
  let hasEnded = false;
  const say = (message: ToWriting) => worker.postMessage(message);
  const send = () => {
    const calls = turn;
    turn = [];
    if (calls.length > 0) say({ calls });
  };

  let markOpen = () => {};
  let markLost = (_why: Error) => {};
  const lost = new Promise<Error>((resolve) => {
    markLost = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    markOpen = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    const end = (why: Error) => {
      hasEnded = true;
      if (!isStopping) markLost(why);
      for (const { answer } of waiting.values()) answer(OUTCOME_UNKNOWN);
      waiting.clear();
      resolve();
    };
    worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', (code) => end(new Error(`the thread that writes ended with ${code}`)));
  });
  worker.on('message', (message: FromWriting) => {
    if (message === 'open') {
      markOpen();
      return;
    }
    if ('json' in message) {
      const { number, head, json, replayed } = message;
      const asked = waiting.get(number);
      waiting.delete(number);
      asked?.answer({ ok: true, value: new WrittenJson(head, json), ...(replayed ? { replayed } : {}) });
      return;
    }
    for (const answer of JSON.parse(message.answersJson) as WritingAnswer[]) {
      const asked = waiting.get(answer.number);
      waiting.delete(answer.number);
      if ('outcome' in answer) asked?.answer(answer.outcome);
      else asked?.fail(faultOfThread(answer.fault));
    }
  });

  const thread: WritingThread = {
    call(caller, name, input, options) {
      if (hasEnded || isStopping || waiting.size >= WRITES_WAITING) return Promise.resolve(OVERLOADED);
      return new Promise((answer, fail) => {
        last += 1;
        waiting.set(last, { answer, fail });
        if (input instanceof Uint8Array) {
          // Handed over rather than copied; what was called before it goes first.
          send();
          const calls = [{ number: last, caller, name, input, options }];
          worker.postMessage({ calls } satisfies ToWriting, [input.buffer as ArrayBuffer]);
          return;
        }
        if (turn.length === 0) setImmediate(send);
        turn.push({ number: last, caller, name, input, options });
        if (turn.length >= CALLS_A_MESSAGE) send();
      });
    },
    waiting: () => waiting.size,
    lost,
    async stop() {
      isStopping = true;
      send();
      if (!hasEnded) say('end');
      const late = setTimeout(() => worker.terminate(), CLOSE_WITHIN_MS);
      await ended;
      clearTimeout(late);
    },
  };
  await Promise.race([
    opened,
    lost.then((why) => {
      throw why;
    }),
  ]);
  return thread;
}

const OVERLOADED: Outcome<never> = {
  ok: false,
  problem: { code: 'overloaded', detail: 'too many writes wait for their turn' },
};

const OUTCOME_UNKNOWN: Outcome<never> = {
  ok: false,
  problem: { code: 'outcome_unknown', detail: 'the service stopped while this was being carried out' },
};

function faultOfThread({ name, stack }: { name: string; stack: string }): Error {
  const error = new Error('the thread that writes failed');
  error.name = name;
  error.stack = stack;
  return error;
}

import { Worker } from 'node:worker_threads';
import { textOf } from '../sql/dialect.ts';
import { StoreError } from '../store-error.ts';
import type { EngineSetup, FromEngine, SentError, ToEngine } from './engine-calls.ts';
import { packRows } from './packed-rows.ts';
import type { RowsInto } from './rows-into.ts';
import { SQLITE } from './sqlite-dialect.ts';

/** Beside the parts of the bundle, and beside this source. */
const PROGRAMS = ['../engine-worker.js', './engine-worker.ts'] as const;
/** Rows packed together: each message wakes the other thread, which costs as much as writing ten rows. */
const ROWS_A_MESSAGE = 512;
/** Messages of rows on their way: what is made faster than it is written must not pile up. */
const MOST_ON_THEIR_WAY = 24;

/** The thread ended though nobody had asked it to: its transaction is undone, unless it was just being committed. */
export class EngineLost extends Error {}

/** An engine with a connection of its own on another thread, for one unit. */
export interface EngineThread extends RowsInto {
  ready(): Promise<void> | null;
  /** Begins the transaction; throws what `beginImmediate` does. */
  begin(): Promise<void>;
  /** Whether anything was given to it that changes the ledger. */
  hasWritten(): boolean;
  /** Carries out a statement after all that was given before. */
  ask<T>(as: 'get' | 'all' | 'run', text: string, values: readonly unknown[]): Promise<T>;
  /** Ends the transaction, with a commit only when everything given was written. */
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
  /** Ends the thread. */
  close(): Promise<void>;
}

interface Asked {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Starts the thread, which opens the ledger when told to begin. */
export function startEngine(setup: EngineSetup): EngineThread {
  const program = new URL(PROGRAMS[import.meta.url.endsWith('.ts') ? 1 : 0], import.meta.url);
  const worker = new Worker(program, { workerData: setup });
  const asked = new Map<number, Asked>();
  let last = 0;
  let onTheirWay = 0;
  let hasWritten = false;
  let hasEnded = false;
  let failure: Error | null = null;
  let makers: Asked[] = [];
  let gathered: { readonly insert: string; readonly rows: (readonly unknown[])[] } | null = null;

  const say = (message: ToEngine) => worker.postMessage(message);
  const wake = () => {
    if (failure === null && onTheirWay >= MOST_ON_THEIR_WAY / 2) return;
    for (const { resolve, reject } of makers) {
      if (failure === null) resolve(null);
      else reject(failure);
    }
    makers = [];
  };
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  worker.on('message', (message: FromEngine) => {
    if ('written' in message) {
      onTheirWay -= 1;
      wake();
      return;
    }
    const waiting = message.number === null ? undefined : asked.get(message.number);
    if (message.number !== null) asked.delete(message.number);
    if ('value' in message) waiting?.resolve(withBuffers(message.value));
    else if (waiting === undefined) fail(receivedError(message.error));
    else waiting.reject(receivedError(message.error));
  });
  const ended = new Promise<void>((resolve) => {
    const end = (error: Error) => {
      hasEnded = true;
      fail(error);
      for (const { reject } of asked.values()) reject(error);
      asked.clear();
      resolve();
    };
    worker.on('error', (error) => end(new EngineLost('the thread of the engine failed', { cause: error })));
    worker.on('exit', (code) => end(new EngineLost(`the thread of the engine ended with ${code}`)));
  });

  const sendGathered = () => {
    if (gathered === null) return;
    const { insert, rows } = gathered;
    gathered = null;
    onTheirWay += 1;
    say({ rows: packRows(insert, rows) });
  };
  const numbered = <T>(message: (number: number) => ToEngine): Promise<T> => {
    if (hasEnded) return Promise.reject(failure);
    sendGathered();
    last += 1;
    const number = last;
    return new Promise((resolve, reject) => {
      asked.set(number, { resolve: (value) => resolve(value as T), reject });
      say(message(number));
    });
  };
  return {
    begin: () => numbered((number) => ({ number, begin: true })),
    hasWritten: () => hasWritten,
    insert(statement, rows) {
      if (failure !== null) throw failure;
      const insert = textOf(statement, SQLITE);
      hasWritten = true;
      for (const row of rows) {
        if (gathered?.insert !== insert) sendGathered();
        gathered ??= { insert, rows: [] };
        gathered.rows.push(row);
        if (gathered.rows.length === ROWS_A_MESSAGE) sendGathered();
      }
    },
    ready() {
      if (failure !== null) return Promise.reject(failure);
      if (onTheirWay < MOST_ON_THEIR_WAY) return null;
      return new Promise((resolve, reject) => makers.push({ resolve: () => resolve(), reject }));
    },
    ask(as, text, values) {
      hasWritten ||= as === 'run';
      return numbered((number) => ({ number, as, text, values }));
    },
    end: (how) => numbered((number) => ({ number, end: how })),
    async close() {
      await numbered((number) => ({ number, close: true })).catch(() => worker.terminate());
      await ended;
    },
  };
}

function receivedError({ name, message, stack, code, hint }: SentError): Error {
  if (hint !== null) {
    const more = hint.text === undefined ? {} : { hint: hint.text };
    return new StoreError(code as StoreError['code'], message, more);
  }
  const error = new Error(message);
  error.name = name;
  error.stack = stack;
  return code === null ? error : Object.assign(error, { code });
}

/** Bytes in rows come from another thread as plain arrays of them; readers rely on Buffers. */
function withBuffers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBuffers);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withBuffers(one)]));
}

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

// Starting a program means copying the tables of all memory of whoever starts it, and the process of the tests, with
// four threads, grows to a gigabyte: that took longer than most programs run. So each thread of the tests keeps a
// small process that starts them in its stead.

/** A program to run to its end. */
export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment: nothing is added to it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  /** null: nothing is connected to standard input. */
  readonly input: string | null;
  /** A file that gets standard output, by its own descriptor. */
  readonly stdoutFile?: string;
  /** When it is killed. */
  readonly timeoutMs?: number;
}

/** How it ended. */
export interface ProgramEnd {
  /** undefined: a signal ended it. */
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

/** What goes to the starter. */
export interface Order {
  readonly id: number;
  readonly start: ProgramStart;
}

/** What comes back: `fault` says why the program could not be started. */
export type Answer =
  | { readonly id: number; readonly end: ProgramEnd }
  | { readonly id: number; readonly fault: string };

interface Waiting {
  resolve(end: ProgramEnd): void;
  reject(error: Error): void;
}

let starter: ChildProcess | undefined;
const waiting = new Map<number, Waiting>();
let orders = 0;

/** Runs a program to its end; rejects only when it cannot be started. */
export function runToEnd(start: ProgramStart): Promise<ProgramEnd> {
  starter ??= openStarter();
  const id = ++orders;
  const order: Order = { id, start };
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    starter?.send(order);
  });
}

/** It ends with the thread that opened it. */
function openStarter(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'start-programs.ts'), {
    cwd: '/',
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (message) => {
    const answer = message as Answer;
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('fault' in answer) asked?.reject(new Error(answer.fault));
    else asked?.resolve(answer.end);
  });
  child.on('exit', () => {
    starter = undefined;
    for (const { reject } of waiting.values()) reject(new Error('the starter of programs ended'));
    waiting.clear();
  });
  child.unref();
  child.channel?.unref();
  return child;
}

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ran, RunOptions, Workbench } from '../workbench.ts';

/** Every call that makes, changes, settles or removes a file. */
const CALLS = [
  ...['openat', 'mkdir', 'write', 'writev', 'pwrite64', 'pwritev', 'ftruncate', 'fallocate'],
  ...['fsync', 'fdatasync', 'unlink', 'rename', 'link'],
];

/** One call of a run: strace counts those of each name apart. */
export interface CallPoint {
  readonly name: string;
  /** From 1. */
  readonly nth: number;
}

/** What keeps the crash tests from running on this machine, or null: they need strace and leave to trace. */
export function crashTestsNeed(): string | null {
  if (process.platform !== 'linux') return 'strace, which is for Linux';
  try {
    execFileSync('strace', ['-o', '/dev/null', '-e', 'trace=openat', 'true'], {
      stdio: 'pipe',
      timeout: 20_000,
    });
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'strace (on Debian: apt-get install strace)' : 'leave to trace a process';
  }
}

interface TracedOptions extends RunOptions {
  /** A large import writes on a thread of its own: its calls count instead of those of the main thread. */
  readonly onThread?: boolean;
  /** Calls on any file count, as for files whose names are not known beforehand. */
  readonly everyFile?: boolean;
}

export interface Crash extends Ran {
  /** False: the command came to its end before the call. */
  readonly killed: boolean;
}

/** Runs a command to its end and answers its calls on what `killAtCall` watches, in their order. */
export async function callsOf(
  bench: Workbench,
  args: readonly string[],
  options: TracedOptions = {},
): Promise<readonly CallPoint[]> {
  const traceFile = join(bench.folder, 'trace');
  await bench.run(args, { ...options, ...tracing(bench, options, traceFile, []) });
  const seen = new Map<string, number>();
  return namesOfCalls(readFileSync(traceFile, 'utf8'), options.onThread ?? false).map((name) => {
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return { name, nth };
  });
}

/** The calls of the thread that was traced, or of the one that made most of them, but for the first. */
function namesOfCalls(trace: string, onThread: boolean): readonly string[] {
  if (!onThread) return [...trace.matchAll(/^(\w+)\(/gm)].map(([, name = '']) => name);
  const ofThread = new Map<string, string[]>();
  for (const [, thread = '', name = ''] of trace.matchAll(/^(\d+) +(\w+)\(/gm)) {
    ofThread.set(thread, [...(ofThread.get(thread) ?? []), name]);
  }
  const [, ...others] = ofThread.values();
  return others.sort((a, b) => b.length - a.length)[0] ?? [];
}

/**
 * Runs a command that is killed with SIGKILL as it enters a call on the ledger, the files beside it or standard
 * output; the call is not carried out. Standard output is a file, so that printing is a call like the others.
 */
export async function killAtCall(
  bench: Workbench,
  args: readonly string[],
  call: CallPoint,
  options: TracedOptions = {},
): Promise<Crash> {
  const injected = ['-e', `inject=${call.name}:signal=KILL:when=${call.nth}`];
  const how = tracing(bench, options, '/dev/null', injected);
  const ran = await bench.run(args, { ...options, ...how });
  return { ...ran, stdout: readFileSync(how.stdoutFile, 'utf8'), killed: ran.signal === 'SIGKILL' };
}

/** Only the main thread is traced where it makes all of these calls; strace counts those of each thread apart. */
function tracing(bench: Workbench, options: TracedOptions, traceFile: string, injected: readonly string[]) {
  const ledger = options.ledger ?? bench.ledger;
  const stdoutFile = join(bench.folder, 'stdout');
  writeFileSync(stdoutFile, '');
  const beside = ['', '-wal', '-shm', '-journal', '.schema-1.backup', '.schema-1.backup.part'];
  const watched = [bench.folder, stdoutFile, ...beside.map((end) => `${ledger}${end}`)];
  // Stopping threads only at these calls halves the time, but lets an injected signal by.
  const follow = injected.length === 0 ? ['-f', '--seccomp-bpf'] : ['-f'];
  const under = [
    ...['strace', '-o', traceFile, ...(options.onThread ? follow : [])],
    ...(options.everyFile ? [] : watched.flatMap((path) => ['-P', path])),
    ...['-e', `trace=${CALLS}`, ...injected],
  ];
  return { under, stdoutFile };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../source-files.ts';
import { runToEnd } from '../starting/starter.ts';

export const LAUNCHER = join(ROOT, 'bin', 'loandesk.js');

export interface ProgramRun {
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly out: string;
  readonly error: string;
}

export interface RunOptions {
  readonly environment?: Record<string, string>;
  readonly input?: string;
  readonly folder?: string;
  /** Arguments for Node itself. */
  readonly nodeArgs?: readonly string[];
}

/** Runs the built program in an environment in which nothing is left to chance. */
export async function runProgram(args: readonly string[], options: RunOptions = {}): Promise<ProgramRun> {
  const { exitCode, signal, stdout, stderr } = await runToEnd({
    file: process.execPath,
    args: [...(options.nodeArgs ?? []), LAUNCHER, ...args],
    env: pinnedEnvironment(options.environment),
    input: options.input ?? '',
    ...(options.folder === undefined ? {} : { folder: options.folder }),
  });
  return { exitCode, signal, out: stdout, error: stderr };
}

/** The environment programs are run in: the same on every machine, and nothing of the user's. */
export function pinnedEnvironment(more: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    COLUMNS: '100',
    NO_COLOR: '1',
    ...more,
  };
}

/** Gives a fresh folder to `use` and removes it whatever happens. */
export async function inFreshFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'loandesk-e2e-'));
  try {
    return await use(folder);
  } finally {
    // What a terminal was closed on may write its last file still.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

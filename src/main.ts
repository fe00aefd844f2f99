import { fstatSync, writeSync } from 'node:fs';
import { compose } from './compose.ts';
import { displayText } from './render/display-text.ts';
import { CATALOGUE } from './shell/catalogue.ts';
import { runLine } from './shell/run.ts';
import type { Surroundings } from './shell/surroundings.ts';

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const EXIT_INTERNAL = 1;
const EXIT_INTERRUPTED = 130;
/** Pause between attempts to write to a pipe whose reader is slow. */
const FULL_PIPE_PAUSE_MS = 2;

/** Runs the command line of this process and ends it with the exit code. The launcher calls it. */
export async function main(): Promise<void> {
  const line = process.argv.slice(2);
  process.on('SIGINT', () => {
    // The terminal has shown ^C on the line that stands there.
    const ofNewLine = isTerminal(STDERR) ? '\n' : '';
    writeAll(STDERR, `${ofNewLine}interrupted: what was not finished is not written\n`);
    process.exit(EXIT_INTERRUPTED);
  });
  process.on('uncaughtException', (error) => process.exit(sayInternal(error, line)));
  process.on('unhandledRejection', (error) => process.exit(sayInternal(error, line)));
  try {
    process.exitCode = await runLine(line, surroundings(), compose(world()), CATALOGUE);
  } catch (error) {
    process.exitCode = sayInternal(error, line);
  }
}

function surroundings(): Surroundings {
  return {
    machine: {
      environment: process.env,
      platform: process.platform,
      workingFolder: process.cwd(),
      homeFolder: () => operatingSystem().homedir(),
    },
    stdinIsTerminal: isTerminal(STDIN),
    stdoutIsTerminal: isTerminal(STDOUT),
    stderrIsTerminal: isTerminal(STDERR),
    terminalCells: () => (isTerminal(STDOUT) ? process.stdout.columns : null),
    errorCells: () => (isTerminal(STDERR) ? process.stderr.columns : null),
    writeOut: (text) => writeAll(STDOUT, text),
    writeError: (text) => writeAll(STDERR, text),
    promptStreams: () => ({ input: process.stdin, output: process.stderr }),
    standardInput: () => process.stdin,
  };
}

function userName(): string {
  try {
    return operatingSystem().userInfo().username;
  } catch {
    // A user id without an entry in the password file, as in containers.
    return process.env.USER || `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

function world() {
  let user: string | undefined;
  return {
    osUser() {
      user ??= userName();
      return user;
    },
    host: () => operatingSystem().hostname(),
    standardInput: () => process.stdin,
    workingFolder: process.cwd(),
    temporaryFolder: () => operatingSystem().tmpdir(),
    writeError: (text: string) => writeAll(STDERR, text),
    onStopSignal,
    onExit: (work: () => void) => process.on('exit', work),
    exit: (code: number) => process.exit(code),
    remote: () => ({
      nodePath: process.execPath,
      processId: process.pid,
      isRunning,
      platform: process.platform,
      environment: process.env,
    }),
  };
}

/** Signal 0 asks only whether there is such a process; EPERM: there is, and it is somebody else's. */
function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The first signal stops in order, a second one at once. */
function onStopSignal(stop: (signal: 'SIGTERM' | 'SIGINT') => void): void {
  let isStopping = false;
  process.removeAllListeners('SIGINT');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) process.exit(EXIT_INTERRUPTED);
      isStopping = true;
      stop(signal);
    });
  }
}

/** Loaded on first use, as is `node:tty`: every millisecond of the start is felt. */
function operatingSystem() {
  return process.getBuiltinModule('node:os');
}

/**
 * Only a character device can be a terminal, and on Linux not those of memory (`/dev/null`): a pipe, a file and
 * no input are told without loading `node:tty`, which takes 2 ms.
 */
function isTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    const isMemory = process.platform === 'linux' && ((found.rdev >> 8) & 0xfff) === 1;
    return found.isCharacterDevice() && !isMemory && process.getBuiltinModule('node:tty').isatty(descriptor);
  } catch {
    return false;
  }
}

/**
 * Writes to the descriptor itself: making `process.stdout` costs time, and this way everything is out before
 * the process ends. A reader that went away ends the process quietly.
 */
function writeAll(descriptor: number, text: string): void {
  let bytes: Uint8Array = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EAGAIN') {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_PAUSE_MS);
      } else if (descriptor === STDERR) {
        return;
      } else if (code === 'EPIPE') {
        process.exit(0);
      } else {
        throw error;
      }
    }
  }
}

/** An error of ours: one plain sentence; the stack only with `--debug`. */
function sayInternal(error: unknown, line: readonly string[]): number {
  const message = error instanceof Error ? error.message : String(error);
  writeAll(STDERR, `error: internal: ${displayText(message)}\n`);
  if (line.includes('--debug')) {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    writeAll(STDERR, `${stack.split('\n').map(displayText).join('\n')}\n`);
  } else {
    writeAll(STDERR, 'hint: run it again with --debug and report what it prints.\n');
  }
  return EXIT_INTERNAL;
}

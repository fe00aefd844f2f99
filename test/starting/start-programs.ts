import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Answer, Order, ProgramEnd, ProgramStart } from './starter.ts';

// The process behind starter.ts. It stays small: it loads nothing but what starts programs.

const running = new Set<ChildProcess>();

process.on('message', (message) => {
  const { id, start } = message as Order;
  runProgram(start).then(
    (end) => answer({ id, end }),
    (error: Error) => answer({ id, fault: `${start.file} does not start: ${error.message}` }),
  );
});

// Whoever asked is gone: what was started for it ends as well.
process.on('disconnect', () => {
  for (const child of running) child.kill('SIGKILL');
  process.exit();
});

function answer(message: Answer): void {
  if (process.connected) process.send?.(message);
}

function runProgram(start: ProgramStart): Promise<ProgramEnd> {
  const { file, args, env, folder, input, stdoutFile, timeoutMs } = start;
  const descriptor = stdoutFile === undefined ? null : openSync(stdoutFile, 'w');
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      env: env as NodeJS.ProcessEnv,
      stdio: [input === null ? 'ignore' : 'pipe', descriptor ?? 'pipe', 'pipe'],
      ...(folder === undefined ? {} : { cwd: folder }),
    });
    if (descriptor !== null) closeSync(descriptor);
    running.add(child);
    let timedOut = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            timedOut = true;
            child.kill('SIGKILL');
          }, timeoutMs);
    const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
    // A program may end without having read what it was given.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({
        exitCode: exitCode ?? undefined,
        signal: signal ?? undefined,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
        timedOut,
      });
    });
  });
}

function gather(stream: NodeJS.ReadableStream | null): readonly Buffer[] {
  const parts: Buffer[] = [];
  stream?.on('data', (part: Buffer) => parts.push(part));
  return parts;
}

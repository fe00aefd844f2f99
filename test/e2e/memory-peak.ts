import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../source-files.ts';
import type { Ran, Workbench } from '../workbench.ts';

const LOOK_EVERY_MS = 20;
const CHUNK_BYTES = 65_536;

/**
 * Runs the built program with endless-looking input, `inputBytes` of `filler` written to its standard input as far as
 * it reads, and watches its memory. `peakMebibytes` is the most it held; null where the system does not say.
 */
export async function runWatched(
  bench: Workbench,
  args: readonly string[],
  input: { readonly head: string; readonly filler: string; readonly bytes: number } | null,
): Promise<Ran & { readonly peakMebibytes: number | null }> {
  const { PATH = '' } = process.env;
  const child = spawn(
    process.execPath,
    [join(ROOT, 'bin', 'loandesk.js'), ...args, '--ledger', bench.ledger],
    {
      env: { PATH, HOME: bench.folder, LOANDESK_HOME: join(bench.folder, 'home') },
    },
  );
  let peakMebibytes: number | null = null;
  const watch = setInterval(() => {
    peakMebibytes = highWaterOf(child.pid) ?? peakMebibytes;
  }, LOOK_EVERY_MS);
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    texts.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    texts.stderr += chunk;
  });
  const closed = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  // It may end without reading all of it.
  child.stdin.on('error', () => {});
  if (input !== null) pour(input, child.stdin);
  else child.stdin.end();
  const { code, signal } = await closed;
  clearInterval(watch);
  return { exitCode: code ?? undefined, signal: signal ?? undefined, ...texts, peakMebibytes };
}

function pour(
  input: { readonly head: string; readonly filler: string; readonly bytes: number },
  to: NodeJS.WritableStream & { readonly destroyed?: boolean },
): void {
  const chunk = Buffer.from(input.filler.repeat(Math.ceil(CHUNK_BYTES / input.filler.length)));
  let left = input.bytes;
  const more = (): void => {
    while (left > 0 && to.destroyed !== true) {
      left -= chunk.length;
      if (!to.write(chunk)) {
        to.once('drain', more);
        return;
      }
    }
    to.end();
  };
  to.write(input.head);
  more();
}

/** The most memory a process held so far (Linux counts it), in MiB. */
function highWaterOf(pid: number | undefined): number | null {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) / 1024;
  } catch {
    return null;
  }
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { ROOT } from '../source-files.ts';
import type { Workbench } from '../workbench.ts';

/** The built program serving a ledger, as a process of its own. */
export class Served {
  stderr = '';
  readonly #child;
  constructor(bench: Workbench, args: readonly string[] = []) {
    const words = [
      join(ROOT, 'bin', 'loandesk.js'),
      'serve',
      '--port',
      '0',
      '--ledger',
      bench.ledger,
      ...args,
    ];
    const { PATH = '' } = process.env;
    this.#child = execa(process.execPath, words, {
      env: { PATH, TZ: 'UTC', HOME: bench.folder, LOANDESK_HOME: join(bench.folder, 'home') },
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      timeout: 60_000,
    });
    this.#child.stderr?.on('data', (chunk) => {
      this.stderr += chunk;
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Where it listens. */
  async url(): Promise<string> {
    await expect.poll(() => this.stderr, { timeout: 15_000 }).toMatch(/ at https?:\S+\n/);
    return / at (https?:\S+)\n/.exec(this.stderr)?.[1] ?? '';
  }

  async stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<number | undefined> {
    this.#child.kill(signal);
    const { exitCode, stdout } = await this.#child;
    expect(stdout).toBe('');
    return exitCode;
  }

  /** Forgets the most memory it has held so far. */
  forgetPeak(): void {
    writeFileSync(`/proc/${this.pid}/clear_refs`, '5');
  }

  /** The most memory it has held at once, in MiB. */
  peakMemory(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }
}

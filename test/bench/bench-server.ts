import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadResult, PaymentLoad } from './payment-load.ts';

const LOAD = join(import.meta.dirname, 'payment-load.ts');
const EMAIL = 'bench@bank.example';
const PASSWORD = 'four words nobody guesses';

/** A server as a process of its own, its log in a file. */
export class BenchServer {
  readonly #child: ChildProcess;
  readonly #port: Promise<number>;

  constructor(args: readonly string[], environment: Readonly<Record<string, string>>, folder: string) {
    const stdout = openSync(join(folder, 'stdout'), 'w');
    const child = spawn(process.execPath, args, { env: environment, stdio: ['ignore', stdout, 'pipe'] });
    this.#child = child;
    this.#port = new Promise((resolve, reject) => {
      let said = '';
      child.stderr?.on('data', (text) => {
        // The log is read as whoever keeps it would.
        if (said.length < 10_000) said += text;
        const port = /at https?:\/\/[\d.]+:(\d+)/.exec(said)?.[1];
        if (port !== undefined) resolve(Number(port));
      });
      child.once('exit', () => reject(new Error(`it ended: ${said}`)));
    });
  }

  port(): Promise<number> {
    return this.#port;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await new Promise((resolve) => this.#child.once('exit', resolve));
  }
}

/** Words that add the officer who sends payments; writes the file with the password into `folder`. */
export function benchOfficer(folder: string): readonly string[] {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
  const officer = ['--email', EMAIL, '--name', 'Bench', '--admin', '--password-file', passwordFile];
  return ['officers', 'add', ...officer, '--yes'];
}

/** A token of that officer. */
export async function signIn(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Sends payments from a process of its own. */
export async function sendPayments(load: PaymentLoad): Promise<LoadResult> {
  return printedBy<LoadResult>([LOAD, JSON.stringify(load)]);
}

/** What a program of ours prints, which is JSON. Throws when it does not end well. */
export async function printedBy<T>(args: readonly string[]): Promise<T> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`it ended with ${code}`))));
  });
  return JSON.parse(printed) as T;
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { ROOT } from '../source-files.ts';
import { DAY_ONE, type Workbench } from '../workbench.ts';

const PASSWORD = 'four words nobody guesses';
const EMAIL = 'm@bank.example';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** A module the service loads first, and variables for it. */
interface WatchedService {
  readonly noting?: string;
  readonly TURNS_FILE?: string;
}

/** The built service on the bench's ledger, with somebody signed in. */
export class PaymentService {
  readonly #child;
  #url = '';
  #token = '';

  private constructor(bench: Workbench, forMs: number, { noting, ...more }: WatchedService) {
    const words = ['serve', '--port', '0', '--rate-limit', 'off', '--ledger', bench.ledger];
    const { PATH = '' } = process.env;
    this.#child = execa(
      process.execPath,
      [
        ...(noting === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(noting)}`]),
        ...[join(ROOT, 'bin', 'loandesk.js'), ...words, '--business-date', DAY_ONE],
      ],
      {
        env: { PATH, TZ: 'UTC', HOME: bench.folder, LOANDESK_HOME: join(bench.folder, 'home'), ...more },
        extendEnv: false,
        reject: false,
        stdin: 'ignore',
        timeout: forMs,
      },
    );
  }

  /** Starts one, which is ended after `forMs` whatever it does. */
  static async start(
    bench: Workbench,
    forMs = 60_000,
    watched: WatchedService = {},
  ): Promise<PaymentService> {
    const service = new PaymentService(bench, forMs, watched);
    let said = '';
    service.#child.stderr?.on('data', (chunk) => {
      if (said.length < 10_000) said += chunk;
    });
    await expect.poll(() => said, { timeout: 15_000 }).toMatch(/ at http:\S+\n/);
    service.#url = / at (http:\S+)\n/.exec(said)?.[1] ?? '';
    const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
    const signedIn = await service.ask('/api/v1/auth/token', { method: 'POST', body });
    service.#token = (JSON.parse(signedIn.text) as { access_token: string }).access_token;
    return service;
  }

  get url(): string {
    return this.#url;
  }

  get token(): string {
    return this.#token;
  }

  async ask(path: string, how: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(`${this.#url}${path}`, {
      ...how,
      headers: {
        'content-type': 'application/json',
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        ...how.headers,
      },
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  pay(loan: string, amount: number, headers: Record<string, string> = {}): Promise<Answer> {
    const body = { payment_amount: amount, payment_date: DAY_ONE, payment_method: 'auto_debit' };
    return this.ask(`/api/v1/loans/${loan}/payments`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
  }

  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | undefined> {
    this.#child.kill(signal);
    return (await this.#child).exitCode;
  }
}

/** A ledger with nobody in it but the officer: a password is hashed for half a second, so it is made once. */
let withOfficer: Buffer | null = null;

/** Adds the officer the service is used by. */
export async function addOfficer(bench: Workbench): Promise<void> {
  const isNewFile = !bench.ledger.includes('://') && !existsSync(bench.ledger);
  if (isNewFile && withOfficer !== null) {
    writeFileSync(bench.ledger, withOfficer, { mode: 0o600 });
    return;
  }
  const passwordFile = join(bench.folder, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
  const officer = ['--email', EMAIL, '--name', 'M', '--admin', '--password-file', passwordFile, '--yes'];
  await bench.prepare(['officers', 'add', ...officer]);
  if (isNewFile) withOfficer = readFileSync(bench.ledger);
}

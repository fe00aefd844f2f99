import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type VerifyReport, verifyLedger } from '../src/service/verify-ledger.ts';
import { sharingKeptCode } from './kept-code.ts';
import { runHere } from './run-here.ts';
import { ROOT } from './source-files.ts';
import { runToEnd } from './starting/starter.ts';
import { openLedger } from './store/temporary-ledger.ts';

/** How a run of the built program ended. */
export interface Ran {
  /** undefined: a signal ended it. */
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly ledger?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** null: the machine's own clock. */
  readonly businessDate?: string | null;
  /** Words put before the program, such as those of `strace` or `setpriv`. */
  readonly under?: readonly string[];
  /** A file that gets standard output. */
  readonly stdoutFile?: string;
  /** How long it may take; two minutes when it is not said. */
  readonly timeoutMs?: number;
  /** The launcher of another build of the program. */
  readonly launcher?: string;
}

/** The day the loans of these tests are paid out. */
export const DAY_ONE = '2024-01-10';

/** A folder of its own with a ledger, and the built program to work on it. */
export class Workbench {
  readonly folder = mkdtempSync(join(tmpdir(), 'loandesk-test-'));
  readonly ledger: string;
  readonly #home = sharingKeptCode(join(this.folder, 'home'));

  /** On a ledger of its own in the folder, or on another, such as one in PostgreSQL. */
  constructor(ledger?: string) {
    this.ledger = ledger ?? join(this.folder, 'ledger.db');
  }

  /** Runs the built program on the bench's ledger. Never throws for an exit code. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
    const words = [
      ...(options.under ?? []),
      process.execPath,
      options.launcher ?? join(ROOT, 'bin', 'loandesk.js'),
      ...this.#onLedger(args, options),
    ];
    const [file = '', ...rest] = words;
    const { PATH = '', TZ = 'UTC' } = process.env;
    const done = await runToEnd({
      file,
      args: rest,
      env: { PATH, TZ, HOME: this.#home, LOANDESK_HOME: this.#home, ...options.env },
      input: options.input ?? null,
      timeoutMs: options.timeoutMs ?? 120_000,
      ...(options.stdoutFile === undefined ? {} : { stdoutFile: options.stdoutFile }),
    });
    if (done.timedOut) throw new Error(`it did not end: ${words.join(' ')}`);
    const { exitCode, signal, stdout, stderr } = done;
    return { exitCode, signal, stdout, stderr };
  }

  /** Runs it with `--json` and answers the document. Throws when it was refused. */
  async must<T = Record<string, unknown>>(args: readonly string[], options: RunOptions = {}): Promise<T> {
    const ran = await this.run([...args, '--json'], options);
    if (ran.exitCode !== 0) throw new Error(`${args.join(' ')}: exit ${ran.exitCode}\n${ran.stderr}`);
    return JSON.parse(ran.stdout) as T;
  }

  /** The same in this process, for what only leads up to a test: a program started takes its time. */
  async prepare<T = Record<string, unknown>>(args: readonly string[], input?: string): Promise<T> {
    const ran = await runHere([...this.#onLedger(args, {}), '--json'], {
      environment: { HOME: this.#home, LOANDESK_HOME: this.#home },
      folder: this.folder,
      ...(input === undefined ? {} : { input }),
    });
    if (ran.exitCode !== 0) throw new Error(`${args.join(' ')}: exit ${ran.exitCode}\n${ran.error}`);
    return JSON.parse(ran.out) as T;
  }

  #onLedger(args: readonly string[], { ledger, businessDate }: RunOptions): readonly string[] {
    return [
      ...args,
      ...['--ledger', ledger ?? this.ledger],
      ...(businessDate === null ? [] : ['--business-date', businessDate ?? DAY_ONE]),
    ];
  }

  /** Takes an application, without a merchant's data. */
  async apply(amount = '50000'): Promise<string> {
    return (await this.prepare<{ application_id: string }>(applyWords(amount))).application_id;
  }

  /** An approved loan of `amount` over twelve months at 24 %. */
  async approvedLoan(amount = '50000'): Promise<string> {
    const application = await this.apply(amount);
    return (await this.prepare<{ loan_id: string }>(approveWords(application, amount))).loan_id;
  }

  /** A loan paid out in full on day one. */
  async openLoan(amount = '50000'): Promise<string> {
    const loan = await this.approvedLoan(amount);
    await this.prepare(disburseWords(loan, amount));
    return loan;
  }

  async verify(options: RunOptions & { readonly expect?: string } = {}): Promise<VerifyDocument> {
    const expected = options.expect === undefined ? [] : ['--expect', options.expect];
    const ran = await this.run(['ledger', 'verify', ...expected, '--json'], options);
    if (ran.stdout === '') throw new Error(`verify: exit ${ran.exitCode}\n${ran.stderr}`);
    return { ...(JSON.parse(ran.stdout) as VerifyDocument), exitCode: ran.exitCode };
  }

  /** The same check in this process: a program started takes its time. */
  async verifyHere(): Promise<VerifyReport> {
    const store = await openLedger(this.ledger, { createIfMissing: false, readOnly: true });
    try {
      return await store.read((tx) => verifyLedger(tx, {}));
    } finally {
      await store.close();
    }
  }

  /** Looks into the ledger past the program; `change` may write. */
  raw<T>(look: (db: Database.Database) => T, ledger = this.ledger): T {
    const db = new Database(ledger);
    try {
      return look(db);
    } finally {
      db.close();
    }
  }

  /** The same for a look that takes its time. */
  async rawAsync<T>(look: (db: Database.Database) => Promise<T>): Promise<T> {
    const db = new Database(this.ledger);
    try {
      return await look(db);
    } finally {
      db.close();
    }
  }

  count(table: string, ledger = this.ledger): number {
    return this.raw((db) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number, ledger);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

type VerifyDocument = VerifyReport & { readonly exitCode: number | undefined };

export function applyWords(amount = '50000'): readonly string[] {
  return [
    ...['apply', '--merchant-id', 'm-1', '--business-name', 'Nile Crafts', '--amount', amount],
    ...['--purpose', 'inventory', '--monthly-sales', '90000', '--platform', 'platform_a', '--term', '12'],
  ];
}

export function approveWords(application: string, amount = '50000'): readonly string[] {
  return ['decide', application, '--approve', '--amount', amount, '--rate', '24', '--term', '12', '--yes'];
}

export function disburseWords(loan: string, amount = '50000'): readonly string[] {
  return [
    ...['disburse', loan, '--account', 'EG380019000500000000263180002', '--amount', amount],
    ...['--method', 'bank_transfer', '--date', DAY_ONE, '--yes'],
  ];
}

export function payWords(loan: string, amount: string, reference?: string): readonly string[] {
  return [
    ...['pay', loan, '--amount', amount, '--method', 'auto_debit', '--yes'],
    ...(reference === undefined ? [] : ['--reference', reference]),
  ];
}

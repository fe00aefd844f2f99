import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { handOver, type PostgresPrograms, readyPostgresPrograms } from './binaries.ts';

/** How long a server may take to answer after its start, or to end. */
const PATIENCE_MS = 60_000;

/** A user who must give this password; every other connects without one, from this machine only. */
export const GUARDED = { user: 'guarded', password: 'canary-of-postgres' } as const;

/** What every test server is told. Linguistic order as a default shows a column that forgot to be ordered by bytes. */
const SETTINGS = {
  max_connections: '200',
  shared_buffers: '64MB',
  log_min_messages: 'warning',
  timezone: 'UTC',
  lc_messages: 'C',
};
/** For tests of answers, not of disks: nothing waits for one. */
const CARELESS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' };

export interface ServerChoices {
  /** Whether commits wait for the disk. Without it nothing does, which is quick. */
  readonly durable?: boolean;
  /** More lines for postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly port?: number;
}

/** A PostgreSQL server of the tests, in a temporary folder of its own, at a port of 127.0.0.1. */
export class PostgresServer {
  readonly folder: string;
  readonly port: number;
  readonly programs: PostgresPrograms;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number, programs: PostgresPrograms) {
    this.folder = folder;
    this.port = port;
    this.programs = programs;
  }

  /** Makes a server and starts it. `stop` ends it and removes everything. */
  static async start(choices: ServerChoices = {}): Promise<PostgresServer> {
    const server = await PostgresServer.made(choices);
    try {
      await server.data.initialise(choices);
      await server.begin();
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server;
  }

  /** A server without data yet: `data` fills its folder (or a base backup does), `begin` starts it. */
  static async made(choices: ServerChoices = {}): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'loandesk-postgres-'));
    chmodSync(folder, 0o755);
    try {
      const programs = readyPostgresPrograms(folder);
      handOver(folder, programs);
      return new PostgresServer(folder, choices.port ?? (await freePort()), programs);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get data(): DataFolder {
    return new DataFolder(join(this.folder, 'data'), this.programs);
  }

  /** The address of a database here, as `--ledger` takes it. */
  url(database = 'postgres', user = 'loandesk'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  /** Process id of the server, while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts the server on its data and waits until it answers. */
  async begin(): Promise<void> {
    const log = openSync(join(this.folder, 'log'), 'a');
    const places = ['-D', this.data.path, '-p', String(this.port), '-h', '127.0.0.1', '-k', this.folder];
    const child = spawn(join(this.programs.bin, 'postgres'), places, {
      ...this.programs.as,
      cwd: this.folder,
      env: { TZ: 'UTC', LC_ALL: 'C' },
      stdio: ['ignore', log, log],
      detached: true,
    });
    this.#child = child;
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    const until = Date.now() + PATIENCE_MS;
    while (!(await this.#answers())) {
      if (this.#child === undefined) throw new Error(`PostgreSQL ended at its start: see ${this.folder}/log`);
      if (Date.now() > until) throw new Error('PostgreSQL did not answer in time');
      await sleep(20);
    }
  }

  /** Ends the server: SIGINT as an operator would, SIGQUIT at once, SIGKILL as a power cut would. */
  async end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // The whole group on SIGKILL: what a killed server leaves behind holds its shared memory for a while.
    if (signal === 'SIGKILL') process.kill(-child.pid, signal);
    else child.kill(signal);
    await Promise.race([ended, sleep(PATIENCE_MS, undefined, { ref: false })]);
  }

  /** Ends the server and removes all it kept. */
  async stop(): Promise<void> {
    await this.end('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Carries out statements as the owner of the server, one connection for all. */
  async sql(...statements: readonly string[]): Promise<void> {
    const client = new Client({ connectionString: this.url() });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async #answers(): Promise<boolean> {
    const client = new Client({ connectionString: this.url(), connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** The folder a server keeps its data in. */
class DataFolder {
  readonly path: string;
  readonly #programs: PostgresPrograms;

  constructor(path: string, programs: PostgresPrograms) {
    this.path = path;
    this.#programs = programs;
  }

  async initialise(choices: ServerChoices): Promise<void> {
    const flags = ['--username=loandesk', '--auth=trust', '--encoding=UTF8', '--no-sync', '--locale=C'];
    const order = ['--locale-provider=icu', '--icu-locale=en'];
    await promisify(execFile)(join(this.#programs.bin, 'initdb'), ['-D', this.path, ...flags, ...order], {
      ...this.#programs.as,
      cwd: '/',
      env: { TZ: 'UTC', LC_ALL: 'C' },
    });
    this.settings({ ...SETTINGS, ...(choices.durable === true ? {} : CARELESS), ...choices.settings });
    const hosts = [
      `host all ${GUARDED.user} all scram-sha-256`,
      'local all all trust',
      'host all all 127.0.0.1/32 trust',
    ];
    hosts.push('host replication all 127.0.0.1/32 trust', '');
    writeFileSync(join(this.path, 'pg_hba.conf'), hosts.join('\n'));
  }

  /** Adds lines to postgresql.conf; the last line of a name holds. */
  settings(settings: Readonly<Record<string, string>>): void {
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    appendFileSync(join(this.path, 'postgresql.conf'), lines.join(''));
  }
}

/** A port of 127.0.0.1 nobody listens on at this moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

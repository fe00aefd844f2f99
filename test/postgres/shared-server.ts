import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { skipAloud } from '../skip-aloud.ts';
import { hasPostgresPrograms } from './binaries.ts';

// One server for all test files of a run, started by the first that asks. What they share is a folder: `asked` is made
// by who starts it, `port` is written when it answers, `stop` ends it.

const VARIABLE = 'LOANDESK_TEST_POSTGRES_RUN';
const PATIENCE_MS = 90_000;
const LOOK_MS = 20;

/** Run by vitest before all workers, which inherit the variable; answers what is to be done after them. */
export function setup(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'loandesk-postgres-run-'));
  process.env[VARIABLE] = folder;
  return async () => {
    if (existsSync(join(folder, 'asked'))) {
      writeFileSync(join(folder, 'stop'), '');
      const until = Date.now() + PATIENCE_MS;
      while (!existsSync(join(folder, 'ended')) && Date.now() < until) await sleep(LOOK_MS);
    }
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Whether tests on PostgreSQL can run here; says aloud that they are skipped where they cannot, and fails where
 * nothing may be skipped.
 */
export function hasPostgres(what: string): boolean {
  if (hasPostgresPrograms()) return true;
  skipAloud(`${what}: no PostgreSQL here (npm ci brings one for Linux and macOS)`);
  return false;
}

/** A database of the shared server. */
export interface TestDatabase {
  /** As `--ledger` takes it; no password is asked. */
  readonly url: string;
  readonly name: string;
  /** Ends whoever is still connected and removes it. */
  drop(): Promise<void>;
}

/** An empty database of its own for a test. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return newDatabase('template0');
}

/**
 * A database of its own for a test, copied from one that is filled once in a run, by whichever test asks for it first.
 *
 * @param template A name for what `fill` does: lower-case letters and `_`.
 * @param fill Fills the database at an address, and is no longer connected when it ends.
 */
export async function databaseLike(
  template: string,
  fill: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const port = await sharedPort();
  const name = `like_${template}`;
  await once(name, async () => {
    await statement(port, `CREATE DATABASE ${name} TEMPLATE template0`);
    await fill(urlOf(port, name));
  });
  return newDatabase(name);
}

/** The port of 127.0.0.1 the shared server answers on; starts it when nobody has. */
async function sharedPort(): Promise<number> {
  const folder = runFolder();
  if (makesFolder(join(folder, 'asked'))) {
    const program = join(import.meta.dirname, 'keep-server.ts');
    const child = spawn(process.execPath, [program, folder, String(process.pid)], {
      cwd: '/',
      stdio: 'ignore',
      detached: true,
    });
    child.unref();
  }
  const port = await written(folder, 'port', 'fault');
  return Number(port);
}

let databases = 0;

async function newDatabase(template: string): Promise<TestDatabase> {
  const port = await sharedPort();
  databases += 1;
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}_${databases}`;
  await statement(port, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: urlOf(port, name),
    name,
    drop: () => statement(port, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

function urlOf(port: number, database: string): string {
  return `postgres://loandesk@127.0.0.1:${port}/${database}`;
}

async function statement(port: number, text: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(port, 'postgres') });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Does something once in a run, whichever file and thread comes first; the others wait for it. */
async function once(name: string, work: () => Promise<void>): Promise<void> {
  const folder = runFolder();
  if (!makesFolder(join(folder, name))) {
    await written(folder, `${name}.done`, `${name}.fault`);
    return;
  }
  try {
    await work();
    writeFileSync(join(folder, `${name}.done`), 'done');
  } catch (error) {
    writeFileSync(
      join(folder, `${name}.fault`),
      error instanceof Error ? (error.stack ?? error.message) : 'fault',
    );
    throw error;
  }
}

async function written(folder: string, name: string, fault: string): Promise<string> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    if (existsSync(join(folder, name))) return readFileSync(join(folder, name), 'utf8');
    if (existsSync(join(folder, fault))) throw new Error(readFileSync(join(folder, fault), 'utf8'));
    if (Date.now() > until) throw new Error(`PostgreSQL of the tests: no ${name} in time`);
    await sleep(LOOK_MS);
  }
}

function runFolder(): string {
  const folder = process.env[VARIABLE];
  if (folder === undefined)
    throw new Error('the configuration of vitest lacks test/postgres/shared-server.ts');
  return folder;
}

function makesFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}

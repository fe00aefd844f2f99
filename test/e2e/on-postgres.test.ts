import { join } from 'node:path';
import { execa } from 'execa';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharingKeptCode } from '../kept-code.ts';
import { GUARDED } from '../postgres/server.ts';
import { emptyDatabase, hasPostgres, type TestDatabase } from '../postgres/shared-server.ts';
import { inFreshFolder, LAUNCHER, pinnedEnvironment, runProgram } from './run-program.ts';

const PASSWORD = 'four words nobody guesses';

async function statement(url: string, ...texts: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

/** Serves a database until `use` is done; answers what the service said. */
async function serving(
  url: string,
  home: string,
  use: (base: string) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<string> {
  const child = execa(process.execPath, [LAUNCHER, 'serve', '--port', '0', '--database-url', url], {
    env: pinnedEnvironment({
      HOME: home,
      LOANDESK_HOME: sharingKeptCode(join(home, 'kept')),
      ...environment,
    }),
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
  });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  try {
    await expect.poll(() => said, { timeout: 30_000 }).toMatch(/ at http\S+\n/);
    await use(/ at (http\S+)\n/.exec(said)?.[1] ?? '');
  } finally {
    child.kill('SIGTERM');
    expect((await child).exitCode).toBe(0);
  }
  return said;
}

async function posted(base: string, path: string, body: object, token?: string): Promise<Response> {
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...bearer },
    body: JSON.stringify(body),
  });
}

describe.skipIf(!hasPostgres('the program on PostgreSQL'))('the program on PostgreSQL', () => {
  let database: TestDatabase;
  let guarded: string;
  beforeAll(async () => {
    database = await emptyDatabase();
    await statement(
      database.url,
      `DROP ROLE IF EXISTS ${GUARDED.user}`,
      `CREATE ROLE ${GUARDED.user} LOGIN SUPERUSER PASSWORD '${GUARDED.password}'`,
    );
    guarded = database.url.replace('loandesk@', `${GUARDED.user}@`);
  });
  afterAll(() => database?.drop());

  it('makes a ledger in a database, says where it is, and leaves copying to the tools of PostgreSQL', () =>
    inFreshFolder(async (home) => {
      const environment = {
        HOME: home,
        LOANDESK_HOME: sharingKeptCode(join(home, 'kept')),
        LOANDESK_LEDGER: database.url,
      };
      const run = (...words: string[]) => runProgram(words, { environment, input: PASSWORD });
      expect((await run('ledger', 'info')).exitCode).toBe(5);
      const before = await run('ledger', 'info', '--json', '--if-exists');
      expect(JSON.parse(before.out)).toMatchObject({
        exists: false,
        kind: 'postgres',
        location: database.url,
      });
      expect(await run('loan', 'add-note', 'LN-1', '--text', 'x')).toMatchObject({
        exitCode: expect.any(Number),
      });
      const made = await run('ledger', 'init', '--json');
      expect(JSON.parse(made.out)).toEqual({ path: database.url, created: true });
      expect(made.error).toContain(`written to ledger ${database.url}`);
      expect((await run('ledger', 'init')).error).toContain(`There is a ledger at ${database.url} already.`);
      const after = await run('ledger', 'info', '--json');
      expect(JSON.parse(after.out)).toMatchObject({ exists: true, kind: 'postgres', location: database.url });
      expect((await run('ledger', 'migrate')).exitCode).toBe(0);
      expect((await run('ledger', 'verify')).exitCode).toBe(0);
      for (const words of [
        ['backup', 'copy.db'],
        ['restore', 'copy.db', '--yes'],
      ]) {
        const refused = await run('ledger', ...words);
        expect(refused.exitCode).toBe(2);
        expect(refused.error).toContain('pg_dump');
      }
      const admin = ['--email', 'mona@bank.example', '--name', 'Mona', '--admin', '--password-stdin'];
      expect((await run('officers', 'add', ...admin)).error).toContain('written to');
    }));

  it('takes the password from where PostgreSQL does, and never shows it', () =>
    inFreshFolder(async (home) => {
      const kept = { HOME: home, LOANDESK_HOME: sharingKeptCode(join(home, 'kept')) };
      const withPassword = guarded.replace('@', `:${GUARDED.password}@`);
      const lines: [string[], Record<string, string>, number][] = [
        [['loan', 'ls', '--ledger', guarded, '--debug'], { PGPASSWORD: GUARDED.password }, 0],
        [['loan', 'ls', '--debug'], { LOANDESK_LEDGER: withPassword }, 0],
        [['ledger', 'info', '--json'], { LOANDESK_LEDGER: withPassword }, 0],
        [['loan', 'ls', '--ledger', withPassword, '--debug'], {}, 2],
        [['serve', '--database-url', withPassword], {}, 2],
        [['loan', 'ls', '--debug'], { LOANDESK_LEDGER: withPassword.replace('canary', 'wrong-canary') }, 7],
        [['profile', 'add', 'vault', '--ledger', withPassword], {}, 2],
        [['profile', 'add', 'vault', '--ledger', guarded], {}, 0],
        [['profile', 'ls', '--json'], {}, 0],
        [['loan', 'ls', '--profile', 'vault', '--debug'], { PGPASSWORD: GUARDED.password }, 0],
      ];
      for (const [words, more, exitCode] of lines) {
        const ran = await runProgram(words, { environment: { ...kept, ...more } });
        expect(`${ran.out}${ran.error}`, words.join(' ')).not.toContain('canary');
        expect(ran.exitCode, `${words.join(' ')}: ${ran.error}`).toBe(exitCode);
      }
    }));

  it('serves one database from two services, which share who is signed in', () =>
    inFreshFolder(async (home) => {
      const said = await serving(database.url, home, (one) =>
        serving(database.url, home, async (other) => {
          const answer = await posted(one, '/api/v1/auth/token', {
            email: 'mona@bank.example',
            password: PASSWORD,
          });
          const { access_token: token, refresh_token: refresh } = (await answer.json()) as Record<
            string,
            string
          >;
          const asked = (base: string) =>
            fetch(`${base}/api/v1/loans`, { headers: { authorization: `Bearer ${token}` } });
          expect([(await asked(one)).status, (await asked(other)).status]).toEqual([200, 200]);
          const measured = await fetch(`${one}/metrics`, { headers: { authorization: `Bearer ${token}` } });
          expect(await measured.text()).toContain('loandesk_database_connections{state="idle"}');
          await posted(other, '/api/v1/auth/revoke', { refresh_token: refresh });
          expect([(await asked(one)).status, (await asked(other)).status]).toEqual([401, 401]);
        }).then(() => undefined),
      );
      expect(said).toContain(`serving ledger ${database.url} at `);
    }));

  it('is not ready while the database may only be read', () =>
    inFreshFolder(async (home) => {
      const ofDatabase = (more: string) => statement(database.url, `ALTER DATABASE ${database.name} ${more}`);
      await serving(database.url, home, async (base) => {
        const ready = async () => (await fetch(`${base}/readyz`)).status;
        expect(await ready()).toBe(200);
        await ofDatabase('SET default_transaction_read_only = on');
        await statement(
          database.url,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        await expect.poll(ready, { timeout: 10_000 }).toBe(503);
        await statement(
          database.url,
          'SET default_transaction_read_only = off',
          `ALTER DATABASE ${database.name} RESET default_transaction_read_only`,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        await expect.poll(ready, { timeout: 10_000 }).toBe(200);
      });
    }));
});

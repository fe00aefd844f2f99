import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharingKeptCode } from '../kept-code.ts';
import { handOver } from '../postgres/binaries.ts';
import { GUARDED, PostgresServer } from '../postgres/server.ts';
import { hasPostgres } from '../postgres/shared-server.ts';
import { skipAloud } from '../skip-aloud.ts';
import { inFreshFolder, runProgram } from './run-program.ts';

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    skipAloud('secure connections to PostgreSQL: no openssl here');
    return false;
  }
}

const canRun = hasPostgres('secure connections to PostgreSQL') && hasOpenssl();

describe.skipIf(!canRun)('a server of PostgreSQL with a certificate', () => {
  let server: PostgresServer;

  const made = (...words: string[]) =>
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...words], {
      cwd: server.folder,
      stdio: 'ignore',
    });
  const authority = (name: string) =>
    made('-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.crt`);

  beforeAll(async () => {
    server = await PostgresServer.start();
    authority('ours');
    authority('other');
    // A name no connection of the test goes by, and an address all do.
    const names = 'subjectAltName=DNS:db.bank.example,IP:127.0.0.1';
    const issued = ['-CA', 'ours.crt', '-CAkey', 'ours.key', '-addext', 'basicConstraints=critical,CA:FALSE'];
    const files = ['-keyout', 'server.key', '-out', 'server.crt'];
    made('-subj', '/CN=db', ...issued, '-addext', names, ...files);
    for (const name of ['server.key', 'server.crt']) {
      chmodSync(join(server.folder, name), 0o600);
      handOver(join(server.folder, name), server.programs);
    }
    server.data.settings({
      ssl: 'on',
      ssl_cert_file: join(server.folder, 'server.crt'),
      ssl_key_file: join(server.folder, 'server.key'),
    });
    const hosts = [
      `hostssl all ${GUARDED.user} all scram-sha-256`,
      'host all loandesk 127.0.0.1/32 trust',
      '',
    ];
    writeFileSync(join(server.data.path, 'pg_hba.conf'), hosts.join('\n'));
    await server.sql(
      `CREATE ROLE ${GUARDED.user} LOGIN PASSWORD '${GUARDED.password}'`,
      `CREATE DATABASE loans OWNER ${GUARDED.user}`,
      'SELECT pg_reload_conf()',
    );
  }, 90_000);
  afterAll(() => server?.stop());

  /** Makes a ledger or finds one; what is said must never have the password in it. */
  async function run(
    home: string,
    parameters: string,
    more: Record<string, string> = {},
    host = '127.0.0.1',
  ) {
    const address = `postgres://${GUARDED.user}@${host}:${server.port}/loans${parameters}`;
    const environment = { HOME: home, LOANDESK_HOME: sharingKeptCode(join(home, 'kept')), ...more };
    const ran = await runProgram(['ledger', 'info', '--if-exists', '--debug', '--ledger', address], {
      environment,
    });
    expect(`${ran.out}${ran.error}`, parameters).not.toContain('canary');
    return ran;
  }

  const root = (name: string) => `sslrootcert=${join(server.folder, `${name}.crt`)}`;
  const WITH_PASSWORD = { PGPASSWORD: GUARDED.password };

  it('is trusted as sslmode says, from the address or the variables', () =>
    inFreshFolder(async (home) => {
      const PGSSLROOTCERT = join(server.folder, 'ours.crt');
      const variables = (mode: string) => ({ ...WITH_PASSWORD, PGSSLMODE: mode, PGSSLROOTCERT });
      const lines: [string, Record<string, string>, string, number, string][] = [
        [`?sslmode=verify-full&${root('ours')}`, WITH_PASSWORD, '127.0.0.1', 0, ''],
        ['', variables('verify-full'), '127.0.0.1', 0, ''],
        ['?sslmode=verify-ca', variables('verify-full'), 'localhost', 0, ''],
        ['?sslmode=require', WITH_PASSWORD, 'localhost', 0, ''],
        [
          `?sslmode=verify-full&${root('ours')}`,
          WITH_PASSWORD,
          'localhost',
          7,
          "localhost. is not in the cert's",
        ],
        [`?sslmode=verify-full&${root('other')}`, WITH_PASSWORD, '127.0.0.1', 7, 'no secure connection'],
        [`?sslmode=require&${root('other')}`, WITH_PASSWORD, '127.0.0.1', 7, 'no secure connection'],
        ['?sslmode=verify-full', WITH_PASSWORD, '127.0.0.1', 7, 'no secure connection'],
        ['?sslmode=verify-ca', WITH_PASSWORD, '127.0.0.1', 2, 'needs an authority of your own'],
        ['?sslmode=disable', WITH_PASSWORD, '127.0.0.1', 7, 'no encryption'],
        [`?sslmode=verify-ca&${root('none')}`, WITH_PASSWORD, '127.0.0.1', 2, 'none.crt cannot be read'],
      ];
      for (const [parameters, environment, host, exitCode, says] of lines) {
        const ran = await run(home, parameters, environment, host);
        expect(ran.error, parameters).toContain(says);
        expect(ran.exitCode, `${parameters}: ${ran.error}`).toBe(exitCode);
      }
    }));

  it('is told the password of a file, which only its owner may read', () =>
    inFreshFolder(async (home) => {
      const file = join(home, '.pgpass');
      const line = `127.0.0.1:*:loans:${GUARDED.user}:${GUARDED.password}\n`;
      const byItself = () => run(home, '?sslmode=require');
      const beganMs = performance.now();
      expect(await byItself()).toMatchObject({
        exitCode: 7,
        error: expect.stringContaining('there is none for it'),
      });
      // The server would wait for a minute before it ends such a connection.
      expect(performance.now() - beganMs).toBeLessThan(30_000);
      writeFileSync(file, line, { mode: 0o644 });
      expect(await byItself()).toMatchObject({
        exitCode: 7,
        error: expect.stringContaining('Others may read'),
      });
      chmodSync(file, 0o600);
      const found = await byItself();
      expect(found).toMatchObject({ exitCode: 0 });
      expect(found.error).not.toMatch(/warning/i);
      const elsewhere = join(home, 'passwords');
      writeFileSync(elsewhere, '*:*:*:*:wrong canary\n', { mode: 0o600 });
      expect(await run(home, '?sslmode=require', { PGPASSFILE: elsewhere })).toMatchObject({
        exitCode: 7,
        error: expect.stringContaining('password authentication failed'),
      });
      writeFileSync(join(home, '.pg_service.conf'), `[bank]\nsslmode=verify-full\n${root('ours')}\n`);
      expect(await run(home, '?service=bank')).toMatchObject({ exitCode: 0 });
    }));
});

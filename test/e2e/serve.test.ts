import { readFileSync, writeFileSync } from 'node:fs';
import { request as secureRequest } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { skipAloud } from '../skip-aloud.ts';
import { ROOT } from '../source-files.ts';
import { Workbench } from '../workbench.ts';

const PASSWORD = 'four words nobody guesses';

/** The built program serving a ledger, as a process of its own. */
class Served {
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

describe('serve', () => {
  let bench: Workbench;
  let served: Served | null = null;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(async () => {
    await served?.stop();
    served = null;
    bench.remove();
  });

  it('does not make a ledger', async () => {
    const ran = await bench.run(['serve', '--port', '0']);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toContain('There is no ledger at');
  });

  it.each([
    [['--port', '70000'], '--port must be'],
    [['--rate-limit', '0'], '--rate-limit must be'],
    [['--sign-in-limit', 'never'], '--sign-in-limit must be'],
    [['--tls-cert', 'cert.pem'], 'go together'],
    [['--tls-cert', 'none.pem', '--tls-key', 'none.pem'], 'none.pem'],
    [['--dry-run'], 'cannot be tried dry'],
    [['--host', '192.0.2.1', '--port', '0'], 'cannot listen on 192.0.2.1'],
  ])('with %s says why it does not start', async (args, says) => {
    await bench.must(['ledger', 'init']);
    const ran = await bench.run(['serve', ...args]);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toContain(says);
  });

  it('says that a port is taken', async () => {
    await bench.must(['ledger', 'init']);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      const bound = other.address();
      const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
      const ran = await bench.run(['serve', '--port', String(port)]);
      expect(ran.exitCode).toBe(2);
      expect(ran.stderr).toContain('something else listens there');
    } finally {
      other.close();
    }
  });

  it.each([
    ['SIGTERM', 0],
    ['SIGINT', 130],
  ] as const)('says how to add who may sign in, and ends in order at %s', async (signal, exitCode) => {
    await bench.must(['ledger', 'init']);
    const service = new Served(bench);
    const url = await service.url();
    expect(service.stderr).toContain('loandesk officers add');
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
    expect((await fetch(`${url}/api/v1/loans`)).status).toBe(401);
    expect(await service.stop(signal)).toBe(exitCode);
    expect(await bench.verify()).toMatchObject({ ok: true });
  });

  it('stays up and small under bodies that are too large, too deep and nobody’s', async () => {
    const passwordFile = join(bench.folder, 'password');
    writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
    await bench.must(
      [
        'officers',
        'add',
        '--email',
        'm@bank.example',
        '--name',
        'M',
        '--admin',
        '--password-file',
        passwordFile,
        '--yes',
      ],
      { businessDate: null },
    );
    served = new Served(bench, ['--rate-limit', 'off']);
    const url = await served.url();
    const json = { 'content-type': 'application/json' };
    const signedIn = await fetch(`${url}/api/v1/auth/token`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: 'm@bank.example', password: PASSWORD }),
    });
    const { access_token } = (await signedIn.json()) as { access_token: string };
    const bodies = [
      '['.repeat(1_000_000),
      `{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`,
      `{"a":"${'x'.repeat(1_000_000)}"}`,
    ];
    const send = async (body: string, headers: Record<string, string>) => {
      const answer = await fetch(`${url}/api/v1/loan-applications`, {
        method: 'POST',
        headers: { ...json, ...headers },
        body,
      });
      await answer.text();
      return answer.status;
    };
    const round = async (times: number) => {
      for (let count = 0; count < times; count++) {
        const known = { authorization: `Bearer ${access_token}` };
        const statuses = await Promise.all(
          bodies.flatMap((body) => Array.from({ length: 4 }, () => send(body, known))),
        );
        expect(statuses).toEqual([400, 400, 400, 400, 413, 413, 413, 413, 422, 422, 422, 422]);
      }
    };
    // Signing in takes memory of its own.
    served.forgetPeak();
    // Until what is free between two collections has reached its size: then what grows is what is kept.
    await round(20);
    const before = served.peakMemory();
    await round(6);
    const after = served.peakMemory();
    console.info(`peak memory ${before.toFixed(0)} MiB, then ${after.toFixed(0)} MiB`);
    // 100 MB have gone through between the two.
    expect(after - before).toBeLessThan(64);
    expect(after).toBeLessThan(300);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('speaks TLS with the certificate given', async () => {
    const [cert, key] = [join(bench.folder, 'cert.pem'), join(bench.folder, 'key.pem')];
    const made = await execa(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '1',
        '-subj',
        '/CN=localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { reject: false },
    );
    if (made.exitCode !== 0) return skipAloud('TLS of the service needs openssl to make a certificate.');
    await bench.must(['ledger', 'init']);
    served = new Served(bench, ['--tls-cert', cert, '--tls-key', key]);
    const url = await served.url();
    expect(url).toMatch(/^https:/);
    const status = await new Promise((resolve, reject) => {
      secureRequest(
        `${url}/healthz`,
        { ca: readFileSync(cert), servername: 'localhost', checkServerIdentity: () => undefined },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });
});

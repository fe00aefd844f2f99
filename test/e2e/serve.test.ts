import { readFileSync } from 'node:fs';
import { request as secureRequest } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { skipAloud } from '../skip-aloud.ts';
import { Workbench } from '../workbench.ts';
import { Served } from './served.ts';

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
    await bench.prepare(['ledger', 'init']);
    const ran = await bench.run(['serve', ...args]);
    expect(ran).toMatchObject({ exitCode: 2, stdout: '' });
    expect(ran.stderr).toContain(says);
  });

  it('says that a port is taken', async () => {
    await bench.prepare(['ledger', 'init']);
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
    await bench.prepare(['ledger', 'init']);
    const service = new Served(bench);
    const url = await service.url();
    expect(service.stderr).toContain('loandesk officers add');
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' });
    expect((await fetch(`${url}/api/v1/loans`)).status).toBe(401);
    expect(await service.stop(signal)).toBe(exitCode);
    expect(await bench.verify()).toMatchObject({ ok: true });
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
    await bench.prepare(['ledger', 'init']);
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

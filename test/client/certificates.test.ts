import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipAloud } from '../skip-aloud.ts';
import { ClientDesk } from './client-desk.ts';

const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
if (!hasOpenssl) skipAloud('certificates: openssl is not installed');

describe.skipIf(!hasOpenssl)('certificates', () => {
  let folder: string;
  let desk: ClientDesk;
  const servers: Server[] = [];
  let tokensSeen: unknown[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'loandesk-tls-'));
    desk = await ClientDesk.open();
    desk.environment.LOANDESK_TOKEN = 'canary-of-the-token';
    openssl(
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ca.key -out ca.pem -days 30 -subj /CN=TestAuthority',
    );
  });

  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    await desk.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function openssl(line: string): void {
    execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'ignore' });
  }

  /** A server whose certificate the authority of these tests issued. */
  async function serve(name: string, host: string, dates = ''): Promise<string> {
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=${host}\n`);
    openssl(
      `req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${name}.key -out ${name}.csr -subj /CN=${name}`,
    );
    openssl(
      `x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -set_serial ${servers.length + 2} -out ${name}.pem -extfile ${name}.ext ${dates || '-days 10'}`,
    );
    return listen(name);
  }

  async function listen(name: string): Promise<string> {
    const [cert, key] = ['pem', 'key'].map((kind) => readFileSync(join(folder, `${name}.${kind}`)));
    const server = createServer({ cert, key }, (request, response) => {
      tokensSeen.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"loan_id":"LN-1","original_amount":5}');
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function show(url: string, more: readonly string[] = ['--ca-file', join(folder, 'ca.pem')]) {
    tokensSeen = [];
    const ran = await desk.run(['loan', 'show', 'LN-1', '--json', '--server', url, ...more]);
    return { ...ran, sent: tokensSeen.length > 0 };
  }

  it('of an authority that is named are good', async () => {
    const url = await serve('good', 'IP:127.0.0.1');
    expect(await show(url)).toMatchObject({ exitCode: 0, sent: true });
    const unknown = await show(url, []);
    expect(unknown).toMatchObject({ exitCode: 7, sent: false });
    expect(unknown.said).toContain('certificate_refused');
    expect(unknown.said).not.toContain('canary');
  });

  it('of another host are refused', async () => {
    const wrong = await show(await serve('other', 'DNS:lending.bank.example'));
    expect(wrong).toMatchObject({ exitCode: 7, sent: false });
    expect(wrong.said).toContain('it is for another host');
  });

  it('that have expired are refused', async () => {
    const expired = await show(await serve('old', 'IP:127.0.0.1', '-days -1'));
    expect(expired).toMatchObject({ exitCode: 7, sent: false });
    expect(expired.said).toContain('it has expired');
    expect(expired.said).not.toContain('--ca-file');
  });

  it('that vouch for themselves are refused', async () => {
    openssl(
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout self.key -out self.pem -days 30 -subj /CN=self -addext subjectAltName=IP:127.0.0.1',
    );
    const url = await listen('self');
    for (const more of [[], undefined]) {
      const refused = await show(url, more);
      expect(refused).toMatchObject({ exitCode: 7, sent: false });
      expect(refused.said).toContain('it vouches only for itself');
    }
  });

  it('that cannot be read are said to be so', async () => {
    const missing = await show('https://127.0.0.1:1', ['--ca-file', join(folder, 'nothing.pem')]);
    expect(missing.exitCode).toBe(2);
    expect(missing.said).toContain('nothing.pem');
    writeFileSync(join(folder, 'no.pem'), 'not a certificate');
    const noneThere = await show(await serve('good2', 'IP:127.0.0.1'), ['--ca-file', join(folder, 'no.pem')]);
    expect(noneThere).toMatchObject({ exitCode: 2, sent: false });
    expect(noneThere.said).toContain('holds no certificate');
  });
});

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type HttpExchange, openExchange } from '../../src/client/http-exchange.ts';
import { ClientDesk } from './client-desk.ts';
import { OurMake } from './our-make.ts';

const LIMITS = { connectMs: 500, answerMs: 400, answerBytes: 10_000 };
const GET = { method: 'GET', path: '/', headers: {}, body: null };

let servers: Server[] = [];
let exchange: HttpExchange | null = null;

afterEach(async () => {
  await exchange?.close();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
  servers = [];
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask(listener: RequestListener) {
  exchange = openExchange(await serve(listener), null, LIMITS);
  return exchange.exchange(GET);
}

describe('an exchange', () => {
  it('is bounded in what it reads, told or not', async () => {
    const told = await ask((_, response) => response.end('x'.repeat(20_000)));
    expect(told).toMatchObject({ ok: false, sent: true, problem: { code: 'answer_unusable' } });
    let written = 0;
    const endless = await ask((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(5_000))) written += 5_000;
      };
      response.on('drain', more);
      more();
    });
    expect(endless).toMatchObject({ ok: false, problem: { code: 'answer_unusable' } });
    expect(written).toBeLessThan(20_000_000);
  });

  it('is bounded in time: before the answer, and in the midst of it', async () => {
    const startedMs = performance.now();
    const silent = await ask(() => {});
    expect(silent).toMatchObject({ ok: false, sent: true, problem: { code: 'server_unreachable' } });
    const drop = await ask((_, response) => {
      response.writeHead(200);
      const dripping = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(dripping));
    });
    expect(drop).toMatchObject({ ok: false, sent: true, problem: { code: 'server_unreachable' } });
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it('knows that what found nobody was not sent', async () => {
    exchange = openExchange('http://127.0.0.1:1', null, LIMITS);
    expect(await exchange.exchange(GET)).toMatchObject({ ok: false, sent: false });
    exchange = openExchange('https://nowhere.invalid', null, LIMITS);
    expect(await exchange.exchange(GET)).toMatchObject({ ok: false, sent: false });
    const plain = await serve((_, response) => response.end('{}'));
    exchange = openExchange(plain.replace('http:', 'https:'), null, LIMITS);
    expect(await exchange.exchange(GET)).toMatchObject({ ok: false, sent: false });
  });
});

describe('a command against a server that misbehaves', () => {
  let desk: ClientDesk;
  let server: OurMake;

  beforeEach(async () => {
    desk = await ClientDesk.open();
    server = new OurMake();
    await server.start();
    desk.environment.LOANDESK_SERVER = server.url;
    desk.environment.LOANDESK_TOKEN = server.validToken;
  });

  afterEach(async () => {
    await server.stop();
    await desk.close();
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect (%i), and sends nothing there', async (status) => {
    const seen: unknown[] = [];
    const elsewhere = await serve((request, response) => {
      seen.push(request.headers);
      response.end('{}');
    });
    server.answers.push({ status, headers: { location: `${elsewhere}/api/v1/loans/LN-1?token=x` } });
    const { exitCode, said, out } = await desk.run('loan show LN-1');
    expect({ exitCode, out }).toEqual({ exitCode: 7, out: '' });
    expect(said).toContain(`sends to ${elsewhere}; redirects are not followed`);
    server.answers.push({ status, headers: { location: elsewhere } });
    expect(await desk.run('pay LN-1 --amount 5 --method auto_debit --yes')).toMatchObject({ exitCode: 7 });
    expect(seen).toEqual([]);
  });

  it('asks a read again, as long as the server says, and not for ever', async () => {
    server.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '1' } });
    const startedMs = performance.now();
    expect(await desk.run('loan show LN-1 --json')).toMatchObject({ exitCode: 0 });
    expect(performance.now() - startedMs).toBeGreaterThan(990);
    expect(server.asked).toHaveLength(3);

    server.asked.splice(0);
    server.answers.push(...Array.from({ length: 9 }, () => ({ status: 503 })));
    expect(await desk.run('loan show LN-1')).toMatchObject({ exitCode: 7, out: '' });
    expect(server.asked).toHaveLength(4);

    server.asked.splice(0);
    server.answers.splice(0, 9, { status: 429, headers: { 'retry-after': '3600' } });
    expect(await desk.run('loan show LN-1')).toMatchObject({ exitCode: 7 });
    expect(server.asked).toHaveLength(1);
  });

  it('never sends a write again by itself', async () => {
    server.answers.push({ status: 503 });
    const written = await desk.run('pay LN-1 --amount 5 --method auto_debit --yes');
    expect(written).toMatchObject({ exitCode: 7, out: '' });
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['<html>', 'it is of another kind'],
    ['[]', 'it is of another kind'],
    ['{"a": 1}', 'none of the fields'],
    ['{"loan_id": "LN-1", "original_amount": "much"}', '"original_amount" is not of the right type'],
    [`${'['.repeat(100_000)}`, 'it is of another kind'],
  ])('calls an answer unusable that is none: %.40s', async (body, why) => {
    server.answers.push({ status: 200, body });
    const { exitCode, said, out } = await desk.run('loan show LN-1');
    expect({ exitCode, out }).toEqual({ exitCode: 7, out: '' });
    expect(said).toContain(why);
  });

  it.each([
    [
      400,
      '{"code":"id_mistyped","detail":"LN-1 is mistyped","hint":"Did you mean LN-2?"}',
      2,
      'Did you mean LN-2?',
    ],
    [404, '{"code":"loan_not_found","detail":"there is no loan LN-1"}', 5, 'List them: loandesk loan ls'],
    [404, 'gone', 5, 'answered 404'],
    [403, '{"error":"not yours"}', 4, 'not yours'],
    [409, '{"message":"busy elsewhere"}', 6, 'busy elsewhere'],
    [418, '{}', 3, 'answered 418'],
    [500, '{"message":"at Object.<anonymous> (/srv/app.js)"}', 7, '/srv/app.js'],
  ])('makes a problem of %i %s', async (status, body, code, words) => {
    server.answers.push({ status, body });
    const { exitCode, said, out } = await desk.run('loan show LN-1');
    expect({ exitCode, out }).toEqual({ exitCode: code, out: '' });
    expect(said).toContain(words);
  });

  it('shows no control characters a server sends', async () => {
    server.answers.push({ status: 404, body: '{"detail":"\\u001b[2Jgone\\u202e"}' });
    const { said } = await desk.run('loan show LN-1');
    expect(said).not.toMatch(/[\x1b\u202e]/);
  });

  it('says what it asked with --debug, and no secret', async () => {
    const { said } = await desk.run('loan show LN-1 --debug');
    expect(said).toContain('debug: GET /api/v1/loans/LN-1: 200');
    expect(said).not.toContain(server.validToken);
  });

  it('speaks plainly of http to another machine, and of a date a server keeps itself', async () => {
    delete desk.environment.LOANDESK_SERVER;
    const open = await desk.run('loan ls --server http://lending.bank.example');
    expect(open.exitCode).toBe(2);
    expect(open.said).toContain('in the open');
    expect(await desk.run(`loan ls --server ${server.url} --business-date 2026-01-01`)).toMatchObject({
      exitCode: 2,
    });
    expect(await desk.run(`ledger verify --server ${server.url}`)).toMatchObject({ exitCode: 2 });
    expect(await desk.run(`serve --server ${server.url}`)).toMatchObject({ exitCode: 2 });
    expect(server.asked).toEqual([]);
  });
});

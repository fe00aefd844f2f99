import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Backend } from '../../src/contract/backend.ts';
import { type RunningService, startService } from '../../src/server/running-service.ts';
import type { ServiceParts } from '../../src/server/service-parts.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { openDesk } from '../service/desk.ts';
import { TestService } from './test-service.ts';

/** Runs a test on a service that listens on a port of the loopback, and stops it, whatever happens. */
function listening(
  test: (service: RunningService, port: number) => Promise<void>,
  more: Partial<ServiceParts> = {},
): () => Promise<void> {
  return async () => {
    const behind = new TestService(await openDesk());
    const service = await startService(behind.parts(more), { host: '127.0.0.1', port: 0 });
    try {
      await test(service, Number(new URL(service.url).port));
    } finally {
      await service.stop();
      await behind.close();
    }
  };
}

/** Sends bytes as they are; answers all that comes back until the other end hangs up. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk;
    });
    socket.on('close', () => resolve(got));
    socket.on('error', reject);
  });
}

function ask(
  port: number,
  how: {
    method?: string;
    path: string;
    body?: string;
    token?: string | null;
    headers?: Record<string, string>;
  },
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const token = how.token === undefined ? 'token-of-admin' : how.token;
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        method: how.method ?? (how.body === undefined ? 'GET' : 'POST'),
        path: how.path,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(how.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...how.headers,
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
      },
    );
    sent.on('error', reject);
    sent.end(how.body);
  });
}

describe('a service that listens', () => {
  it(
    'answers 503 while the store does not say who asks',
    listening(
      async (_service, port) => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1/loans`, {
          headers: { authorization: 'Bearer a-token' },
        });
        expect(answer.status).toBe(503);
        expect(await answer.json()).toMatchObject({ code: 'ledger_busy', title: 'The ledger is in use' });
      },
      {
        authenticate: async () => {
          throw new StoreError('ledger_busy', 'The server is away.', { hint: 'try again in a moment' });
        },
      },
    ),
  );

  it(
    'tells a sender of 2 MiB why it was refused',
    listening(async (_service, port) => {
      const body = `{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`;
      const got = await ask(port, { path: '/api/v1/loan-applications', body });
      expect(got.status).toBe(413);
      expect(JSON.parse(got.text)).toMatchObject({ code: 'body_too_large' });
      expect((await ask(port, { path: '/healthz' })).status).toBe(200);
    }),
  );

  it(
    'answers bytes that are no HTTP with a problem and hangs up',
    listening(async (_service, port) => {
      const got = await sendRaw(port, 'BREAKFAST please\r\n\r\n');
      expect(got).toMatch(/^HTTP\/1\.1 400 /);
      expect(got).toContain('application/problem+json');
      expect(got).toContain('"code":"request_malformed"');
    }),
  );

  it(
    'answers endless headers with a problem and hangs up',
    listening(async (_service, port) => {
      const got = await sendRaw(port, `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'y'.repeat(40_000)}\r\n\r\n`);
      expect(got).toMatch(/^HTTP\/1\.1 431 /);
      expect(got).toContain('"code":"headers_too_large"');
    }),
  );

  it(
    'takes no body twice over: two lengths, or a length and chunks, are refused',
    listening(async (_service, port) => {
      const lead = 'POST /api/v1/auth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
      for (const lengths of [
        'content-length: 2\r\ncontent-length: 3\r\n',
        'content-length: 2\r\ntransfer-encoding: chunked\r\n',
      ]) {
        expect(await sendRaw(port, `${lead}${lengths}\r\n{}`)).toMatch(/^HTTP\/1\.1 400 /);
      }
    }),
  );

  it('finishes what is in flight when it is stopped, and takes nothing new', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = () => {};
    const arrived = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const slow = {
      describedAs: 'slow',
      close: async () => {},
      call: async () => {
        asked();
        await held;
        return { ok: true, value: { done: true } };
      },
    } as unknown as Backend;
    await listening(
      async (service, port) => {
        const waiting = ask(port, { path: '/api/v1/policy' });
        await arrived;
        const stopped = service.stop();
        await expect
          .poll(() => ask(port, { path: '/healthz' }).catch((error) => error.code))
          .toBe('ECONNREFUSED');
        release();
        const got = await waiting;
        expect(got).toMatchObject({ status: 200, text: '{"done":true}' });
        expect(got.headers.connection).toBe('close');
        await stopped;
      },
      { backendFor: () => slow },
    )();
  });

  it(
    'counts sign-ins by address',
    listening(
      async (_service, port) => {
        const body = '{"email":"nobody@bank.example","password":"wrong password"}';
        const signIn = () => ask(port, { path: '/api/v1/auth/token', body, token: null });
        for (let count = 0; count < 2; count++) expect((await signIn()).status).toBe(401);
        const refused = await signIn();
        expect(refused.status).toBe(429);
        expect(JSON.parse(refused.text)).toMatchObject({ code: 'too_many_requests' });
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      },
      { signInsPerMinute: 2 },
    ),
  );
});

import { describe, expect, it } from 'vitest';
import type { Backend } from '../../src/contract/backend.ts';
import { onService } from './test-service.ts';

describe('requests of one token', () => {
  it(
    'are counted by the minute; those of another are not touched',
    onService(
      async (service) => {
        const ask = (token: string) => service.get('/api/v1/policy', { token });
        for (let count = 0; count < 3; count++) expect((await ask('token-of-reader')).status).toBe(200);
        const refused = await ask('token-of-reader');
        expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
        expect(refused.headers['retry-after']).toBe('60');
        expect((await ask('token-of-officer')).status).toBe(200);
        service.ticksMs += 59_500;
        expect((await ask('token-of-reader')).headers['retry-after']).toBe('1');
        service.ticksMs += 500;
        expect((await ask('token-of-reader')).status).toBe(200);
      },
      { requestsPerMinute: 3 },
    ),
  );

  it(
    'without a good one are refused for that, however many',
    onService(
      async (service) => {
        for (let count = 0; count < 5; count++) {
          expect((await service.get('/api/v1/policy', { token: 'garbage' })).status).toBe(401);
        }
      },
      { requestsPerMinute: 1 },
    ),
  );
});

describe('overload', () => {
  it('is said at once, and passes', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = {
      describedAs: 'slow',
      close: async () => {},
      call: async () => {
        await held;
        return { ok: true, value: {} };
      },
    } as unknown as Backend;
    await onService(
      async (service) => {
        const waiting = Array.from({ length: 600 }, () => service.get('/api/v1/policy'));
        const first = await Promise.race(waiting);
        expect(first).toMatchObject({ status: 503, body: { code: 'overloaded' } });
        expect(first.headers['retry-after']).toBe('1');
        release();
        const all = await Promise.all(waiting);
        expect(all.filter(({ status }) => status === 200)).toHaveLength(512);
        expect((await service.get('/api/v1/policy')).status).toBe(200);
      },
      { backendFor: () => slow },
    )();
  });
});

describe('a fault of ours', () => {
  it('is told to nobody but the log, without what was typed', async () => {
    const broken = {
      describedAs: 'broken',
      close: async () => {},
      call: async () => {
        throw new TypeError('SELECT secret FROM /srv/ledger.db');
      },
    } as unknown as Backend;
    await onService(
      async (service) => {
        const got = await service.get('/api/v1/policy');
        expect(got).toMatchObject({ status: 500, body: { code: 'internal' } });
        expect(got.text).not.toMatch(/SELECT|srv/);
        await service.app.close();
        const log = service.log.join('');
        expect(log).toContain('"fault":"TypeError at ');
        expect(log).not.toMatch(/SELECT|srv/);
      },
      { backendFor: () => broken },
    )();
  });

  it('and what the ledger says of its place stay inside', async () => {
    const locked = {
      describedAs: 'locked',
      close: async () => {},
      call: async () => ({
        ok: false,
        problem: {
          code: 'ledger_busy',
          detail: 'The ledger /srv/bank/ledger.db is locked.',
          hint: 'see /srv',
        },
      }),
    } as unknown as Backend;
    await onService(
      async (service) => {
        const got = await service.get('/api/v1/policy');
        expect(got).toMatchObject({
          status: 503,
          body: { code: 'ledger_busy', detail: 'The ledger is in use.' },
        });
        expect(got.headers['retry-after']).toBe('1');
        expect(got.text).not.toContain('/srv');
      },
      { backendFor: () => locked },
    )();
  });
});

describe('the log', () => {
  it(
    'has one line a request and nothing that was typed',
    onService(async (service) => {
      await service.get('/api/v1/users?search=Salma', { token: 'token-of-reader' });
      await service.get('/api/v1/loans/LN-7K3QX9B23');
      await service.get('/secret/place', { token: null });
      await service.app.close();
      const lines = service.log.join('').trimEnd().split('\n');
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { method: 'GET', path: '/api/v1/users', status: 200, user: 4, request_id: 'request-1' },
        { method: 'GET', path: '/api/v1/loans/{loan_id}', status: 404, user: 1 },
        { method: 'GET', path: null, status: 401, user: null },
      ]);
      expect(lines.join('')).not.toMatch(/Salma|token|LN-|secret/);
    }),
  );
});

describe('metrics', () => {
  it(
    'count what was answered, and need a token',
    onService(async (service) => {
      await service.get('/api/v1/policy');
      await service.get('/api/v1/policy');
      await service.get('/api/v1/loans/LN-7K3QX9B23');
      await service.get('/healthz', { token: null });
      const got = await service.get('/metrics', { token: 'token-of-reader' });
      expect(got.status).toBe(200);
      expect(got.text).toContain('loandesk_requests_total{operation="policy.show",status="200"} 2');
      expect(got.text).toContain('loandesk_requests_total{operation="loans.get",status="404"} 1');
      expect(got.text).toContain('loandesk_request_duration_seconds_count{operation="policy.show"} 2');
      expect(got.text).toContain('loandesk_requests_in_flight 1');
      expect((await service.get('/metrics', { token: null })).status).toBe(401);
    }),
  );
});

describe('health', () => {
  it(
    'needs no token; readiness follows the ledger',
    onService(
      async (service) => {
        expect(await service.get('/healthz', { token: null })).toMatchObject({ body: { status: 'ok' } });
        expect(await service.get('/readyz', { token: null })).toMatchObject({
          status: 503,
          body: { code: 'not_ready' },
        });
      },
      { isReady: async () => false },
    ),
  );
});

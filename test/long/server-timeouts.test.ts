import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startService } from '../../src/server/running-service.ts';
import { TestService } from '../server/test-service.ts';
import { openDesk } from '../service/desk.ts';

/** Sends what a slow sender would and then nothing; answers what comes back and how long it took. */
function stall(port: number, bytes: string): Promise<{ got: string; seconds: number }> {
  const startedMs = Date.now();
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let got = '';
    socket.on('data', (chunk) => {
      got += chunk;
    });
    socket.on('close', () => resolve({ got, seconds: (Date.now() - startedMs) / 1000 }));
    socket.on('error', reject);
  });
}

const LEAD = 'POST /api/v1/policy HTTP/1.1\r\nhost: x\r\n';
const HEADERS = `${LEAD}authorization: Bearer token-of-admin\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n`;

describe('a sender that stalls', () => {
  it.each([
    ['in its headers', LEAD, 10],
    ['in its body', `${HEADERS}{"key":`, 30],
  ])('%s hears that its time is over', async (_where, bytes, limitSeconds) => {
    const behind = new TestService(await openDesk());
    const service = await startService(behind.parts({}), { host: '127.0.0.1', port: 0 });
    try {
      const { got, seconds } = await stall(Number(new URL(service.url).port), bytes);
      expect(got).toMatch(/^HTTP\/1\.1 408 /);
      expect(got).toContain('"code":"request_timeout"');
      expect(seconds).toBeGreaterThan(limitSeconds - 1);
      expect(seconds).toBeLessThan(limitSeconds + 5);
    } finally {
      await service.stop();
      await behind.close();
    }
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from '../workbench.ts';
import { Served } from './served.ts';

const PASSWORD = 'four words nobody guesses';

describe('a service under bodies nobody should send', () => {
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
});

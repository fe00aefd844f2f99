import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClientDesk } from './client-desk.ts';
import { OurMake } from './our-make.ts';

let desk: ClientDesk;
let server: OurMake;

const PAY = 'pay LN-1 --amount 100 --date 2026-03-01 --method manual_transfer --yes';

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

function kept(): string[] {
  try {
    return readdirSync(join(desk.home, 'pending'));
  } catch {
    return [];
  }
}

async function pending() {
  return JSON.parse((await desk.run('pending ls --json')).out);
}

describe('a write', () => {
  it('carries a key and leaves nothing behind', async () => {
    const { exitCode, out } = await desk.run(`${PAY} --json`);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ payment_id: 'PAY-1' });
    expect(server.asked[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(kept()).toEqual([]);
  });

  it('whose answer is lost has an unknown outcome; the same command again gives the answer and books nothing', async () => {
    server.fates.push('answer lost');
    const lost = await desk.run(PAY);
    expect(lost).toMatchObject({ exitCode: 7, out: '' });
    expect(lost.said).toContain('Whether it was carried out is not known');
    expect(lost.said).toContain('loandesk pending settle --server http://');
    expect(await pending()).toMatchObject([
      { operation: 'payments.create', about: ['LN-1'], request: { payment_amount: 100 } },
    ]);
    const [file = ''] = kept().filter((name) => name.endsWith('.json'));
    expect(statSync(join(desk.home, 'pending', file)).mode & 0o777).toBe(0o600);
    expect(statSync(join(desk.home, 'pending')).mode & 0o777).toBe(0o700);

    const again = await desk.run(`${PAY} --json`);
    expect(again.exitCode).toBe(0);
    expect(JSON.parse(again.out)).toMatchObject({ payment_id: 'PAY-1' });
    expect(again.said).toContain('Nothing was sent twice');
    expect(server.payments).toHaveLength(1);
    expect(kept()).toEqual([]);
    // Asked for once more, it is a payment of its own.
    expect((await desk.run(PAY)).exitCode).toBe(0);
    expect(server.payments).toHaveLength(2);
  });

  it('that never arrived is carried out when it is settled', async () => {
    server.fates.push('request lost');
    expect((await desk.run(PAY)).exitCode).toBe(7);
    expect(server.payments).toHaveLength(0);
    const settled = await desk.run('pending settle --json');
    expect(settled.exitCode).toBe(0);
    expect(JSON.parse(settled.out)).toMatchObject([
      { outcome: 'carried_out', answer: { payment_id: 'PAY-1' } },
    ]);
    expect(server.payments).toHaveLength(1);
    expect(kept()).toEqual([]);
  });

  it('settles what is pending before it, and prints the result', async () => {
    server.fates.push('answer lost');
    await desk.run(PAY);
    const other = await desk.run(PAY.replace('100', '250'));
    expect(other.exitCode).toBe(0);
    expect(other.said).toMatch(/settled: payments\.create LN-1 of .* was carried out: .*payment_id PAY-1/);
    expect(server.payments.map(({ payment_amount }) => payment_amount)).toEqual([100, 250]);
  });

  it('waits for an unsettled one about the same loan, and only for that', async () => {
    server.fates.push('answer lost', 'answer lost');
    await desk.run(PAY);
    server.fates[0] = 'answer lost';
    const same = await desk.run(PAY.replace('100', '250'));
    expect(same).toMatchObject({ exitCode: 7, out: '' });
    expect(same.said).toContain('is not settled');
    expect(same.said).toContain('loandesk pending drop ');
    server.fates.splice(0, server.fates.length, 'answer lost', 'answered');
    const other = await desk.run(PAY.replace('LN-1', 'LN-2'));
    expect(other.exitCode).toBe(0);
    expect(other.said).toContain('note: an earlier write is not settled');
    expect(server.payments).toHaveLength(2);
  });

  it('that reached nobody is not pending', async () => {
    await server.stop();
    const refused = await desk.run(PAY);
    expect(refused).toMatchObject({ exitCode: 7, out: '' });
    expect(refused.said).toContain('nothing listens there');
    expect(kept()).toEqual([]);
    await server.start();
  });

  it('is not sent again under the name of somebody else', async () => {
    server.fates.push('answer lost');
    await desk.run(PAY);
    server.validToken = 'token-of-another';
    desk.environment.LOANDESK_TOKEN = 'token-of-another';
    const other = await desk.run(PAY);
    expect(other.exitCode).toBe(7);
    expect(other.said).toContain('under another sign-in');
    expect(server.payments).toHaveLength(1);
  });

  it('is never sent again to a server that knows no keys', async () => {
    server.isOurs = false;
    server.fates.push('answer lost');
    await desk.run(PAY);
    const again = await desk.run(PAY);
    expect(again.exitCode).toBe(7);
    expect(again.said).toContain('does not know idempotency keys');
    expect(server.payments).toHaveLength(1);
    const [{ key }] = await pending();
    expect((await desk.run(`pending drop ${key}`)).exitCode).toBe(0);
    expect((await desk.run(PAY)).exitCode).toBe(0);
    expect(server.payments).toHaveLength(2);
  });

  it('older than a server keeps keys is for a person to look at', async () => {
    server.fates.push('answer lost');
    await desk.run(PAY);
    const [name = ''] = kept().filter((one) => one.endsWith('.json'));
    const path = join(desk.home, 'pending', name);
    const write = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...write, sentAt: '2025-01-01T00:00:00.000Z' }));
    const settled = await desk.run('pending settle');
    expect(settled.exitCode).toBe(7);
    expect(settled.out).toContain('older than a server keeps keys');
    expect(server.payments).toHaveLength(1);
  });

  it('of a raw request is one as well', async () => {
    server.fates.push('answer lost');
    const post = 'api POST /api/v1/loans/LN-1/payments -f payment_amount=5';
    expect((await desk.run(post)).exitCode).toBe(7);
    expect((await desk.run(post)).exitCode).toBe(0);
    expect(server.payments).toHaveLength(1);
  });

  it('with a password in it is kept nowhere', async () => {
    server.answers.push({ status: 502 });
    const added = await desk.run(
      'officers add --email x@bank.example --name X --role reader --password-stdin',
      'a long enough canary\n',
    );
    expect(added.exitCode).toBe(7);
    expect(kept()).toEqual([]);
  });
});

describe('pending', () => {
  it('is empty, and needs no server to say so', async () => {
    delete desk.environment.LOANDESK_SERVER;
    expect(await pending()).toEqual([]);
    expect((await desk.run('pending settle')).exitCode).toBe(0);
    expect(await desk.run('pending drop 123')).toMatchObject({ exitCode: 5 });
  });
});

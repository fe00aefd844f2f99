import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workbench } from '../workbench.ts';
import { type Answer, addOfficer, PaymentService } from './payment-service.ts';

const CONNECTIONS = 64;

describe('the thread that writes', () => {
  let bench: Workbench;
  let service: PaymentService | null = null;
  beforeEach(async () => {
    bench = new Workbench();
    await addOfficer(bench);
  });
  afterEach(async () => {
    await service?.end('SIGKILL');
    service = null;
    bench.remove();
  });

  it('loses no acknowledged payment of 64 connections to kill -9', async () => {
    const loans = [await bench.openLoan('90000000'), await bench.openLoan('80000000')];
    const running = await PaymentService.start(bench);
    service = running;
    const acknowledged: string[] = [];
    let isKilled = false;
    const payers = Array.from({ length: CONNECTIONS }, async (_, number) => {
      while (!isKilled) {
        const paid = await running.pay(loans[number % 2] as string, 10 + number).catch(() => null);
        if (paid?.status !== 201) return;
        acknowledged.push((JSON.parse(paid.text) as { payment_id: string }).payment_id);
      }
    });
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(300);
    await running.end('SIGKILL');
    isKilled = true;
    await Promise.all(payers);
    const kept = new Set(
      bench.raw((db) => db.prepare('SELECT payment_id FROM payments').pluck().all() as string[]),
    );
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(await bench.verify()).toMatchObject({ ok: true, exitCode: 0 });
  }, 60_000);

  it('makes a hundred identical keyed requests one payment, also after a restart', async () => {
    const loan = await bench.openLoan();
    const key = { 'idempotency-key': 'the-key-of-this-test' };
    const texts = new Set<string>();
    for (let round = 0; round < 2; round++) {
      const running = await PaymentService.start(bench);
      service = running;
      const answers = await Promise.all(Array.from({ length: 100 }, () => running.pay(loan, 1_000.5, key)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      for (const { text } of answers) texts.add(text);
      expect(await running.end()).toBe(0);
    }
    expect(texts.size).toBe(1);
    expect(bench.count('payments')).toBe(1);
  }, 60_000);

  it('applies exactly the payoff of fifty payments at once that exceed it', async () => {
    const loan = await bench.openLoan('12000');
    const running = await PaymentService.start(bench);
    service = running;
    const answers = await Promise.all(Array.from({ length: 50 }, () => running.pay(loan, 400)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20);
    expect(JSON.parse((await running.ask(`/api/v1/loans/${loan}`)).text)).toMatchObject({
      outstanding_balance: 0,
      total_payments_made: 30,
    });
  }, 60_000);

  it('answers within 50 ms while another process holds the lock, and refuses at once beyond its queue', async () => {
    const loan = await bench.openLoan();
    const running = await PaymentService.start(bench);
    service = running;
    await running.ask('/healthz');
    const { late, slowestMs, refused } = await bench.rawAsync(async (db) => {
      db.exec('BEGIN IMMEDIATE');
      const begunMs = performance.now();
      const waiting = Array.from({ length: 300 }, (_, number) => running.pay(loan, (100 + number) / 100));
      const refusedAtOnce: Answer[] = [];
      for (const one of waiting) one.then((answer) => answer.status === 503 && refusedAtOnce.push(answer));
      // On a busy machine it takes seconds until the last of them was sent; the lock is waited for longer than this.
      await expect.poll(() => refusedAtOnce.length, { timeout: 4_000 }).toBe(300 - 256);
      let slowest = 0;
      while (performance.now() - begunMs < 2_000) {
        const askedMs = performance.now();
        expect((await running.ask('/healthz')).status).toBe(200);
        slowest = Math.max(slowest, performance.now() - askedMs);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const [first] = refusedAtOnce;
      db.exec('ROLLBACK');
      return { late: await Promise.all(waiting), slowestMs: slowest, refused: first };
    });
    expect(slowestMs).toBeLessThan(50);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(JSON.parse(refused?.text ?? '')).toMatchObject({ code: 'overloaded' });
    expect(late.filter(({ status }) => status === 201)).toHaveLength(256);
    expect(bench.count('payments')).toBe(256);
  }, 60_000);
});

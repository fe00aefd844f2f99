import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addOfficer, PaymentService } from '../e2e/payment-service.ts';
import { Workbench } from '../workbench.ts';

describe('the thread that writes, while another process keeps the lock', () => {
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

  it('refuses as busy what waited in vain, and then ends in order within ten seconds', async () => {
    const loan = await bench.openLoan();
    const running = await PaymentService.start(bench);
    service = running;
    await bench.rawAsync(async (db) => {
      db.exec('BEGIN IMMEDIATE');
      const answers = await Promise.all(Array.from({ length: 100 }, () => running.pay(loan, 10)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({ code: 'ledger_busy' });
      const waiting = running.pay(loan, 10).catch(() => null);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const toldMs = performance.now();
      expect(await running.end()).toBe(0);
      expect(performance.now() - toldMs).toBeLessThan(10_500);
      expect((await waiting)?.status).toBe(503);
    });
    expect(bench.count('payments')).toBe(0);
  }, 60_000);
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { approveWords, payWords, Workbench } from '../workbench.ts';
import { importTwoFilesAtOnce } from './importing-at-once.ts';
import { LOCK_WAIT_MS, payAtOnce, payTwiceThePayoff, runPatiently } from './paying-at-once.ts';

describe('many at once', () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.remove());

  it('loses no payment of several processes, and keeps none waiting', { timeout: 180_000 }, async () => {
    const payers = await payAtOnce(bench, { commands: 2, services: 1, forMs: 2_000 });
    for (const payer of payers) {
      expect(payer.booked.length).toBeGreaterThan(1);
      expect(payer.slowestMs).toBeLessThan(LOCK_WAIT_MS);
    }
  });

  // Fifty are paid through the service in write-thread.test.ts, and by commands in the long tests.
  it('applies exactly the payoff of 20 payments that exceed it', { timeout: 180_000 }, async () => {
    await payTwiceThePayoff(bench, 20);
  });

  // Twenty rounds in the long tests.
  it('books both of two files for one loan (B47)', { timeout: 180_000 }, async () => {
    await importTwoFilesAtOnce(bench, 3);
  });

  it('lets one of two decisions win', { timeout: 180_000 }, async () => {
    for (let round = 0; round < 2; round++) {
      const application = await bench.apply();
      const ran = await Promise.all([
        bench.run([...approveWords(application, '40000'), '--json']),
        bench.run(['decide', application, '--reject', '--reason', 'sales are falling', '--json']),
      ]);
      expect(ran.map((one) => one.exitCode).sort()).toEqual([0, 6]);
      expect(JSON.parse(ran.find((one) => one.exitCode === 6)!.stderr)).toMatchObject({
        code: 'already_decided',
      });
    }
    expect(bench.count('decisions')).toBe(2);
    expect(await bench.verify()).toMatchObject({ ok: true });
  });

  it('lets one of two reversals win', { timeout: 180_000 }, async () => {
    const loan = await bench.openLoan('50000');
    for (let round = 0; round < 2; round++) {
      const paid = await bench.must<{ payment_id: string }>(payWords(loan, '2000'));
      const words = ['pay', 'reverse', paid.payment_id, '--reason', 'returned', '--yes', '--json'];
      const ran = await Promise.all([runPatiently(bench, words), runPatiently(bench, words)]);
      expect(ran.map((one) => one.exitCode).sort()).toEqual([0, 6]);
      expect(JSON.parse(ran.find((one) => one.exitCode === 6)!.stderr)).toMatchObject({
        code: 'already_reversed',
      });
    }
    expect(bench.count('payment_reversals')).toBe(2);
    expect(await bench.verify()).toMatchObject({ ok: true, entries: 5 });
  });
});

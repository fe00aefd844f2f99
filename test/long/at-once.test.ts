import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importTwoFilesAtOnce } from '../e2e/importing-at-once.ts';
import {
  LOCK_WAIT_MS,
  type Payer,
  payAtOnce,
  payTwiceThePayoff,
  runPatiently,
} from '../e2e/paying-at-once.ts';
import { payWords, Workbench } from '../workbench.ts';

describe('many at once, for long', () => {
  let bench: Workbench;
  beforeEach(() => {
    bench = new Workbench();
  });
  afterEach(() => bench.remove());

  /** Payers of one kind book about alike, and nobody waits as long as a lock may be waited for. */
  function expectFair(payers: readonly Payer[]): void {
    console.info(
      payers.map((one) => `${one.kind}: ${one.booked.length}, slowest ${one.slowestMs.toFixed(0)} ms`),
    );
    for (const payer of payers) {
      const peers = payers.filter((one) => one.kind === payer.kind).map((one) => one.booked.length);
      expect(payer.booked.length).toBeGreaterThan(Math.max(...peers) / 4);
      expect(payer.slowestMs).toBeLessThan(LOCK_WAIT_MS);
    }
  }

  it('two processes for 10 seconds', async () => {
    expectFair(await payAtOnce(bench, { commands: 2, services: 0, forMs: 10_000 }));
  });

  it('four processes for 20 seconds', async () => {
    expectFair(await payAtOnce(bench, { commands: 4, services: 0, forMs: 20_000 }));
  });

  it('four processes that hold the ledger open, for 20 seconds', async () => {
    expectFair(await payAtOnce(bench, { commands: 0, services: 4, forMs: 20_000 }));
  });

  it('two that hold it open and two that come and go, for 20 seconds', async () => {
    expectFair(await payAtOnce(bench, { commands: 2, services: 2, forMs: 20_000 }));
  });

  it('both of two files for one loan, 20 times (B47)', async () => {
    await importTwoFilesAtOnce(bench, 20);
  });

  it('applies exactly the payoff of 50 payments that exceed it', async () => {
    await payTwiceThePayoff(bench, 50);
  });

  it('applies what fits of 50 payments that never reach the payoff exactly', async () => {
    const loan = await bench.openLoan('50000');
    const words = [...payWords(loan, '1500'), '--json'];
    const ran = await Promise.all(Array.from({ length: 50 }, () => runPatiently(bench, words)));
    const codes = ran.map((one) => (one.exitCode === 0 ? 'booked' : JSON.parse(one.stderr).code));
    expect(codes.filter((code) => code === 'booked')).toHaveLength(33);
    expect(codes.filter((code) => code !== 'booked')).toEqual(Array(17).fill('overpayment'));
    expect(await bench.must(['loan', 'show', loan])).toMatchObject({ outstanding_balance: 500 });
    expect(await bench.verify()).toMatchObject({ ok: true, entries: 34 });
  });
});

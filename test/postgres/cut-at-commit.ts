import { expect } from 'vitest';
import { PaymentService } from '../e2e/payment-service.ts';
import { Workbench } from '../workbench.ts';
import { type Cut, CuttingProxy } from './cutting-proxy.ts';
import { keptIds } from './kept-ids.ts';

const CUTS: readonly Cut[] = ['before', 'meanwhile', 'after'];

/**
 * Pays through a service whose connection to the server is cut at the commit of each payment: before the server has
 * it, while it has it, when it has answered. Each must be there once, and the client must hear what became of it.
 */
export async function payThroughCuts(url: string, loan: string, times: number): Promise<void> {
  const port = Number(new URL(url).port);
  const proxy = await CuttingProxy.before(port);
  const bench = new Workbench(url.replace(`:${port}/`, `:${proxy.port}/`));
  let service: PaymentService | null = null;
  try {
    service = await PaymentService.start(bench, 60_000 + times * 3_000);
    const paid: string[] = [];
    for (let at = 0; at < times; at++) {
      proxy.arm(CUTS[at % CUTS.length] as Cut, JSON.stringify([loan]));
      const key = { 'idempotency-key': `cut at the commit ${at}` };
      const answer = await service.pay(loan, (100 + at) / 100, key);
      expect(answer).toMatchObject({ status: 201 });
      expect((await service.pay(loan, (100 + at) / 100, key)).text).toBe(answer.text);
      paid.push((JSON.parse(answer.text) as { payment_id: string }).payment_id);
    }
    expect(proxy.cuts).toBe(times);
    expect(await service.end()).toBe(0);
    service = null;
    expect(await keptIds(url, 'payments', 'payment_id')).toEqual(paid.sort());
    expect(await bench.verify()).toMatchObject({ ok: true, exitCode: 0 });
  } finally {
    await service?.end('SIGKILL');
    bench.remove();
    await proxy.close();
  }
}

import { describe, expect, it } from 'vitest';
import { PaymentService } from '../e2e/payment-service.ts';
import { CuttingProxy } from '../postgres/cutting-proxy.ts';
import { keptIds } from '../postgres/kept-ids.ts';
import { fillLendingDatabase, lendingLoans } from '../postgres/lending-database.ts';
import { PostgresServer } from '../postgres/server.ts';
import { hasPostgres } from '../postgres/shared-server.ts';
import { promote, synchronousStandby, WITH_STANDBY } from '../postgres/standby.ts';
import { SteadyClients } from '../postgres/steady-clients.ts';
import { Workbench } from '../workbench.ts';

const LOANS = 50;
const ROUNDS = 5;
const CONNECTIONS = 16;
const SERVICES_FOR_MS = 540_000;

describe.skipIf(!hasPostgres('a primary that is killed'))('a primary that is killed under load', () => {
  it('is replaced by its standby, and every acknowledged payment is there once, five times over', async () => {
    let primary = await PostgresServer.start({ durable: true, settings: WITH_STANDBY });
    let standby: PostgresServer | null = null;
    let proxy: CuttingProxy | null = null;
    let bench: Workbench | null = null;
    const services: PaymentService[] = [];
    try {
      await primary.sql('CREATE DATABASE ledger');
      await fillLendingDatabase(primary.url('ledger'), LOANS);
      standby = await synchronousStandby(primary);
      proxy = await CuttingProxy.before(primary.port);
      bench = new Workbench(primary.url('ledger').replace(`:${primary.port}/`, `:${proxy.port}/`));
      services.push(await PaymentService.start(bench, SERVICES_FOR_MS));
      services.push(await PaymentService.start(bench, SERVICES_FOR_MS));
      const clients = new SteadyClients(services, lendingLoans(LOANS), CONNECTIONS);
      for (let round = 1; round <= ROUNDS; round++) {
        await clients.more(50);
        const atMs = performance.now();
        await primary.end('SIGKILL');
        await promote(standby);
        proxy.turnTo(standby.port);
        await primary.stop();
        primary = standby;
        standby = null;
        await clients.more(1);
        const goneMs = Math.round(performance.now() - atMs);
        console.info(`round ${round}: paid again ${goneMs} ms after the kill, ${clients.paid.length} so far`);
        await clients.more(50);
        standby = await synchronousStandby(primary);
      }
      await clients.stop();
      console.info(`${clients.paid.length} payments, ${clients.askedAgain} asked again`);
      expect(clients.unexpected).toEqual([]);
      for (const service of services.splice(0)) expect(await service.end()).toBe(0);
      expect(await keptIds(primary.url('ledger'), 'payments', 'payment_id')).toEqual(clients.paid.sort());
      expect(await bench.verify()).toMatchObject({ ok: true, exitCode: 0 });
    } finally {
      for (const service of services) await service.end('SIGKILL');
      bench?.remove();
      await proxy?.close();
      await standby?.stop();
      await primary.stop();
    }
  });
});

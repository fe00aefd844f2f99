import { setTimeout as sleep } from 'node:timers/promises';
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
/** Long enough for services to find a server again and look their commits up. */
const LOOKED_UP_MS = 3_000;

/** A primary with its standby, and clients that pay through two services without a pause. */
class Payments {
  primary: PostgresServer;
  standby: PostgresServer | null = null;
  clients = new SteadyClients([], [], 0);
  #proxy: CuttingProxy | null = null;
  #bench: Workbench | null = null;
  readonly #services: PaymentService[] = [];

  private constructor(primary: PostgresServer) {
    this.primary = primary;
  }

  static async during(test: (payments: Payments) => Promise<void>): Promise<void> {
    const primary = await PostgresServer.start({ durable: true, settings: WITH_STANDBY });
    const payments = new Payments(primary);
    try {
      await payments.#begin();
      await test(payments);
      await payments.#end();
    } finally {
      for (const service of payments.#services) await service.end('SIGKILL');
      payments.#bench?.remove();
      await payments.#proxy?.close();
      await payments.standby?.stop();
      await payments.primary.stop();
    }
  }

  async #begin(): Promise<void> {
    await this.primary.sql('CREATE DATABASE ledger');
    await fillLendingDatabase(this.primary.url('ledger'), LOANS);
    this.standby = await synchronousStandby(this.primary);
    const { port } = this.primary;
    this.#proxy = await CuttingProxy.before(port);
    const behind = this.primary.url('ledger').replace(`:${port}/`, `:${this.#proxy.port}/`);
    this.#bench = new Workbench(behind);
    for (let count = 0; count < 2; count++) {
      this.#services.push(await PaymentService.start(this.#bench, SERVICES_FOR_MS));
    }
    this.clients = new SteadyClients([...this.#services], lendingLoans(LOANS), CONNECTIONS);
    await this.clients.more(50);
  }

  /** The standby takes the place of the primary, which is gone for good; there is no other. */
  async takeOver(): Promise<void> {
    const { primary, standby } = this;
    if (standby === null) throw new Error('there is no standby');
    await primary.end('SIGKILL');
    await promote(standby);
    this.#proxy?.turnTo(standby.port);
    await primary.stop();
    this.primary = standby;
    this.standby = null;
  }

  /** Every payment that was acknowledged is there, once. */
  async #end(): Promise<void> {
    const { clients } = this;
    await clients.stop();
    console.info(`${clients.paid.length} payments, ${clients.askedAgain} asked again`);
    expect(clients.unexpected).toEqual([]);
    for (const service of this.#services.splice(0)) expect(await service.end()).toBe(0);
    expect(await keptIds(this.primary.url('ledger'), 'payments', 'payment_id')).toEqual(clients.paid.sort());
    expect(await this.#bench?.verify()).toMatchObject({ ok: true, exitCode: 0 });
  }
}

describe.skipIf(!hasPostgres('a primary that is killed'))('a primary that is killed under load', () => {
  it('is replaced by its standby, and every acknowledged payment is there once, five times over', () =>
    Payments.during(async (payments) => {
      const { clients } = payments;
      for (let round = 1; round <= ROUNDS; round++) {
        if (round > 1) await clients.more(50);
        const atMs = performance.now();
        await payments.takeOver();
        await clients.more(1);
        const goneMs = Math.round(performance.now() - atMs);
        console.info(`round ${round}: paid again ${goneMs} ms after the kill, ${clients.paid.length} so far`);
        await clients.more(50);
        payments.standby = await synchronousStandby(payments.primary);
      }
    }));

  it('and is back where it was acknowledges nothing its standby, which then replaces it, does not have', () =>
    Payments.during(async (payments) => {
      const { clients, primary, standby } = payments;
      await standby?.sql(`ALTER SYSTEM SET primary_conninfo = 'port=1'`, 'SELECT pg_reload_conf()');
      let paid: number;
      do {
        paid = clients.paid.length;
        await sleep(1_000);
      } while (clients.paid.length > paid);
      await primary.end('SIGKILL');
      await primary.begin();
      await sleep(LOOKED_UP_MS);
      const atHome = await keptIds(primary.url('ledger'), 'payments', 'payment_id');
      console.info(`${atHome.length} payments where it was, ${paid} acknowledged`);
      expect(atHome.length).toBeGreaterThan(paid);
      expect(clients.paid).toHaveLength(paid);
      await payments.takeOver();
      await clients.more(50);
    }));
});
